/* move.c: changes the current input so that a constraint holds, by working backwards.
 *
 * To make an expression take a value, its operands must take certain values: x + 3 is 7 if x is
 * 4. We propagate such demands down to the variables, with everything else at its present value.
 * In most cases this negates a branch at once. If it violates another constraint, we repair that
 * one next, a few times. This layer proves nothing: the result is evaluated, and if it is wrong
 * the next layer is asked.
 */
#include "engine/expr/float/float.h"
#include "engine/solve/move.h"

#include "base/watch.h"

enum {
	REPAIRS = 12,  /* constraints moved in one attempt */
	DEPTH = 64,    /* how far down a move goes */
	STEPS = 4096,  /* nodes a move looks at: of two operands both are tried, again below each */
	TURN_BITS = 2, /* each attempt is made with all values of these */
};

static bool has_vars(const ExprPool *p, Expr e)
{
	return expr_vars(p, e) != 0;
}

/* What the next bit of the turn says. There are few; those behind are 0. */
bool move_other_way(Attempt *t)
{
	if (t->bit >= TURN_BITS)
		return false;
	t->asked |= 1u << t->bit;
	return t->turn >> t->bit & 1;
}

/* One of two operands, the other at its present value; which one first depends on the turn. */
bool move_either(Attempt *t, Expr a, u128 to_a, Expr b, u128 to_b, int depth)
{
	bool first_b = move_other_way(t);
	t->bit++;
	if (first_b)
		return (has_vars(t->p, b) && move_to(t, b, to_b, depth)) ||
			   (has_vars(t->p, a) && move_to(t, a, to_a, depth));
	return (has_vars(t->p, a) && move_to(t, a, to_a, depth)) ||
		   (has_vars(t->p, b) && move_to(t, b, to_b, depth));
}

static u128 inverse(u128 odd)
{
	u128 x = odd; /* correct to 3 bits; each step doubles that */
	for (int k = 0; k < 6; k++)
		x *= 2 - odd * x;
	return x;
}

static bool move_product(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	u128 m = mask128(n->width);
	Expr x = n->a, y = n->b;
	u128 k = move_now(t, y);
	if (!has_vars(t->p, x)) {
		x = n->b;
		k = move_now(t, n->a);
	}
	if (k & 1)
		return move_to(t, x, to * inverse(k) & m, depth);
	if (k && to % k == 0)
		return move_to(t, x, to / k, depth);
	return false;
}

static bool move_quotient(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	u128 m = mask128(n->width), k = move_now(t, n->b), x = move_now(t, n->a);
	if (!k || !has_vars(t->p, n->a))
		return false;
	if (expr_kind[n->op] == KIND_QUOTIENT) {
		if (!op_is_signed(n->op) && to > m / k)
			return false;
		return move_to(t, n->a, to * k & m, depth);
	}
	u128 r = expr_fold2(n->op, n->width, x, k);
	return move_to(t, n->a, (x - r + to) & m, depth);
}

/* A comparison made true or false, by the smallest step of either side. */
static bool move_order(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned w = nd(t->p, n->a)->width;
	u128 m = mask128(w), a = move_now(t, n->a), b = move_now(t, n->b);
	bool is_signed = op_is_signed(n->op);
	u128 min = is_signed ? (u128)1 << (w - 1) : 0, max = is_signed ? m >> 1 : m;
	bool strict = op_is_strict(n->op);
	/* not (a < b) is b <= a */
	Expr low = to ? n->a : n->b, high = to ? n->b : n->a;
	u128 vl = to ? a : b, vh = to ? b : a;
	strict = to ? strict : !strict;
	if (!strict)
		return move_either(t, low, vh, high, vl, depth);
	if (vh == min) /* nothing is below */
		return has_vars(t->p, high) && move_to(t, high, (vl + 1) & m, depth);
	if (vl == max)
		return has_vars(t->p, low) && move_to(t, low, (vh - 1) & m, depth);
	return move_either(t, low, (vh - 1) & m, high, (vl + 1) & m, depth);
}

/* Another value than v for x; people can read it if x is a byte. */
static u128 away_from(const Attempt *t, Expr x, u128 v, int step)
{
	u128 next = (v + (u128)step) & mask128(nd(t->p, x)->width);
	u64 low, high;
	if (nd(t->p, x)->width > 64)
		return next;
	expr_range(t->p, x, &low, &high);
	if (high != UINT8_MAX || (next >= ' ' && next < 127))
		return next;
	return v == 'a' ? 'b' : 'a';
}

