/* side.c: leaves without a run of their own.
 *
 * The input of such a leaf reaches a branch, but does not belong to the leaf. Every input of the leaf reaches
 * the same branch, because the leaf's condition implies all decisions before it; and no change was executed so
 * far. The leaf's condition must exclude each side of the branch from which a change can be executed. From all
 * other sides, both versions are the same program to the end. */
#include "versions/verify/impl.h"

#include "engine/machine/state.h"

/* The branch, as the machine is about to make it. */
typedef struct SideRun {
	const Verifier *v;
	const LeafRun *r;
	const Function *f; /* that has it; NULL: this is no branch on an input */
	const Ins *in;
	Expr value; /* that is tested */
} SideRun;

static bool refute(Verifier *v, const LeafRun *r, const char *why)
{
	return verify_end(v, VERIFY_REFUTED, "leaf %u: its cut by '%s' is wrong: %s", r->number,
					  leaf_rules[r->leaf->rule], why);
}

/* ---- the branch ---- */

static u32 definition_of(const Function *f, u32 reg)
{
	for (u32 i = 0; i < f->n_ins; i++) {
		u32 first, n = static_ins_defs(f, &f->ins[i], &first);
		if (reg >= first && reg - first < n)
			return i;
	}
	return NO_OPERAND;
}

static void at_branch(void *ctx)
{
	SideRun *x = ctx;
	Machine *m = x->v->pair.version[OLD].m;
	const Constraint *c = &x->r->list[OLD].at[x->r->leaf->cut[OLD]];
	u32 inner = machine_frames(m) - 1;
	StateFrame frame = machine_frame(m, inner);
	machine_set_limit(m, 1); /* the rest of the run is not needed */
	if (frame.function != c->function || frame.ins != c->ins || frame.handler)
		return;
	const Function *f = &x->v->config->subject[OLD]->program->functions.at[frame.function];
	const Ins *in = &f->ins[frame.ins];
	if ((in->op != I_CBR && in->op != I_SWITCH) || in->a & OPERAND_CONST)
		return;
	u64 bits;
	Tag tag;
	machine_register(m, inner, in->a, definition_of(f, in->a), &bits, &tag);
	x->value = (Expr)tag;
	x->in = in;
	x->f = x->value ? f : NULL;
}

static void find_branch(Verifier *v, SideRun *x)
{
	PathRun out = {0};
	MachineRunner *m = &v->pair.version[OLD];
	u64 limit = v->config->subject[OLD]->limit_insns;
	machine_set_limit(m->m, limit);
	machine_at_constraint(m->m, x->r->leaf->cut[OLD], at_branch, x);
	machine_runner_run(m, 0, &x->r->input, &out);
	machine_set_limit(m->m, limit);
	v->figures->runs++;
}

/* ---- its sides ---- */

/* True if inputs that satisfy cond, and go to this block, cannot execute a change, or are not of the leaf. */
static bool check_block(Verifier *v, const SideRun *x, Expr cond, u32 block)
{
	const Constraint *c = &x->r->list[OLD].at[x->r->leaf->cut[OLD]];
	if (!verify_block_may_change(v, c->function, block))
		return true;
	char *what = xasprintf("an input of leaf %u takes a side from which a change can be executed",
						   x->r->number);
	bool good = verify_excludes(v, &x->r->given, cond, what);
	free(what);
	return good;
}

static bool check_switch(Verifier *v, const SideRun *x)
{
	Expr none = EXPR_TRUE;
	u32 bits = type_bits(x->in->type);
	for (u32 k = 0; k < x->in->n_extra; k++) {
		const Case *c = &x->f->cases[x->in->extra + k];
		Expr is =
			expr_eq(v->pool, x->value, expr_const128(v->pool, bits, (u128)c->hi << 64 | c->lo));
		if (!check_block(v, x, is, c->block))
			return false;
		none = expr_and(v->pool, none, expr_not(v->pool, is));
	}
	return check_block(v, x, none, (u32)x->in->imm);
}

static bool check_sides(Verifier *v, const SideRun *x)
{
	if (x->in->op == I_SWITCH)
		return check_switch(v, x);
	return check_block(v, x, x->value, (u32)x->in->imm) &&
		   check_block(v, x, expr_not(v->pool, x->value), (u32)x->in->scale);
}

/* ---- the way to it ---- */

static bool check_way(Verifier *v, const LeafRun *r)
{
	u32 at = r->leaf->cut[OLD];
	if (at >= r->list[OLD].len)
		return refute(v, r, "OLD decides nothing there");
	for (u32 i = 0; i <= at; i++)
		if (r->list[OLD].at[i].under)
			return refute(v, r, "a value was fixed, and not all others were tried");
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *events = machine_watch_events(v->pair.version[side].m, &n);
		for (size_t i = 0; i < n; i++)
			if (events[i].constraints <= at)
				return refute(v, r, "the run executes a change before it");
	}
	return verify_implied(v, r, r->list[OLD].at, at);
}

bool verify_side(Verifier *v, const LeafRun *r)
{
	SideRun x = {.v = v, .r = r};
	const char *none = verify_no_cuts(v);
	if (none)
		return refute(v, r, none);
	if (!check_way(v, r))
		return false;
	find_branch(v, &x);
	return (x.f || refute(v, r, "there is no branch on the input")) && check_sides(v, &x);
}
