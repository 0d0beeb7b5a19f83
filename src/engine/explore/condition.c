/* condition.c: selects the constraints of a run that matter and sorts them so that no partition
 * is lost. */
#include "engine/explore/condition.h"

static const char *const names[] = {"path", "output", "reach", "change"};

bool condition_parse(const char *name, ConditionBy *by)
{
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(names[i], name)) {
			*by = (ConditionBy)i;
			return true;
		}
	return false;
}

const char *condition_name(ConditionBy by)
{
	return names[by];
}

/* What the machine does not run may come to any target. */
void condition_targets(Condition *c, Machine *m, const Target *targets, u32 n)
{
	TargetList all = {0};
	vec_append(&all, targets, n);
	for (u32 f = 0, i = 0; static_next_foreign(c->s, &f, &i); i++)
		vec_push(&all, ((Target){f, i}));
	distance_free(c->near);
	later_free(c->later);
	c->near = static_distance(c->s, all.at, (u32)all.len);
	c->later = static_later(c->s, all.at, (u32)all.len);
	machine_set_targets(m, c->later);
	vec_free(&all);
}

/* The instructions that look at variables. */
void condition_observe(Condition *c, const Program *p)
{
	TargetList sites = {0};
	for (u32 i = 0; i < p->functions.len; i++)
		for (u32 k = 0; k < p->functions.at[i].n_ins; k++)
			if (p->functions.at[i].ins[k].op == I_OBSERVE)
				vec_push(&sites, ((Target){i, k}));
	distance_free(c->looks);
	c->looks = static_distance(c->s, sites.at, (u32)sites.len);
	vec_free(&sites);
}

void condition_left(Condition *c)
{
	TargetList sites = {0};
	for (u32 f = 0, i = 0; static_next_outer(c->s, &f, &i); i++)
		vec_push(&sites, ((Target){f, i}));
	c->left = true;
	distance_free(c->looks);
	c->looks = static_distance(c->s, sites.at, (u32)sites.len);
	vec_free(&sites);
}

void condition_settle(Condition *c, Machine *m)
{
	c->settled = machine_left_dep(m);
}

void condition_free(Condition *c)
{
	distance_free(c->near);
	later_free(c->later);
	distance_free(c->looks);
	dep_walk_free(&c->walk);
	vec_free(&c->order);
	intmap_free(&c->listed);
}

/* True if a target may be executed or not because of the branch. */
static bool decides(Condition *c, const Distance *near, const BranchRun *b)
{
	const Flow *flow = static_flow(c->s, b->function);
	u32 block = static_block(c->s, b->function, b->ins);
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (static_distance_way(c->s, near, b->function, block, k - flow->succ_at[block]) != FAR)
			return true;
	return false;
}

/* Likewise for a call through a pointer: a function that it may enter may reach a target. */
static bool chooses(Condition *c, const Distance *near, const ChoiceRun *call)
{
	const u32 *callees;
	u32 n = static_callees(c->s, call->function, call->ins, &callees);
	for (u32 i = 0; i < n; i++)
		if (near->entry[callees[i]] != FAR)
			return true;
	return false;
}

static void list(Condition *c, Dep set)
{
	if (c->unordered)
		dep_walk_set(&c->walk, set, &c->order);
	else
		dep_walk_order(&c->walk, set, &c->order);
}

/* The branches and calls that decide about the targets, and whether the run went on to them at all.
 */
static Dep reach(Condition *c, const Distance *near, Machine *m)
{
	size_t n;
	const BranchRun *branches = machine_branches(m, &n);
	Dep set = machine_reached(m);
	for (size_t i = 0; near && i < n; i++)
		if (decides(c, near, &branches[i]))
			set = machine_join(m, set, branches[i].dep);
	const ChoiceRun *calls = machine_choices(m, &n);
	for (size_t i = 0; near && i < n; i++)
		if (chooses(c, near, &calls[i]))
			set = machine_join(m, set, calls[i].dep);
	return set;
}

/* The variables that were looked at, and how often they were. */
static Dep observed(Condition *c, Machine *m)
{
	size_t n;
	const ObservedValue *seen = machine_observed(m, &n);
	Dep set = reach(c, c->looks, m);
	for (size_t i = 0; i < n; i++)
		set = machine_join(m, set, seen[i].dep);
	return set;
}

static Dep outputs(Condition *c, Machine *m, Tag returned)
{
	Dep set = machine_output_dep(m, c->outputs);
	if (c->looks)
		set = machine_join(m, set, observed(c, m));
	if (c->left)
		set = machine_join(m, set, c->settled);
	return c->returned ? machine_join(m, set, machine_dep(m, returned)) : set;
}

static void append(Condition *c, Machine *m, Dep set, ConstraintList *out)
{
	size_t n;
	const Constraint *all = machine_constraints(m, &n);
	c->order.len = 0;
	list(c, set);
	/* A loop repeats the same condition; its first occurrence represents all. */
	for (size_t i = 0; i < c->order.len; i++) {
		const Constraint *one = &all[c->order.at[i]];
		u64 key = (u64)one->kind << 32 | one->cond, at;
		if (intmap_get(&c->listed, key, &at))
			continue;
		intmap_put(&c->listed, key, 1);
		vec_push(out, *one);
	}
}

void condition_begin(Condition *c, Machine *m)
{
	dep_walk_begin(&c->walk, machine_deps(m));
	intmap_clear(&c->listed);
}

void condition_reach(Condition *c, Machine *m, ConstraintList *out)
{
	Dep set = reach(c, c->near, m);
	dep_walk_grow(&c->walk);
	append(c, m, set, out);
}

void condition_outputs(Condition *c, Machine *m, Tag returned, ConstraintList *out)
{
	Dep set = outputs(c, m, returned);
	dep_walk_grow(&c->walk);
	append(c, m, set, out);
}

void condition_take(Condition *c, Machine *m, bool executed, Tag returned, ConstraintList *out)
{
	size_t n;
	const Constraint *all = machine_constraints(m, &n);
	for (size_t i = 0; c->by == BY_PATH && i < n; i++)
		vec_push(out, all[i]);
	if (c->by == BY_PATH)
		return;
	condition_begin(c, m);
	if (c->by == BY_CHANGE && executed && c->one_block) {
		Dep both = machine_join(m, reach(c, c->near, m), outputs(c, m, returned));
		dep_walk_grow(&c->walk);
		append(c, m, both, out);
		return;
	}
	if (c->by != BY_OUTPUT)
		condition_reach(c, m, out);
	if (c->by == BY_OUTPUT || (c->by == BY_CHANGE && executed))
		condition_outputs(c, m, returned, out);
}
