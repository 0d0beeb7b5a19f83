/* given.c: the input of a test, as native programs are given it. */
#include "test/tester.h"

void native_given(const Tester *t, u32 shape, const Assignment *a, u32 test, NativeGiven *g)
{
	const Shape *s = &t->search->config.inputs->shapes.at[shape];
	const Behaviour *b = t->search->seen.now;
	*g = (NativeGiven){.dir = xasprintf("%s/tests/%04u", t->config.dir, test)};
	native_words(t->search->config.inputs, s, a, &g->args, &g->env, &g->arena);
	g->in = (NativeInput){
		.args = &g->args,
		.env = &g->env,
		.test_dir = g->dir,
		.files = t->files,
		.input = s->parts.len && vec_last(&s->parts).role == ROLE_STDIN,
		.errors = b[OLD].outcome == RAN_ERROR || b[NEW].outcome == RAN_ERROR,
		.undefined = b[OLD].undefined || b[NEW].undefined,
		.plan = {b[OLD].left ? buf_str(&b[OLD].left->plan[OLD]) : NULL,
				 b[NEW].left ? buf_str(&b[NEW].left->plan[NEW]) : NULL},
		.hangs = b[OLD].outcome == RAN_LIMIT || b[NEW].outcome == RAN_LIMIT,
		.twice = behaviours_open(&t->search->seen),
		.found = {machine_os(t->search->machine[OLD]), machine_os(t->search->machine[NEW])},
	};
}

void native_given_free(NativeGiven *g)
{
	vec_free(&g->args);
	vec_free(&g->env);
	arena_free(&g->arena);
	free(g->dir);
}
