/* conditions.c: the decisions of both programs on the input that are relevant to the difference. */
#include "clients/explain/impl.h"

/* Returns the dependences of the difference, in one program. */
static Dep criterion(const Explanation *x, int side)
{
	Machine *m = x->of[side].machine;
	switch (x->differs) {
	case DIFFER_STDOUT: return machine_byte_dep(m, 1, x->place.at);
	case DIFFER_STDERR: return machine_byte_dep(m, 2, x->place.at);
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

static void forget(InputCondition *c)
{
	c->list.len = 0;
	intmap_free(&c->has);
	intmap_free(&c->implied);
	intmap_free(&c->path);
	c->has = c->implied = c->path = (IntMap){0};
}

/* set: what the difference depends on; not used for paths. */
static void take(Explanation *x, int side, Dep set, InputCondition *c)
{
	size_t n;
	Machine *m = x->of[side].machine;
	const Constraint *all = machine_constraints(m, &n);
	DepWalk walk = {0};
	DepList order = {0};
	/* Memory does not record what its contents depend on. */
	bool path = x->config.by == BY_PATH || x->differs == DIFFER_POST_STATE;
	if (!path) {
		dep_walk_begin(&walk, machine_deps(m));
		dep_walk_grow(&walk);
		dep_walk_order(&walk, set, &order);
	}
	for (size_t i = 0; i < order.len; i++)
		add(c, &all[order.at[i]], order.at[i]);
	for (size_t i = 0; path && i < n; i++)
		add(c, &all[i], (u32)i);
	for (size_t i = 0; i < n; i++)
		intmap_put(&c->path, all[i].cond, i);
	if ((!path && set & DEP_UNDEFINED) || x->seen.now[side].uninitialised)
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

void explain_conditions(Explanation *x, bool by_value)
{
	const ConstraintList *fixed = &x->pair.product.fixed;
	WrongValue value = {0};
	Dep set[2] = {0};
	bool known[2] = {false, false};
	if (by_value)
		explain_wrong_value(x, &value);
	for (int side = OLD; side <= NEW && value.known; side++)
		set[side] = explain_value_dep(x, side, &value, &known[side]);
	x->stats.by_value = known[OLD] && known[NEW];
	x->stats.decisions = x->pair.fixed.len = 0;
	for (size_t i = 0; i < fixed->len; i++)
		vec_push(&x->pair.fixed, fixed->at[i].cond);
	for (int side = OLD; side <= NEW; side++) {
		forget(&x->condition[side]);
		if (!x->stats.by_value && x->config.by != BY_PATH)
			set[side] = criterion(x, side);
		take(x, side, set[side], &x->condition[side]);
		mark_error(x, side, &x->condition[side]);
		x->stats.decisions += x->condition[side].list.len;
	}
}
