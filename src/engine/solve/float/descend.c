/* descend.c: walks towards a model of a query with floating-point numbers.
 *
 * Each constraint has a distance: 0 if it holds, else how far its operands are apart, in steps between
 * neighbouring numbers on a logarithmic scale. A move changes one input and is kept if the sum of the
 * distances does not grow. Moves are the steps of the secant method on the difference of the operands,
 * constants of the query and boundary values with their neighbours, and steps of all sizes. This layer
 * proves nothing; its models are evaluated like all others.
 */
#include <math.h>

#include "engine/solve/float/descend.h"

enum {
	MOST_MOVES = 6000,   /* of one query */
	MOST_WORK = 6000000, /* likewise */
	MOST_CONSTANTS = 48, /* that are remembered */
	MOST_DEPTH = 10,     /* of connectives that a distance looks through */
	SECANTS = 14,        /* steps of the secant method */
	STUCK = 60,          /* moves without a gain before the walk begins anew */
	NEAR = 3,            /* neighbours of a value that are tried */
};

static const double specials[] = {0,
								  -0.0,
								  1,
								  -1,
								  0.5,
								  -0.5,
								  2,
								  10,
								  100,
								  0.25,
								  1e-3,
								  1e3,
								  1e6,
								  1e-9,
								  1e9,
								  0x1p31,
								  0x1p52,
								  0x1p63,
								  1e100,
								  1e-100,
								  0x1p-1022,
								  5e-324,
								  1.7976931348623157e308,
								  INFINITY,
								  -INFINITY,
								  NAN};

typedef struct Descent {
	Solver *s;
	ExprPool *p;
	Assignment *at; /* the input of the walk */
	ExprEval *eval; /* its values */
	double now;     /* its distance */
	double constants[MOST_CONSTANTS];
	u32 n_constants;
	u64 nodes; /* of the query: work of one evaluation */
	u64 random;
	u32 moves;          /* made */
	u64 end;            /* of work */
	const Expr *broken; /* a constraint that does not hold, to be mended */
} Descent;

static u64 draw(Descent *d)
{
	d->random ^= d->random << 13;
	d->random ^= d->random >> 7;
	d->random ^= d->random << 17;
	return d->random >> 11;
}

/* ---- numbers ---- */

static double number_of(unsigned width, u128 bits)
{
	u64 low = (u64)bits;
	u32 half = (u32)bits;
	long double l = 0;
	double x;
	float f;
	memcpy(&x, &low, sizeof x);
	memcpy(&f, &half, sizeof f);
	memcpy(&l, &bits, 10);
	if (width == 32)
		return (double)f;
	return width == 80 ? (double)l : x;
}

/* Place of a number among all numbers of its type. */
static i64 place(unsigned width, u128 bits)
{
	if (width == 80) {
		double x = number_of(80, bits);
		u64 half;
		memcpy(&half, &x, sizeof half);
		return place(64, half);
	}
	u64 size = (u64)bits & (mask64(width) >> 1);
	return bits >> (width - 1) & 1 ? -(i64)size : (i64)size;
}

/* Between 0 and 1. */
static double apart(i64 a, i64 b)
{
	u64 steps = a > b ? (u64)a - (u64)b : (u64)b - (u64)a;
	return log2(1 + (double)steps) / 65;
}

static double compared(Descent *d, const ExprNode *n, FloatOp op, bool want)
{
	unsigned w = nd(d->p, n->a)->width;
	u128 a = expr_eval_value(d->eval, n->a), b = expr_eval_value(d->eval, n->b);
	double x = number_of(w, a), y = number_of(w, b);
	if (isnan(x) || isnan(y))
		return want ? 1 : 0;
	double far = apart(place(w, a), place(w, b));
	bool is = op == FLOAT_EQUAL ? x == y : op == FLOAT_LESS ? x < y : x <= y;
	return is == want ? 0 : far + 1e-3;
}

