/* meet.c: both sides are at a stop: do they do the same there?
 *
 * A goal that does not follow from the conditions of both ways ends the attempt, unless no state takes
 * both ways. Loop heads meet loop heads; a side at a loop head goes on if the other one does not stop
 * at one. */
#include "versions/prove/impl.h"

static void prove(PairProof *x, Expr goal, const char *why)
{
	if (!x->why && !ask_valid(x, &x->now.conds, goal))
		prove_fail(x, why);
}

static Expr both(ExprPool *p, Expr a, Expr b)
{
	return expr_and(p, a, b);
}

/* The same things may have failed, in the same order, and something undefined was used before each
 * of them in both or in none. */
static Expr same_checks(PairProof *x, const Course *o, const Course *n)
{
	ExprPool *p = x->pool;
	Expr all = expr_bool(o->n_checks == n->n_checks);
	for (u32 i = 0; all != EXPR_FALSE && i < o->n_checks; i++) {
		const Risk *a = &o->checks[i], *b = &n->checks[i];
		all = both(p, all, expr_bool(a->kind == b->kind && a->size == b->size && !a->b == !b->b));
		if (all == EXPR_FALSE)
			break;
		all = both(p, all, expr_eq(p, a->a, b->a));
		if (a->b)
			all = both(p, all, expr_eq(p, a->b, b->b));
		all = both(p, all, expr_eq(p, a->used, b->used));
	}
	return all;
}

static Expr same_value(PairProof *x, Shaded a, Shaded b, Expr used)
{
	ExprPool *p = x->pool;
	if (!a.v || !b.v || expr_width(p, a.v) != expr_width(p, b.v))
		return EXPR_FALSE;
	return both(p, expr_eq(p, a.v, b.v), expr_or(p, used, expr_eq(p, a.s, b.s)));
}

static const Ins *ins_at(const PairProof *x, const Course *t, const Function **f)
{
	const WalkFrame *top = &t->frames[t->depth - 1];
	*f = &x->p[t->side]->functions.at[top->function];
	return &(*f)->ins[top->ins];
}

static bool same_signature(const PairProof *x, const Call *a, const Call *b)
{
	bool direct = a->callee != NO_OPERAND;
	bool same = a->n_args == b->n_args && a->n_fixed == b->n_fixed && a->variadic == b->variadic &&
				a->stream == b->stream && a->n_results == b->n_results &&
				direct == (b->callee != NO_OPERAND);
	for (u32 i = 0; same && i < a->n_args; i++)
		same = a->args[i].type == b->args[i].type &&
			   a->args[i].byval_size == b->args[i].byval_size &&
			   a->args[i].byval_align == b->args[i].byval_align;
	for (u32 i = 0; same && i < a->n_results; i++)
		same = a->results[i] == b->results[i];
	return same && (!direct || change_map_function(x->map, OLD, a->callee) == b->callee);
}

static Expr same_call(PairProof *x, Course *const t[N_SIDES], Expr used)
{
	const Function *f[N_SIDES];
	const Ins *in[N_SIDES] = {ins_at(x, t[OLD], &f[OLD]), ins_at(x, t[NEW], &f[NEW])};
	const Call *a = &f[OLD]->calls[in[OLD]->extra], *b = &f[NEW]->calls[in[NEW]->extra];
	if (!same_signature(x, a, b))
		return EXPR_FALSE;
	Expr all = EXPR_TRUE;
	for (u32 i = 0; i < a->n_args; i++) {
		if (a->callee != NO_OPERAND &&
			change_ignores_argument(&x->p[OLD]->functions.at[a->callee], i))
			continue;
		all = both(x->pool, all,
				   same_value(x, value_operand(x, OLD, t[OLD], a->args[i].value),
							  value_operand(x, NEW, t[NEW], b->args[i].value), used));
	}
	if (a->callee == NO_OPERAND)
		all = both(x->pool, all,
				   same_value(x, value_operand(x, OLD, t[OLD], a->target),
							  value_operand(x, NEW, t[NEW], b->target), used));
	return all;
}