static bool move_equal(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	u128 a = move_now(t, n->a), b = move_now(t, n->b);
	if (to)
		return move_either(t, n->a, b, n->b, a, depth);
	return move_either(t, n->a, away_from(t, n->a, b, 1), n->b, away_from(t, n->b, a, -1), depth);
}

static bool move_logic(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	bool all = (n->op == EXPR_AND) == (to != 0); /* both operands must change, or one */
	if (all)
		return (move_now(t, n->a) == to || move_to(t, n->a, to, depth)) &&
			   (move_now(t, n->b) == to || move_to(t, n->b, to, depth));
	return move_either(t, n->a, to, n->b, to, depth);
}

static bool move_bits(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	if (n->width == 1 && n->op != EXPR_XOR)
		return move_logic(t, e, to, depth);
	u128 m = mask128(n->width);
	Expr x = has_vars(t->p, n->a) ? n->a : n->b, y = x == n->a ? n->b : n->a;
	u128 k = move_now(t, y), v = move_now(t, x);
	if (n->op == EXPR_XOR)
		return move_to(t, x, (to ^ k) & m, depth);
	if (n->op == EXPR_AND)
		return !(to & ~k) && move_to(t, x, (v & ~k) | to, depth);
	return !(k & ~to) && move_to(t, x, (to & ~k) | (v & k), depth);
}

static bool move_choice(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	bool yes = move_now(t, n->a) != 0;
	Expr here = yes ? n->b : n->c, there = yes ? n->c : n->b;
	if (has_vars(t->p, here) && !move_other_way(t) && move_to(t, here, to, depth))
		return true;
	if (move_now(t, there) == to)
		return move_to(t, n->a, !yes, depth);
	return has_vars(t->p, there) && move_to(t, n->a, !yes, depth) && move_to(t, there, to, depth);
}

/* An index at which the table has the byte, nearest to the present one. */
static bool move_read(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	if (nd(t->p, n->a)->op != EXPR_TABLE)
		return false;
	u64 low, high, where;
	expr_range(t->p, n->b, &low, &high);
	return to <= UINT8_MAX &&
		   table_nearest(t->p, nd(t->p, n->a)->a, (u8)to, (u64)move_now(t, n->b), low, high,
						 &where) &&
		   move_to(t, n->b, where, depth);
}

/* A number whose text is that long. */
static bool move_length(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	const TextFormat *f = &t->p->formats.at[n->c];
	unsigned w = nd(t->p, n->a)->width;
	u64 v = 0;
	if (format_is_float(f))
		return false;
	for (int k = 0; k < 66; k++) {
		if (text_len(f, w, v) == to)
			return move_to(t, n->a, v, depth);
		u64 next = v ? v * f->base : 1;
		if (next > mask64(w) >> f->is_signed || next < v)
			break;
		v = next;
	}
	return false;
}

/* A number whose text has that character there: the text is edited and read back. */
static bool move_char(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	const TextFormat *f = &t->p->formats.at[n->c];
	unsigned w = nd(t->p, n->a)->width;
	u64 v = (u64)move_now(t, n->a);
	char text[128];
	u32 len = text_len(f, w, v), k = n->b;
	if (format_is_float(f))
		return move_float_char(t, e, to, depth);
	if (len + 2 > sizeof text || k + 2 > sizeof text)
		return false;
	for (u32 i = 0; i < len; i++)
		text[i] = (char)text_char(f, w, v, i);
	if (to == '-' && k == 0 && f->is_signed && text[0] != '-')
		return v && move_to(t, n->a, -v & mask64(w), depth);
	for (; len <= k && to; len++)
		text[len] = len ? '0' : '1'; /* longer */
	text[k] = (char)to;
	text[to ? len : k] = 0;
	u64 back = f->base == 10 && text[0] == '-' ? (u64)strtoll(text, NULL, 10)
											   : strtoull(text, NULL, f->base);
	back &= mask64(w);
	return text_char(f, w, back, k) == to && move_to(t, n->a, back, depth);
}

static bool move_none(Attempt *t, Expr e, u128 to, int depth)
{
	(void)t, (void)e, (void)to, (void)depth;
	return false;
}

static bool move_constant(Attempt *t, Expr e, u128 to, int depth)
{
	(void)depth;
	return const_value(t->p, e) == to;
}

