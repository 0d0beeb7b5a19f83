/* conditions.c: the decisions of both programs on the input that are relevant to the difference. */
#include "clients/explain/impl.h"

/* Returns the dependences of the difference, in one program. */
static Dep criterion(const Explanation *x, int side)
{
	Machine *m = x->of[side].machine;
	switch (x->differs) {
	case DIFFER_STDOUT: return machine_byte_dep(m, 1, x->differs_at);
	case DIFFER_STDERR: return machine_byte_dep(m, 2, x->differs_at);
	case DIFFER_FILES: return machine_output_dep(m, OUTPUT_FILES);
	default: break;
	}
	/* Of a function also what it returned. */
	Dep returned = machine_dep(m, x->pair.product.value[side].tag);
	Dep status = machine_output_dep(m, OUTPUT_STATUS);
	return x->config.entry.name ? machine_join(m, status, returned) : status;
}

static void add(InputCondition *c, const Constraint *one, u32 nth)
{
	u64 at;
	if (intmap_get(&c->has, one->cond, &at))
		return;
	intmap_put(&c->has, one->cond, c->list.len);
	vec_push(&c->list, ((Decision){.c = *one, .nth = nth}));
}

static void take(Explanation *x, int side, InputCondition *c)
{
	size_t n;
	Machine *m = x->of[side].machine;
	const Constraint *all = machine_constraints(m, &n);
	DepWalk walk = {0};
	DepList order = {0};
	Dep set = 0;
	/* Memory does not record what its contents depend on. */
	bool path = x->config.by == BY_PATH || x->differs == DIFFER_POST_STATE;
	if (!path) {
		set = criterion(x, side);
		dep_walk_begin(&walk, machine_deps(m));
		dep_walk_grow(&walk);
		dep_walk_order(&walk, set, &order);
	}
	for (size_t i = 0; i < order.len; i++)
		add(c, &all[order.at[i]], order.at[i]);
	for (size_t i = 0; path && i < n; i++)
		add(c, &all[i], (u32)i);
	if (set & DEP_UNDEFINED || x->seen.now[side].uninitialised)
		x->unsettled = "it depends on uninitialised memory: another build may behave differently";
	c->n = (u32)n;
	dep_walk_free(&walk);
	vec_free(&order);
}

/* The decisions that led to the error are at the end of the run: its check, and other decisions on
 * its line, such as how far a copy goes. */
static void mark_error(const Explanation *x, int side, InputCondition *c)
{
	const RunResult *r = &x->of[side].result;
	c->checked = (u32)c->list.len;
	while (r->outcome == RAN_ERROR && c->checked && c->list.at[c->checked - 1].c.loc == r->loc)
		c->checked--;
}

void explain_conditions(Explanation *x)
{
	const ConstraintList *fixed = &x->pair.product.fixed;
	for (size_t i = 0; i < fixed->len; i++)
		vec_push(&x->pair.fixed, fixed->at[i].cond);
	for (int side = OLD; side <= NEW; side++) {
		take(x, side, &x->condition[side]);
		mark_error(x, side, &x->condition[side]);
		x->stats.decisions += x->condition[side].list.len;
	}
}
