/* record.c: writes a witness as a test: its input, and what both versions did. */
#include "evidence/witness/impl.h"

#include "engine/explore/outcome.h"

/* How a run ended that leaves no status. */
static void ending_words(const Evidence *ev, int side, Buf *to)
{
	const Behaviour *b = evidence_behaviour(ev, side);
	RunResult r = {.outcome = b->outcome, .error = b->error, .loc = b->loc};
	outcome_status(ev->config.subject[side]->program, &r, to);
	buf_addc(to, '\n');
}

static bool put_side(Evidence *ev, const char *test, const Witness *x, int side, Err *err)
{
	static const char *const names[2][4] = {{"old.out", "old.err", "old.status", "old.returned"},
											{"new.out", "new.err", "new.status", "new.returned"}};
	int fd = ev->location.fd;
	const char *returned = x->returned[side];
	bool good = true;
	Buf text = {0};
	for (int i = 0; good && i < 2; i++)
		good = test_put(fd, test, names[side][i], buf_str(&x->text[side][i]), x->text[side][i].len,
						err);
	if (x->status[side] >= 0)
		buf_addf(&text, "%d\n", x->status[side]);
	else
		ending_words(ev, side, &text);
	good = good && test_put(fd, test, names[side][2], text.at, text.len, err);
	buf_free(&text);
	return good &&
		   (!returned || test_put(fd, test, names[side][3], returned, strlen(returned), err));
}

bool witness_rewrite(Evidence *ev, const Witness *x, Err *err)
{
	char test[16];
	snprintf(test, sizeof test, "%04u", x->test);
	return put_side(ev, test, x, OLD, err) && put_side(ev, test, x, NEW, err);
}

bool witness_write(Evidence *ev, Witness *x, u32 shape, const Assignment *a, const bool cut[2],
				   Err *err)
{
	const EvidenceConfig *c = &ev->config;
	char test[16];
	x->test = ++ev->tests;
	snprintf(test, sizeof test, "%04u", x->test);
	bool good = test_put_input(&ev->location, test, &c->inputs->shapes.at[shape], a, c->entry, err);
	for (int side = OLD; good && side <= NEW; side++)
		good = (cut && cut[side]) || put_side(ev, test, x, side, err);
	return good;
}

void witness_forget(Evidence *ev, Witness *x)
{
	Err ignored;
	if (!x->test)
		return;
	char *dir = xasprintf("%s/tests/%04u", ev->config.dir, x->test);
	tree_remove(dir, &ignored);
	free(dir);
	ev->tests--;
	x->test = 0;
}