static double ordered(Descent *d, const ExprNode *n, bool want)
{
	unsigned w = nd(d->p, n->a)->width;
	u128 a = expr_eval_value(d->eval, n->a), b = expr_eval_value(d->eval, n->b);
	if (w > 64)
		return 0.5;
	bool is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
	i64 x = is_signed ? (i64)sign64((u64)a, w) : (i64)((u64)a >> (w == 64));
	i64 y = is_signed ? (i64)sign64((u64)b, w) : (i64)((u64)b >> (w == 64));
	(void)want;
	return apart(x, y) + 1e-3;
}

/* ---- distances ---- */

static double distance(Descent *d, Expr e, bool want, int depth)
{
	const ExprNode *n = nd(d->p, e);
	if (((u64)expr_eval_value(d->eval, e) != 0) == want)
		return 0;
	if (depth > MOST_DEPTH)
		return 1;
	switch (n->op) {
	case EXPR_NOT: return distance(d, n->a, !want, depth + 1);
	case EXPR_AND:
	case EXPR_OR: {
		double x = distance(d, n->a, want, depth + 1), y = distance(d, n->b, want, depth + 1);
		return (n->op == EXPR_AND) == want ? x + y : fmin(x, y);
	}
	case EXPR_XOR:
	case EXPR_EQ:
		if (nd(d->p, n->a)->width == 1) {
			bool a = (u64)expr_eval_value(d->eval, n->a), b = (u64)expr_eval_value(d->eval, n->b);
			return fmin(distance(d, n->a, !a, depth + 1), distance(d, n->b, !b, depth + 1));
		}
		return n->op == EXPR_EQ ? ordered(d, n, want) : 1;
	case EXPR_ULT ... EXPR_SLE: return ordered(d, n, want);
	case EXPR_ITE: {
		bool c = (u64)expr_eval_value(d->eval, n->a);
		return fmin(distance(d, c ? n->b : n->c, want, depth + 1),
					distance(d, n->a, !c, depth + 1) +
						distance(d, c ? n->c : n->b, want, depth + 1));
	}
	case EXPR_FLOAT2: {
		FloatOp op = expr_float_op(d->p, e);
		if (op == FLOAT_EQUAL || op == FLOAT_LESS || op == FLOAT_AT_MOST)
			return compared(d, n, op, want);
		return 1;
	}
	default: return 1;
	}
}

/* Sum of all, for the input as it is now; and one that does not hold, any. */
static double look(Descent *d)
{
	const ExprList *all = &d->s->q.all;
	double sum = 0;
	u32 n = 0;
	expr_eval_next(d->eval, d->at);
	d->broken = NULL;
	for (size_t i = 0; i < all->len; i++) {
		double far = distance(d, all->at[i], true, 0);
		if (far > 0 && draw(d) % ++n == 0)
			d->broken = &all->at[i];
		sum += far;
	}
	d->moves++;
	d->s->stats.work += 4 + d->nodes;
	return sum;
}

static bool enough(Descent *d)
{
	return d->moves > MOST_MOVES || d->s->stats.work > d->end || solver_enough(d->s);
}

/* ---- moves ---- */

/* Gives the input a value; keeps it if that is no worse. Returns true if it is better. */
static bool try_value(Descent *d, u32 var, u64 value)
{
	u64 before = d->at->at[var];
	const Expr *broken = d->broken;
	value &= mask64(input_width(d->p, var));
	if (value == before || enough(d))
		return false;
	d->at->at[var] = value;
	double far = look(d);
	if (far < d->now || (far == d->now && draw(d) % 4 == 0)) {
		bool better = far < d->now;
		d->now = far;
		return better;
	}
	d->at->at[var] = before;
	d->broken = broken;
	return false;
}

static bool is_real(const Descent *d, u32 var)
{
	return input_of(d->p, var)->is_float;
}

static double get(const Descent *d, u32 var)
{
	unsigned w = input_width(d->p, var);
	u64 v = d->at->at[var];
	return is_real(d, var) ? number_of(w, v) : (double)(i64)sign64(v, w);
}

