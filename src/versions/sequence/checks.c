/* checks.c: what depends on a check that ends the program.
 *
 * `if (b == 0) fail();` does not control the code that follows, or else everything would depend on
 * every check. But if the check itself was removed or edited, values pass that did not pass before.
 * So the code behind it that uses the same values depends on the change. */
#include "versions/sequence/impl.h"

enum {
	MOST_VALUES = 64, /* that are followed back from a branch */
	MOST_REGS = 16,   /* of one instruction */
	MOST_HOPS = 4,    /* from a changed value on to the branch */
};

typedef struct Checks {
	Depend *d;
	Side side;
	Static *s;         /* of the side */
	const Function *f; /* that the check is in */
	u32 change;
	DependFn fn;
	void *ctx; /* for fn */
} Checks;

/* True if what the branch decides on directly has a call that does not return. */
static bool ends_program(const Checks *x, u32 block)
{
	const Flow *flow = static_flow(x->s, x->f->id);
	for (u32 b = 0; b < flow->n; b++) {
		bool decided = false;
		for (u32 k = flow->cdep_at[b]; k < flow->cdep_at[b + 1]; k++)
			decided |= flow->cdep[k].from == block;
		for (u32 i = x->f->blocks[b].first; decided && i < x->f->blocks[b].end; i++) {
			const u32 *callees;
			if (x->f->ins[i].op != I_CALL)
				continue;
			u32 n = static_callees(x->s, x->f->id, i, &callees), ends = 0;
			for (u32 k = 0; k < n; k++)
				ends += static_never_returns(x->s, callees[k]);
			if (n && ends == n)
				return true;
		}
	}
	return false;
}

/* The node in NEW of an instruction of the side. */
static u32 node_of(const Checks *x, u32 ins)
{
	u32 function = x->f->id;
	if (x->side == OLD) {
		ins = change_map_match(x->d->g->map, OLD, function, ins);
		function = change_map_function(x->d->g->map, OLD, function);
	}
	return function == NO_OPERAND || ins == NO_OPERAND ? NO_OPERAND
													   : depend_ins(x->d, function, ins);
}

/* The instruction depends on the change; as an argument, by the register if it is one. */
static void mark(const Checks *x, u32 ins, u32 reg)
{
	u32 node = node_of(x, ins);
	if (node == NO_OPERAND)
		return;
	x->fn(x->ctx, node, x->change);
	if (x->f->ins[ins].op != I_CALL || reg == NO_OPERAND)
		return;
	const Call *call = &x->f->calls[x->f->ins[ins].extra];
	const DependNode *n = &x->d->nodes.at[node];
	Target at = {n->function, n->ins};
	for (u32 a = 0; a < call->n_args; a++)
		if (call->args[a].value == reg)
			depend_argument(x->d, at, a, x->fn, x->ctx, x->change);
}

/* True if the use of a register is behind the branch; of a phi, the way that brings it. */
static bool is_behind(const Checks *x, u32 ins, u32 reg, u32 block)
{
	const Flow *flow = static_flow(x->s, x->f->id);
	const Ins *in = &x->f->ins[ins];
	u32 at = static_block(x->s, x->f->id, ins);
	if (in->op != I_PHI)
		return at != block && flow_dominates(flow, block, at);
	for (u32 k = 0; k < in->n_extra; k++)
		if (x->f->extra[in->extra + 2 * k + 1] == reg &&
			flow_dominates(flow, block, x->f->extra[in->extra + 2 * k]))
			return true;
	return false;
}

/* Phis of OLD have no counterpart that could be relied on: what uses them. */
static void mark_uses(const Checks *x, u32 reg, u32 block)
{
	const DefUse *du = static_uses(x->s, x->f->id);
	U32List phis = {0};
	for (u32 k = du->use_at[reg]; k < du->use_at[reg + 1]; k++) {
		if (!is_behind(x, du->use[k], reg, block))
			continue;
		mark(x, du->use[k], reg);
		if (x->f->ins[du->use[k]].op == I_PHI)
			vec_push(&phis, x->f->ins[du->use[k]].dst);
	}
	for (size_t i = 0; x->side == OLD && i < phis.len; i++)
		for (u32 k = du->use_at[phis.at[i]]; k < du->use_at[phis.at[i] + 1]; k++)
			mark(x, du->use[k], phis.at[i]);
	vec_free(&phis);
}