static Expr same_results(PairProof *x, Course *const t[N_SIDES], Expr used)
{
	const Function *f[N_SIDES];
	const Ins *in[N_SIDES] = {ins_at(x, t[OLD], &f[OLD]), ins_at(x, t[NEW], &f[NEW])};
	Expr all = expr_bool(in[OLD]->n_extra == in[NEW]->n_extra);
	for (u32 k = 0; all != EXPR_FALSE && k < in[OLD]->n_extra; k++)
		all = both(x->pool, all,
				   same_value(x, value_operand(x, OLD, t[OLD], f[OLD]->extra[in[OLD]->extra + k]),
							  value_operand(x, NEW, t[NEW], f[NEW]->extra[in[NEW]->extra + k]),
							  used));
	return all;
}

/* Two instructions that end a run in the same way. */
static Expr same_end(PairProof *x, Course *const t[N_SIDES], Expr used)
{
	const Function *f[N_SIDES];
	const Ins *a = ins_at(x, t[OLD], &f[OLD]), *b = ins_at(x, t[NEW], &f[NEW]);
	if (a->op != b->op || (a->a == NO_OPERAND) != (b->a == NO_OPERAND))
		return EXPR_FALSE;
	if (a->a == NO_OPERAND)
		return EXPR_TRUE;
	return same_value(x, value_operand(x, OLD, t[OLD], a->a), value_operand(x, NEW, t[NEW], b->a),
					  used);
}

/* After the call, both have the same results, whatever they are, and are behind it. */
static Course *behind_call(PairProof *x, const Course *t)
{
	Course *to = path_copy(x, t);
	const Function *f;
	const Ins *in = ins_at(x, t, &f);
	const Call *c = &f->calls[in->extra];
	WalkFrame *top = &to->frames[to->depth - 1];
	for (u32 k = 0; k < c->n_results && in->dst != NO_REG; k++) {
		unsigned bits = type_bits(c->results[k]);
		top->regs[in->dst + k] =
			(Shaded){value_opaque(x, bits, KEY(3, k, bits)), value_opaque(x, 1, KEY(4, k, bits))};
	}
	top->ins++;
	return to;
}

static void meet(PairProof *x)
{
	Course *const t[N_SIDES] = {x->now.at[OLD], x->now.at[NEW]};
	StopKind kind = x->now.kind[OLD];
	Expr used = t[OLD]->used, goal;
	if (kind != x->now.kind[NEW]) {
		prove(x, EXPR_FALSE, "one version goes on where the other one stops");
		return;
	}
	prove(x, expr_eq(x->pool, used, t[NEW]->used),
		  "something undefined may be used in one version only");
	prove(x, same_checks(x, t[OLD], t[NEW]), "something may fail in one version only");
	if (kind != STOP_END)
		prove(x, memory_same(x, t[OLD], t[NEW], used), "memory may differ");
	switch (kind) {
	case STOP_CALL:
		prove(x, goal = same_call(x, t, used), "calls may differ");
		if (!x->why && goal != EXPR_FALSE) {
			Course *behind[N_SIDES] = {behind_call(x, t[OLD]), behind_call(x, t[NEW])};
			node_arrive(x, node_at(x, behind, false), behind, used);
		}
		break;
	case STOP_RETURN: prove(x, same_results(x, t, used), "the result may differ"); break;
	case STOP_END: prove(x, same_end(x, t, used), "the run may end in another way"); break;
	default:
		if (!x->why)
			node_arrive(x, node_at(x, t, true), t, used);
		break;
	}
}

/* The side is at a loop head and the other one is not: it goes on to something else. */
static void go_on(PairProof *x, Side s)
{
	Course *t = x->now.at[s], *onward = path_copy(x, t);
	onward->onward = true;
	x->now.at[s] = NULL;
	run_side(x, s, onward);
	x->now.at[s] = t;
	x->now.kind[s] = STOP_HEAD;
}

void meet_side(PairProof *x, Side s, Course *t, StopKind kind)
{
	Side other = s == OLD ? NEW : OLD;
	if (x->why || x->now.collecting)
		return;
	x->now.at[s] = t;
	x->now.kind[s] = kind;
	if (!x->now.at[other])
		run_side(x, other, path_copy(x, x->now.start[other]));
	else if (kind == STOP_HEAD && x->now.kind[other] != STOP_HEAD)
		go_on(x, s);
	else if (kind != STOP_HEAD && x->now.kind[other] == STOP_HEAD)
		go_on(x, other);
	else
		meet(x);
	x->now.at[s] = NULL;
	x->now.kind[s] = STOP_NONE;
}