static u64 bits_of(const Descent *d, u32 var, double x)
{
	unsigned w = input_width(d->p, var);
	float f = (float)x;
	u64 bits = 0;
	u32 half;
	if (!is_real(d, var))
		return fabs(x) < 0x1p62 ? (u64)(i64)rint(x) & mask64(w) : 0;
	memcpy(&bits, &x, sizeof x);
	memcpy(&half, &f, sizeof f);
	return w == 32 ? half : bits;
}

static bool try_number(Descent *d, u32 var, double x)
{
	return try_value(d, var, bits_of(d, var, x));
}

/* The value and its neighbours. */
static bool try_near(Descent *d, u32 var, double x)
{
	u64 bits = bits_of(d, var, x);
	bool better = try_value(d, var, bits);
	for (u64 k = 1; k <= NEAR && d->now > 0; k++) {
		better |= try_value(d, var, bits + k);
		better |= try_value(d, var, bits - k);
	}
	return better;
}

/* The comparison that decides the constraint, through connectives; NULL: another one. */
static const ExprNode *comparison(Descent *d, Expr e)
{
	for (int depth = 0; depth < MOST_DEPTH; depth++) {
		const ExprNode *n = nd(d->p, e);
		if (n->op == EXPR_FLOAT2) {
			FloatOp op = expr_float_op(d->p, e);
			return op == FLOAT_EQUAL || op == FLOAT_LESS || op == FLOAT_AT_MOST ? n : NULL;
		}
		if (n->op == EXPR_NOT)
			e = n->a;
		else if (n->op == EXPR_AND || n->op == EXPR_OR)
			e = draw(d) & 1 ? n->a : n->b;
		else
			return NULL;
	}
	return NULL;
}

/* Difference of the operands with that value of the input; the input keeps its value. */
static double difference(Descent *d, const ExprNode *n, u32 var, double x)
{
	unsigned w = nd(d->p, n->a)->width;
	u64 before = d->at->at[var];
	d->at->at[var] = bits_of(d, var, x);
	expr_eval_next(d->eval, d->at);
	double a = number_of(w, expr_eval_value(d->eval, n->a));
	double b = number_of(w, expr_eval_value(d->eval, n->b));
	d->at->at[var] = before;
	d->moves++;
	d->s->stats.work += 4 + d->nodes;
	return a - b;
}

/* Looks for a zero of the difference. */
static bool secant(Descent *d, const ExprNode *n, u32 var)
{
	double x0 = get(d, var), x1 = is_real(d, var) ? x0 + fmax(fabs(x0) / 1024, 1e-6) : x0 + 1;
	if (!isfinite(x0))
		return false;
	double g0 = difference(d, n, var, x0), g1 = difference(d, n, var, x1);
	for (int k = 0; k < SECANTS && !enough(d); k++) {
		double x = x1 - g1 * (x1 - x0) / (g1 - g0);
		if (!isfinite(x) || x == x1 || g1 == 0)
			break;
		x0 = x1;
		g0 = g1;
		x1 = x;
		g1 = difference(d, n, var, x);
	}
	return isfinite(x1) && try_near(d, var, x1);
}

/* Steps that double as long as they help. */
static bool pattern(Descent *d, u32 var, i64 step, bool numeric)
{
	bool better = false;
	for (int k = 0; k < 64 && d->now > 0; k++, step *= 2) {
		u64 now = d->at->at[var];
		if (!(numeric ? try_number(d, var, get(d, var) + (double)step)
					  : try_value(d, var, now + (u64)step)))
			break;
		better = true;
	}
	return better;
}