static bool move_variable(Attempt *t, Expr e, u128 to, int depth)
{
	(void)depth;
	t->a->at[nd(t->p, e)->a] = (u64)to;
	return true;
}

static bool move_not(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	return move_to(t, n->a, ~to & mask128(n->width), depth);
}

static bool move_neg(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	return move_to(t, n->a, -to & mask128(n->width), depth);
}

static bool move_sum(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	u128 m = mask128(n->width);
	if (move_digits(t, e, to))
		return true;
	return move_either(t, n->a, (to - move_now(t, n->b)) & m, n->b, (to - move_now(t, n->a)) & m,
					   depth);
}

static bool move_difference(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	u128 m = mask128(n->width);
	return move_either(t, n->a, (to + move_now(t, n->b)) & m, n->b, (move_now(t, n->a) - to) & m,
					   depth);
}

static bool move_concat(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned cut = nd(t->p, n->b)->width;
	u128 high = to >> cut, low = to & mask128(cut);
	return (move_now(t, n->a) == high || move_to(t, n->a, high, depth)) &&
		   (move_now(t, n->b) == low || move_to(t, n->b, low, depth));
}

static bool move_extract(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	u128 hole = mask128(n->width) << n->b;
	return move_to(t, n->a, (move_now(t, n->a) & ~hole) | to << n->b, depth);
}

static bool move_zext(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	return to <= mask128(nd(t->p, n->a)->width) && move_to(t, n->a, to, depth);
}

static bool move_sext(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned from = nd(t->p, n->a)->width;
	return ((u128)sign_extend(to, from) & mask128(n->width)) == to &&
		   move_to(t, n->a, to & mask128(from), depth);
}

#define move_division move_quotient
#define move_mask move_bits
#define move_left move_none /* of a shift by a constant there is none (bits.c) */

/* By operation: the column back of ops.h. */
bool move_to(Attempt *t, Expr e, u128 to, int depth)
{
	static bool (*const move_op[EXPR_N_OPS])(Attempt *, Expr, u128, int) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, ...) \
	move_##BACK,
		EXPR_OPS(X)
#undef X
	};
	if (depth-- == 0 || !t->steps)
		return false;
	t->steps--;
	return move_op[nd(t->p, e)->op](t, e, to, depth);
}

/* The first constraint that does not hold, or 0. */
static Expr violated(Solver *s, ExprEval *eval)
{
	for (size_t i = 0; i < s->q.all.len; i++)
		if (!(u64)expr_eval_value(eval, s->q.all.at[i]))
			return s->q.all.at[i];
	return 0;
}

/* From the model as it is; false if it led nowhere (the model is changed all the same). */
static bool repair(Solver *s, unsigned turn, unsigned *asked)
{
	Attempt t = {.s = s, .p = s->p, .a = &s->spare, .eval = s->moves, .turn = turn};
	bool good = false;
	query_copy(s, &s->spare, s->q.model);
	for (int k = 0; k < REPAIRS && !solver_late(s); k++) {
		/* Values are those before the move: the evaluator works on a copy. */
		query_copy(s, s->q.model, &s->spare);
		expr_eval_next(s->moves, s->q.model);
		Expr bad = violated(s, s->moves);
		good = !bad;
		t.bit = k % 3;
		t.steps = STEPS;
		if (!bad || !move_to(&t, bad, 1, DEPTH))
			break;
	}
	*asked = t.asked;
	return good;
}

bool move_repair(Solver *s, void (*start)(void *ctx), void *ctx)
{
	unsigned asked[1 << TURN_BITS];
	for (unsigned turn = 0; turn < countof(asked); turn++) {
		/* What no bit that differs had a say in ends as it did before. */
		bool known = false;
		for (unsigned before = 0; before < turn && !known; before++)
			known = !((turn ^ before) & asked[before]);
		asked[turn] = ~0u;
		if (known)
			continue;
		start(ctx);
		if (repair(s, turn, &asked[turn]))
			return true;
	}
	return false;
}

static void start_at_current(void *ctx)
{
	Solver *s = ctx;
	query_copy(s, s->q.model, s->q.current);
}

int move_answer(Solver *s)
{
	stall("move");
	if (move_repair(s, start_at_current, s))
		return SOLVE_SAT;
	query_copy(s, s->q.model, s->q.current);
	return SOLVE_OPEN;
}
