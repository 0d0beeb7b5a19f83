/* measure.c: which items a test meets, by the measure of the suite. */
#include "clients/suite/impl.h"

#include "engine/static/ways.h"

static void meet(Suite *s, SuiteTest *t, Key key)
{
	u64 number = s->n_items;
	if (!keymap_get(&s->items, key, &number)) {
		keymap_put(&s->items, key, number);
		s->n_items++;
	}
	vec_push(&t->items, (u32)number);
}

/* ---- partitions ---- */

static void meet_partition(Suite *s, SuiteTest *t)
{
	Buf key = {0};
	search_partition_key(s->search, t->start->shape, &key);
	meet(s, t, buf_key(&key));
	buf_free(&key);
}

/* ---- coverage ---- */

static void meet_flags(Suite *s, SuiteTest *t, const Machine *m, const Function *f)
{
	const u8 *covered = machine_covered(m, f->id);
	Ways ways;
	if (!covered)
		return;
	ways_find(f, &ways);
	for (u32 b = 0; b < f->n_blocks; b++) {
		if (!covered[b])
			continue;
		meet(s, t, KEY(f->id, b));
		for (u32 k = ways.begin[b]; k < ways.begin[b + 1]; k++)
			if (covered[ways.at[k].flag] && ways.at[k].flag >= f->n_blocks)
				meet(s, t, KEY(f->id, ways.at[k].flag));
	}
	ways_free(&ways);
}

/* A machine counts what any of its runs executed, so each test has a machine of its own. */
static bool meet_branches(Suite *s, SuiteTest *t, Err *err)
{
	const SearchConfig *c = search_config(s->search);
	MachineOptions options = {.purpose = MACHINE_PLAIN, .budget = search_budget(s->search)};
	MachineRunner one = {0};
	PathRun out = {0};
	const Program *p = c->subject[NEW]->program;
	if (!subject_start(c->subject[NEW], c->inputs, &options, &one, err))
		return false;
	machine_runner_run(&one, t->start->shape, &s->input, &out);
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			meet_flags(s, t, one.m, &p->functions.at[i]);
	if (out.result.cut)
		t->open = "the time is up";
	subject_stop(&one);
	return true;
}

bool suite_measure(Suite *s, SuiteTest *t, Err *err)
{
	switch (s->config.measure) {
	case SUITE_OUTPUT: meet_partition(s, t); break;
	case SUITE_CHANGE:
		if (t->changes.len) /* else the versions are one program */
			meet_partition(s, t);
		break;
	default: return meet_branches(s, t, err);
	}
	return true;
}
