/* result.c: tests as directories. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "native/harness.h"
#include "test/tester.h"

static const char *const side_names[] = {"old", "new"};

/* DIR/native/old and DIR/native/new build the versions; with --entry, programs that call the
 * function. */
static bool native_begin(Tester *t, Err *err)
{
	const SearchConfig *search = &t->search->config;
	char *dir = xasprintf("%s/native", t->config.dir);
	bool good = !file_exists(dir) || native_own(dir) ||
				err_set(err, "%s exists and is not drift's; choose another -o", dir);
	good = good && tree_remove(dir, err) && dir_make(dir, err);
	for (int side = OLD; good && side <= NEW; side++) {
		NativeProgram c = {.loaded = search->subject[side]->program,
						   .inputs = search->inputs,
						   .entry_type = search->entry_type,
						   .function = search->subject[side]->entry};
		char *one = xasprintf("%s/%s", dir, side_names[side]);
		good = native_write(&c, one, err);
		if (search->entry)
			t->native[side] = one;
		else
			free(one);
	}
	free(dir);
	return good;
}

bool tests_begin(Tester *t, Err *err)
{
	char *tests = xasprintf("%s/tests", t->config.dir);
	bool good = dir_make(t->config.dir, err);
	if (good && file_exists(tests) && !tests_own(tests))
		good = err_set(err, "%s exists and is not drift's; choose another -o", tests);
	if (good)
		tests_discard_rest(t->config.dir);
	good = good && native_begin(t, err) && tests_discard(t->config.dir, tests, err) &&
		   dir_make(tests, err);
	if (good)
		unlink(t->build_log);
	if (good) {
		t->tests_fd = open(tests, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		t->files = t->search->config.entry || tests_need_files(t->search->config.inputs);
		good = t->tests_fd >= 0 || err_set(err, "%s: %s", tests, strerror(errno));
	}
	good = good && run_script_write(tests, t->search->config.subject[NEW]->name, true, err);
	free(tests);
	return good;
}

/* How a run ended that leaves no status. */
static void words(const Tester *t, int side, Buf *to)
{
	const Behaviour *b = &t->search->seen.now[side];
	RunResult r = {.outcome = b->outcome, .error = b->error, .loc = b->loc};
	outcome_status(t->search->config.subject[side]->program, &r, to);
	buf_addc(to, '\n');
}

static bool put_side(Tester *t, const char *test, const Difference *d, int side, Err *err)
{
	static const char *const streams[] = {"out", "err"};
	char name[16];
	bool good = true;
	for (int i = 0; good && i < 2; i++) {
		snprintf(name, sizeof name, "%s.%s", side_names[side], streams[i]);
		good = test_put(t->tests_fd, test, name, buf_str(&d->text[side][i]), d->text[side][i].len,
						err);
	}
	Buf text = {0};
	if (d->status[side] >= 0)
		buf_addf(&text, "%d\n", d->status[side]);
	else
		words(t, side, &text);
	snprintf(name, sizeof name, "%s.status", side_names[side]);
	good = good && test_put(t->tests_fd, test, name, text.at, text.len, err);
	buf_free(&text);
	if (!good || !d->returned[side])
		return good;
	snprintf(name, sizeof name, "%s.returned", side_names[side]);
	return test_put(t->tests_fd, test, name, d->returned[side], strlen(d->returned[side]), err);
}

bool difference_rewrite(Tester *t, const Difference *d, Err *err)
{
	char test[16];
	snprintf(test, sizeof test, "%04u", d->test);
	return put_side(t, test, d, OLD, err) && put_side(t, test, d, NEW, err);
}

bool difference_write(Tester *t, Difference *d, u32 shape, const Assignment *a, Err *err)
{
	const Inputs *in = t->search->config.inputs;
	TestPlace to = {t->tests_fd, t->config.dir, in, .files = t->files};
	char test[16];
	d->test = ++t->tests;
	snprintf(test, sizeof test, "%04u", d->test);
	bool good = test_put_input(&to, test, &in->shapes.at[shape], a, t->search->config.entry, err);
	for (int side = OLD; good && side <= NEW; side++)
		good = put_side(t, test, d, side, err);
	return good;
}

void difference_free(Difference *d)
{
	free(d->input);
	free(d->condition);
	free(d->when);
	free(d->undefined);
	free(d->unconfirmed);
	free(d->files);
	for (int side = OLD; side <= NEW; side++) {
		free(d->ending[side]);
		free(d->output[side]);
		free(d->returned[side]);
		buf_free(&d->text[side][0]);
		buf_free(&d->text[side][1]);
	}
	vec_free(&d->changes);
	effect_free(&d->effect);
	judgement_free(d->judgement);
	kept_input_free(&d->kept);
}
