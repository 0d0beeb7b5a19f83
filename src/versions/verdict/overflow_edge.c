/* overflow_edge.c: an input beside the edge at which an operation begins to overflow.
 *
 * If only one version overflows, the input often lies close to that edge: y * 11 overflows from some y
 * on, and y * 10 only a little later. With one input fixed, most conditions of overflow change once between
 * zero and the largest number, so bisection finds the edge. It evaluates the condition on numbers
 * and solves nothing. Only inputs on which the whole question holds count. */
#include "versions/verdict/impl.h"

enum {
	MOST_NODES = 128, /* of a goal that are visited */
	MOST_ATOMS = 12,  /* comparisons whose edges are looked for */
	MOST_VARS = 4,    /* inputs that are fixed, or moved */
};

typedef struct Edges {
	Finder *f;
	u32 shape;
	const ExprList *conds;
	Expr goal;
	ExprList atoms;
	u32 nodes;    /* visited while atoms are collected */
	Assignment a; /* the input that is tried */
	u32 moved;    /* the variable that bisection moves */
	u32 fixed;    /* the variable that stays */
	bool all;     /* true if all variables but this one move together */
	const VarList *vars;
} Edges;

static bool is_logic(const ExprPool *p, Expr e)
{
	for (unsigned k = 0; k < 3; k++)
		if (expr_kid(p, e, k) && expr_width(p, expr_kid(p, e, k)) != 1)
			return false;
	return expr_kid(p, e, 0) != 0;
}

/* Collects the comparisons that a truth value is made of. */
static void collect(Edges *x, Expr e)
{
	const ExprPool *p = x->f->pool;
	if (!e || expr_is_const(p, e) || ++x->nodes > MOST_NODES || x->atoms.len >= MOST_ATOMS)
		return;
	if (is_logic(p, e)) {
		for (unsigned k = 0; k < 3; k++)
			collect(x, expr_kid(p, e, k));
		return;
	}
	for (size_t i = 0; i < x->atoms.len; i++)
		if (x->atoms.at[i] == e)
			return;
	vec_push(&x->atoms, e);
}

static u64 mask_of(const Edges *x, u32 var)
{
	unsigned width = input_width(x->f->pool, var);
	return width < 64 ? ((u64)1 << width) - 1 : ~(u64)0;
}

static void set_moved(Edges *x, u64 value)
{
	x->a.at[x->moved] = value;
	for (size_t i = 0; x->all && i < x->vars->len; i++)
		if (x->vars->at[i] != x->fixed)
			x->a.at[x->vars->at[i]] = value & mask_of(x, x->vars->at[i]);
}

static bool holds_at(Edges *x, Expr atom, u64 value)
{
	set_moved(x, value);
	expr_eval_next(x->f->eval, &x->a);
	return expr_eval_value(x->f->eval, atom) != 0;
}

/* Tries a value of the moved variable; true: the question holds, and the input is the witness. */
static bool try_value(Edges *x, u64 value)
{
	Assignment *to = &x->f->witness;
	set_moved(x, value);
	assignment_copy(to, &x->a);
	inputs_canonical(x->f->inputs, x->shape, to);
	return conditions_hold(x->f, x->conds, x->goal, to);
}

/* From zero to the largest or the smallest number of the type; tries both sides of the edge. */
static bool bisect(Edges *x, Expr atom, bool down)
{
	u64 mask = mask_of(x, x->moved), near = 0, far = mask >> 1, sign = down ? mask : 0;
	bool there = holds_at(x, atom, sign);
	if (holds_at(x, atom, far ^ sign) == there)
		return false;
	while (far - near > 1) {
		u64 middle = near + (far - near) / 2;
		if (holds_at(x, atom, middle ^ sign) == there)
			near = middle;
		else
			far = middle;
	}
	return try_value(x, far ^ sign) || try_value(x, near ^ sign);
}

static bool is_number(const Edges *x, u32 var)
{
	return input_width(x->f->pool, var) > 8;
}

/* Moves each variable but the fixed one, or all of them together. The others are as in the input. */
static bool move(Edges *x, const Assignment *input, u64 value)
{
	for (size_t i = 0; i < x->vars->len && i < MOST_VARS; i++) {
		x->moved = x->vars->at[i];
		if (x->moved == x->fixed || !is_number(x, x->moved))
			continue;
		assignment_copy(&x->a, input);
		x->a.at[x->fixed] = value & mask_of(x, x->fixed);
		for (size_t k = 0; k < x->atoms.len; k++)
			if (bisect(x, x->atoms.at[k], false) || bisect(x, x->atoms.at[k], true))
				return true;
		if (x->all)
			break;
	}
	return false;
}

bool overflow_edge(Finder *f, u32 shape, const Assignment *input, const ExprList *conds, Expr goal,
				   const VarList *vars)
{
	static const i64 values[] = {2, -2, 10, -10, 1000, -1000};
	Edges x = {.f = f, .shape = shape, .conds = conds, .goal = goal, .vars = vars};
	bool found = false;
	assignment_init(&x.a, f->pool);
	collect(&x, goal);
	for (size_t n = 0; !found && n < 2 * vars->len && n < 2 * MOST_VARS; n++) {
		x.fixed = vars->at[n / 2];
		x.all = n % 2;
		for (size_t k = 0; is_number(&x, x.fixed) && !found && k < countof(values); k++)
			found = !solver_over(f->solver) && move(&x, input, (u64)values[k]);
	}
	assignment_free(&x.a);
	vec_free(&x.atoms);
	return found;
}