/* Memory that was looked at: whoever reads it behind the check, and all others where it is
 * written. */
static void mark_memory(const Checks *x, u32 ins, u32 block)
{
	LocationSet ref = static_ref(x->s, x->f->id, ins);
	for (u32 i = 0; i < x->f->n_ins; i++)
		if (x->f->ins[i].op == I_LOAD && i != ins && is_behind(x, i, NO_OPERAND, block) &&
			static_sets_meet(x->s, ref, static_ref(x->s, x->f->id, i)))
			mark(x, i, NO_OPERAND);
	if (x->side == OLD) {
		depend_lost_memory(x->d, ref, x->change, x->fn, x->ctx);
		return;
	}
	for (u32 k = 0; k < ref.n; k++) {
		Location read = static_location(x->s, ref.at[k]);
		for (size_t i = 0; i < x->d->locations.len; i++) {
			Location there = static_location(x->s, x->d->locations.at[i]);
			u64 node;
			if (location_overlap(&there, &read) &&
				intmap_get(&x->d->memory_at, x->d->locations.at[i] + 1ull, &node))
				x->fn(x->ctx, (u32)node, x->change);
		}
	}
}

/* True if the value is one of the check's own, not one that the program has anyway. */
static bool is_own_value(const Checks *x, u32 def)
{
	return change_map_of(x->d->g->map, x->side, x->f->id, def) == x->change;
}

static bool is_cast(u8 op)
{
	return op >= I_TRUNC && op <= I_BITCAST;
}

/* From the branch back to the values that it looks at. */
static void mark_values(const Checks *x, u32 branch)
{
	const DefUse *du = static_uses(x->s, x->f->id);
	u32 block = static_block(x->s, x->f->id, branch), regs[MOST_REGS];
	U32List todo = {0};
	vec_push(&todo, branch);
	for (size_t i = 0; i < todo.len; i++) {
		const Ins *in = &x->f->ins[todo.at[i]];
		u32 n = static_ins_uses(x->f, in, regs, MOST_REGS);
		for (u32 k = 0; k < n && k < MOST_REGS; k++) {
			u32 def = du->def[regs[k]];
			mark_uses(x, regs[k], block);
			if (def == NO_OPERAND)
				continue;
			u8 op = x->f->ins[def].op;
			if (op == I_LOAD)
				mark_memory(x, def, block);
			else if ((is_own_value(x, def) || is_cast(op)) && op != I_CALL && op != I_PHI &&
					 todo.len < MOST_VALUES)
				vec_push(&todo, def);
		}
	}
	vec_free(&todo);
}

static void check_at(const Checks *x, u32 ins)
{
	if (ins_decides(&x->f->ins[ins]) && ends_program(x, static_block(x->s, x->f->id, ins)))
		mark_values(x, ins);
}

/* The branches that a changed instruction decides on. */
static void check_behind(const Checks *x, u32 ins)
{
	const DefUse *du = static_uses(x->s, x->f->id);
	u32 hops = 0;
	while (hops++ < MOST_HOPS) {
		u32 first, n = static_ins_defs(x->f, &x->f->ins[ins], &first), next = NO_OPERAND;
		check_at(x, ins);
		for (u32 k = n ? du->use_at[first] : 0; n && k < du->use_at[first + 1]; k++) {
			const Ins *use = &x->f->ins[du->use[k]];
			u8 op = use->op;
			if (ins_decides(use))
				check_at(x, du->use[k]);
			else if (op != I_CALL && op != I_STORE && op != I_PHI)
				next = du->use[k];
		}
		if (next == NO_OPERAND)
			return;
		ins = next;
	}
}

void depend_checks(Depend *d, u32 change, DependFn fn, void *ctx)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		const ChangePart *part = &change_map_at(d->g->map, change)->part[s];
		const Program *p = s == NEW ? d->g->p : d->g->older;
		Checks x = {d, s, d->g->meet[s], NULL, change, fn, ctx};
		for (u32 k = 0; x.s && k < part->n_points; k++) {
			const ChangePoint *at = &part->points[k];
			x.f = &p->functions.at[at->function];
			if (at->kind != POINT_MARKER && at->kind != POINT_EDGE && x.f->kind == FN_SUBJECT &&
				static_reachable(x.s, at->function))
				check_behind(&x, at->ins);
		}
	}
}
