/* golden_entry.c: a golden version of the function under --entry.
 *
 * Memory after a call is compared by walking two memories in step. So the golden version is compared
 * with OLD and with NEW, each as a pair of versions of its own. That is done on the witness of a
 * difference: the class is that of this input, and is not proved for others. */
#include "clients/test/golden.h"

static void ignore_path(void *ctx, u32 shape, const Assignment *input, const ExprList *conds)
{
	(void)ctx;
	(void)shape;
	(void)input;
	(void)conds;
}

static void ignore_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	(void)ctx;
	(void)shape;
	(void)input;
	(void)conds;
}

bool golden_entry_begin(Tester *t, Err *err)
{
	const SearchConfig *c = search_config(t->search);
	const Entry *own[2] = {c->entry_old ? c->entry_old : c->entry_type, c->entry_type};
	SearchClient client = {.path = ignore_path, .pair = ignore_pair};
	for (int side = OLD; side <= NEW; side++) {
		SearchConfig beside = *c;
		beside.subject[OLD] = c->subject[side];
		beside.subject[NEW] = t->config.golden;
		beside.entry_old = own[side];
		beside.entry_type = t->config.golden_entry;
		beside.interface = NULL;
		beside.strategy = STRATEGY_PATH;
		beside.order = NULL;
		beside.prune = 0;
		beside.processes = (SearchProcesses){0};
		beside.given = beside.interactions = false;
		beside.same_too = true; /* equal code is run as well */
		t->golden->beside[side] = search_new(&beside, &client, err);
		if (!t->golden->beside[side])
			return false;
	}
	return true;
}

void golden_entry_free(Golden *g)
{
	for (int side = OLD; side <= NEW; side++)
		if (g->beside[side])
			search_free(g->beside[side]);
}

/* True if both did the same; *known is false if a run does not tell. */
static bool does_the_same(Tester *t, int side, u32 shape, const Assignment *a, bool *known)
{
	Search *beside = t->golden->beside[side];
	search_until(beside, search_budget(t->search));
	search_observe(beside, shape, a);
	PostStates *units = search_units(beside);
	if (search_inconclusive(beside) || search_cut_short(beside) || post_states_limited(units))
		*known = false;
	return !search_differs_on(beside, a, false);
}

GoldenClass golden_entry_class(Tester *t, u32 shape, const Assignment *a)
{
	bool known = true;
	bool old = does_the_same(t, OLD, shape, a, &known);
	bool newer = does_the_same(t, NEW, shape, a, &known);
	if (!known || (old && newer))
		return GOLDEN_UNKNOWN;
	return old ? GOLDEN_REGRESSION : newer ? GOLDEN_PROGRESS : GOLDEN_INCOMPLETE;
}
