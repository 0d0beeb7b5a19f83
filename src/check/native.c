/* native.c: does a violation show natively?
 *
 * Where the versions were to be equal they must differ natively, as for drift test. A clause may be
 * broken though they are equal. There each version must do natively what the machine says it does:
 * how it ends, what it prints and returns, and every byte that it leaves where a caller can see it.
 */
#include <signal.h>
#include <sys/wait.h>

#include "check/checker.h"
#include "machine/state.h"

static void make_confirmer(Checker *c)
{
	const SearchConfig *s = &c->search->config;
	ConfirmConfig config = {.version = {s->subject[OLD]->version, s->subject[NEW]->version},
							.cflags = {s->subject[OLD]->cflags, s->subject[NEW]->cflags},
							.native = {c->native[OLD], c->native[NEW]},
							.name = s->subject[NEW]->name,
							.scratch = c->scratch,
							.log = c->log,
							.unsafe = c->config.unsafe,
							.budget = c->config.native,
							.see = s->see,
							.filter = &c->search->seen.filter.lines};
	if (!c->confirmer)
		c->confirmer = confirmer_new(&config);
}

/* ---- as the machine says ---- */

static bool same_text(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

static bool ended_so(const Behaviour *b, const NativeSeen *seen, const Buf *returned)
{
	int status = seen->run.status;
	switch (b->outcome) {
	case RAN_EXIT:
		return !seen->run.timeout && WIFEXITED(status) &&
			   WEXITSTATUS(status) == (b->status & 255) && same_text(&seen->returned, returned) &&
			   same_text(&seen->run.out, &b->text[0]) && same_text(&seen->run.err, &b->text[1]);
	case RAN_SIGNAL:
		return !seen->run.timeout && WIFSIGNALED(status) && WTERMSIG(status) == b->status &&
			   same_text(&seen->run.out, &b->text[0]);
	case RAN_ERROR: return seen->caught || (!seen->run.timeout && WIFSIGNALED(status));
	case RAN_LIMIT: return seen->run.timeout;
	default: return false;
	}
}

/* One version; *in gets its plan. */
static Confirmation version_does(Checker *c, int side, NativeInput *in, Err *err)
{
	const Behaviour *b = &c->search->seen.now[side];
	Buf plan = {0}, expected = {0};
	NativeSeen seen = {0};
	Flavour flavour = b->outcome == RAN_ERROR ? FLAVOUR_SANITIZED : FLAVOUR_PLAIN;
	if (b->type) {
		buf_adds(&expected, "returned: ");
		entry_value_text(b->type, b->value, &expected);
		expect_left(c, side, &plan, &expected);
		in->plan[side] = buf_str(&plan);
	}
	bool good = confirmer_observe(c->confirmer, side, flavour, in, &seen, err);
	bool so = good && ended_so(b, &seen, &expected);
	if (good && !so && getenv("DRIFT_SHOW_NATIVE")) /* for those who work on drift */
		fprintf(stderr, "%s: expected %s\nseen %s\n", side ? "new" : "old", buf_str(&expected),
				buf_str(&seen.returned));
	native_seen_free(&seen);
	buf_free(&plan);
	buf_free(&expected);
	in->plan[side] = NULL;
	return !good ? confirmer_trouble(c->confirmer, flavour) : so ? CONFIRM_YES : CONFIRM_NO;
}

static Confirmation both_do(Checker *c, NativeInput *in, Err *err)
{
	Confirmation r = version_does(c, OLD, in, err);
	return r == CONFIRM_YES ? version_does(c, NEW, in, err) : r;
}

/* ---- the whole ---- */

Confirmation check_natively(Checker *c, const Rule *r, u32 shape, const Assignment *a, u32 test,
							Err *err)
{
	const Shape *s = &c->search->config.inputs->shapes.at[shape];
	const Behaviour *b = c->search->seen.now;
	StrList args = {0}, env = {0};
	Arena arena = {0};
	double begin = now_seconds();
	make_confirmer(c);
	char *dir = xasprintf("%s/tests/%04u", c->config.dir, test);
	native_words(c->search->config.inputs, s, a, &args, &env, &arena);
	NativeInput in = {
		.args = &args,
		.env = &env,
		.test_dir = dir,
		.files = c->files,
		.input = s->parts.len && vec_last(&s->parts).role == ROLE_STDIN,
		.errors = b[OLD].outcome == RAN_ERROR || b[NEW].outcome == RAN_ERROR,
		.undefined = b[OLD].undefined || b[NEW].undefined,
		.plan = {b[OLD].left ? buf_str(&b[OLD].left->plan[OLD]) : NULL,
				 b[NEW].left ? buf_str(&b[NEW].left->plan[NEW]) : NULL},
		.hangs = b[OLD].outcome == RAN_LIMIT || b[NEW].outcome == RAN_LIMIT,
		.twice = behaviours_open(&c->search->seen),
		.found = {machine_os(c->search->machine[OLD]), machine_os(c->search->machine[NEW])},
	};
	Confirmation seen;
	/* Of what was never set no program need show what the machine has. */
	bool unset = c->search->config.entry && machine_register_unset(c->search->pair.value[NEW].tag);
	if (r->kind >= RULE_FRAME || unset) {
		seen = confirm(c->confirmer, &in, err);
	} else {
		in.plan[OLD] = in.plan[NEW] = NULL;
		seen = both_do(c, &in, err);
	}
	vec_free(&args);
	vec_free(&env);
	arena_free(&arena);
	free(dir);
	c->claim->native += now_seconds() - begin;
	return seen;
}
