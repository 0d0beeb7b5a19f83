/* tests.c: the inputs of an explanation as tests, which can be run again. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explain/impl.h"
#include "explore/outcome.h"

enum { SUSPECT_TESTS = 20 };

static bool put_side(Explanation *x, const TestPlace *to, const char *test, int side, Err *err)
{
	static const char *const names[2][4] = {{"old.out", "old.err", "old.status", "old.returned"},
											{"new.out", "new.err", "new.status", "new.returned"}};
	const Behaviour *b = &x->of[side].behaviour;
	Buf text = {0};
	bool good = true;
	for (int i = 0; good && i < 2; i++)
		good = test_put(to->fd, test, names[side][i], buf_str(&b->text[i]), b->text[i].len, err);
	outcome_status(x->config.subject[side]->program, &x->of[side].result, &text);
	buf_addc(&text, '\n');
	good = good && test_put(to->fd, test, names[side][2], text.at, text.len, err);
	buf_reset(&text);
	if (b->type)
		entry_value_text(b->type, b->value, &text);
	good =
		good && (!b->type || test_put(to->fd, test, names[side][3], buf_str(&text), text.len, err));
	buf_free(&text);
	return good;
}

static bool write_test(Explanation *x, TestPlace *to, const Assignment *a, u32 number, Err *err)
{
	char test[16];
	snprintf(test, sizeof test, "%04u", number);
	explain_run(x, a);
	bool good = test_put_input(to, test, &to->inputs->shapes.at[x->config.shape], a,
							   x->config.entry.name, err);
	/* Of a run that was stopped nothing is known. */
	for (int side = OLD; good && side <= NEW; side++)
		good = x->of[side].result.cut || put_side(x, to, test, side, err);
	return good;
}

static bool write_all(Explanation *x, TestPlace *to, Err *err)
{
	u32 n = 0;
	if (!write_test(x, to, &x->start, x->start_test = ++n, err))
		return false;
	if (x->passing_edits && !write_test(x, to, &x->passing, x->passing_test = ++n, err))
		return false;
	for (size_t i = 0; i < x->suspects.len && i < SUSPECT_TESTS; i++) {
		ExplainSuspect *s = &x->suspects.at[i];
		if (suspect_asked(s) && !write_test(x, to, &s->input, s->test = ++n, err))
			return false;
	}
	return true;
}

bool explain_tests(Explanation *x, const char *dir, Err *err)
{
	char *tests = xasprintf("%s/tests", dir);
	TestPlace to = {.fd = -1,
					.dir = dir,
					.inputs = x->config.inputs,
					.files = x->config.entry.name || tests_need_files(x->config.inputs),
					.old_fd = -1};
	bool good = dir_make(dir, err);
	if (good && file_exists(tests) && !tests_own(tests))
		good = err_set(err, "%s exists and is not drift's; choose another -o", tests);
	good = good && tests_discard(dir, tests, err) && dir_make(tests, err) &&
		   run_script_write(tests, x->config.subject[NEW]->name, true, err);
	if (good) {
		to.fd = open(tests, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		good = to.fd >= 0 || err_set(err, "%s: %s", tests, strerror(errno));
	}
	good = good && write_all(x, &to, err);
	if (to.fd >= 0)
		close(to.fd);
	free(tests);
	return good;
}