static bool move_var(Descent *d, u32 var)
{
	double x = get(d, var);
	unsigned w = input_width(d->p, var);
	switch (draw(d) % 8) {
	case 0: return try_near(d, var, specials[draw(d) % countof(specials)]);
	case 1:
	case 2:
		if (d->n_constants)
			return try_near(d, var,
							d->constants[draw(d) % d->n_constants] * (draw(d) & 1 ? 1 : -1));
		return false;
	case 3: return pattern(d, var, draw(d) & 1 ? 1 : -1, is_real(d, var) && draw(d) & 1);
	case 4: return try_value(d, var, d->at->at[var] ^ 1ull << draw(d) % w);
	case 5: return try_number(d, var, draw(d) & 1 ? x * 2 : x / 2);
	case 6: {
		double scale = pow(10, (double)(draw(d) % 5));
		return try_near(d, var, rint(x * scale) / scale);
	}
	default: {
		i64 step = (i64)1 << draw(d) % (w - 1);
		return pattern(d, var, draw(d) & 1 ? step : -step, false);
	}
	}
}

/* An input of the broken constraint. */
static bool choose(Descent *d, u32 *var)
{
	VarSet of = expr_vars(d->p, *d->broken);
	const VarList *vars = &d->s->q.vars;
	size_t first = draw(d) % vars->len;
	for (size_t i = 0; i < vars->len; i++) {
		*var = vars->at[(first + i) % vars->len];
		if (varset_has(d->p, of, *var))
			return true;
	}
	return false;
}

static void begin_anew(Descent *d)
{
	const VarList *vars = &d->s->q.vars;
	for (size_t i = 0; i < vars->len; i++) {
		u32 var = vars->at[i];
		u64 r = draw(d) % 4;
		double x = r == 1 && d->n_constants ? d->constants[draw(d) % d->n_constants]
											: specials[draw(d) % countof(specials)];
		d->at->at[var] =
			r < 2 && is_real(d, var) ? bits_of(d, var, x) : assignment_get(d->s->q.current, var);
	}
	d->now = look(d);
}

/* ---- the query ---- */

/* Constants of the query, and how large it is. */
static bool collect(Descent *d)
{
	ExprList nodes = {0};
	bool floats = false;
	expr_postorder(d->p, d->s->q.all.at, d->s->q.all.len, &nodes);
	for (size_t i = 0; i < nodes.len; i++) {
		const ExprNode *n = nd(d->p, nodes.at[i]);
		const Expr kid[3] = {n->a, n->b, n->c};
		bool of_float = expr_flags[n->op] & EXPR_HAS_FLOAT;
		floats |= of_float;
		for (unsigned k = 0; of_float && k < expr_arity[n->op]; k++)
			if (is_const(d->p, kid[k]) && float_is(nd(d->p, kid[k])->width) &&
				d->n_constants < MOST_CONSTANTS)
				d->constants[d->n_constants++] =
					number_of(nd(d->p, kid[k])->width, const_value(d->p, kid[k]));
	}
	d->nodes = nodes.len;
	vec_free(&nodes);
	return floats;
}

static bool walk(Descent *d)
{
	u32 stuck = 0;
	d->now = look(d);
	while (d->now > 0 && !enough(d)) {
		u32 var;
		if (!d->broken || !choose(d, &var))
			return false;
		const ExprNode *n = comparison(d, *d->broken);
		bool better = n && draw(d) % 3 == 0 ? secant(d, n, var) : move_var(d, var);
		stuck = better ? 0 : stuck + 1;
		if (stuck > STUCK) {
			begin_anew(d);
			stuck = 0;
		}
	}
	return d->now == 0;
}

int descend_answer(Solver *s)
{
	Descent d = {.s = s, .p = s->p, .at = &s->spare, .random = 0x9e3779b97f4a7c15};
	bool floats = false;
	for (size_t i = 0; i < s->q.all.len && !floats; i++)
		floats = expr_has_float(s->p, s->q.all.at[i]);
	if (!floats || !s->q.vars.len || !collect(&d))
		return SOLVE_OPEN;
	d.end = s->stats.work + MOST_WORK;
	d.eval = s->moves;
	assignment_copy(d.at, s->q.model);
	if (!walk(&d))
		return SOLVE_OPEN;
	query_copy(s, s->q.model, d.at);
	if (!query_holds(s, s->q.model)) {
		query_copy(s, s->q.model, s->q.current);
		return SOLVE_OPEN;
	}
	model_shape(s);
	return SOLVE_SAT;
}
