/* given.c: the input of a test, in the form for native programs. */
#include "evidence/witness/impl.h"

static bool has_stdin(const Shape *s)
{
	return s->parts.len && vec_last(&s->parts).role == ROLE_STDIN;
}

/* The error that the machine reported of a version. */
static ToldError told_error(const Evidence *ev, int side)
{
	const Behaviour *b = evidence_behaviour(ev, side);
	const Program *p = ev->config.subject[side]->program;
	if (b->outcome != RAN_ERROR)
		return (ToldError){.signalled = b->outcome == RAN_SIGNAL};
	return (ToldError){.kind = b->error, .function = b->function, .line = p->locs.at[b->loc].line};
}

void witness_given(const Evidence *ev, u32 shape, const Assignment *a, u32 test, NativeGiven *g)
{
	const EvidenceConfig *c = &ev->config;
	const Shape *s = &c->inputs->shapes.at[shape];
	const Behaviour *b = c->seen->now;
	*g = (NativeGiven){.dir = xasprintf("%s/tests/%04u", c->dir, test)};
	native_words(c->inputs, s, a, &g->args, &g->env, &g->arena);
	g->in = (NativeInput){
		.args = &g->args,
		.env = &g->env,
		.test_dir = g->dir,
		.files = ev->location.files,
		.input = has_stdin(s),
		.errors = b[OLD].outcome == RAN_ERROR || b[NEW].outcome == RAN_ERROR,
		.told = {told_error(ev, OLD), told_error(ev, NEW)},
		.undefined = b[OLD].undefined || b[NEW].undefined,
		.plan = {b[OLD].left ? buf_str(&b[OLD].left->plan[OLD]) : NULL,
				 b[NEW].left ? buf_str(&b[NEW].left->plan[NEW]) : NULL},
		.hangs = b[OLD].outcome == RAN_LIMIT || b[NEW].outcome == RAN_LIMIT,
		.twice = behaviours_open(c->seen),
		.found = {machine_os(c->machine[OLD]), machine_os(c->machine[NEW])},
	};
}

void witness_given_free(NativeGiven *g)
{
	vec_free(&g->args);
	vec_free(&g->env);
	arena_free(&g->arena);
	free(g->dir);
}
