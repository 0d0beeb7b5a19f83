/* truth.c: writes conditions as C-like text.
 *
 * Negations are pushed inside, and comparisons are written as people write them: constant on the
 * right, the rounder of x < 701 and x <= 700, characters in quotes if compared with a byte.
 */
#include "engine/expr/print/print.h"

/* How natural a constant looks: letters and digits for bytes, zeros at the end for numbers. */
static int roundness(const ExprPool *p, Expr beside, u128 k)
{
	unsigned w = nd(p, beside)->width;
	if (pr_is_char(p, beside) &&
		((k >= '0' && k <= '9') || (k >= 'a' && k <= 'z') || (k >= 'A' && k <= 'Z')))
		return 5;
	if (pr_is_char(p, beside) && k < 128)
		return 1;
	u64 v = (u64)sign_extend(k, w);
	int zeros = 0;
	if ((i64)v < 0)
		v = -v;
	while (v && v % 10 == 0)
		v /= 10, zeros++;
	return v == 0 ? 6 : zeros + (v == 1);
}

/* The side of a comparison with constants from low to high. If nothing can be negative, signs do
 * not matter, and casts that say so are left out. */
static void against(Printer *pr, Expr x, bool is_signed, u128 low, u128 high)
{
	unsigned w = nd(pr->p, x)->width;
	bool plain = !ctype_sign_matters(pr->p, x) && !(low >> (w - 1)) && !(high >> (w - 1));
	if (plain)
		pr_value(pr, x, P_ORDER + 1);
	else
		pr_operand(pr, x, is_signed, P_ORDER + 1);
}

/* x op k, op given as < or > and whether it is strict. */
static void compare_const(Printer *pr, Expr x, bool less, bool strict, u128 k, bool is_signed,
						  int strength)
{
	unsigned w = nd(pr->p, x)->width;
	u128 m = mask128(w);
	u128 least = is_signed ? (u128)1 << (w - 1) : 0, most = is_signed ? m >> 1 : m;
	/* the same with the neighbouring constant */
	bool up = less != strict; /* x <= k is x < k + 1, x > k is x >= k + 1 */
	bool has_other = up ? k != most : k != least;
	u128 other = (up ? k + 1 : k - 1) & m;
	if (has_other && roundness(pr->p, x, other) > roundness(pr->p, x, k)) {
		k = other;
		strict = !strict;
	}
	pr_open_if(pr, P_ORDER < strength);
	against(pr, x, is_signed, k, k);
	buf_addf(pr->out, " %c%s ", less ? '<' : '>', strict ? "" : "=");
	if (pr_is_char(pr->p, x) && k < 128)
		pr_character(pr, (u8)k);
	else
		pr_number(pr, k, w, is_signed);
	pr_close_if(pr, P_ORDER < strength);
}

/* x - k < n, unsigned: k <= x && x < k + n; also n - 1 < x - k, its negation. False if it is not of
 * that form. */
static bool between(Printer *pr, const ExprNode *n, bool negate, int strength)
{
	ExprPool *p = pr->p;
	bool left = is_const(p, n->a);
	const ExprNode *a = nd(p, left ? n->b : n->a);
	Expr bound = left ? n->a : n->b;
	if (n->op != EXPR_ULT || !is_const(p, bound) || a->op != EXPR_ADD || !is_const(p, a->b) ||
		a->width > 64)
		return false;
	u64 m = mask64(a->width), first = -const64(nd(p, a->b)) & m,
		count = const64(nd(p, bound)) + left;
	if (first > m - (count - 1))
		return false;
	negate ^= left;
	int own = negate ? P_OR : P_AND;
	bool is_signed = !pr_is_byte(p, a->a) && first + count - 1 <= m >> 1;
	pr_open_if(pr, own < strength);
	compare_const(pr, a->a, negate, negate, first, is_signed, own + 1);
	buf_adds(pr->out, negate ? " || " : " && ");
	compare_const(pr, a->a, !negate, negate, first + count - 1, is_signed, own + 1);
	pr_close_if(pr, own < strength);
	return true;
}

/* True for an element of a variable that may be negative in C, unless it is compared with a number
 * that it has in both readings. */
static bool is_ambiguous(const ExprPool *p, Expr e, Expr with)
{
	bool small = is_const(p, with) && !(const_value(p, with) >> (nd(p, e)->width - 1));
	return ctype_names_element(p, e) && ctype_sign_matters(p, e) && !small;
}

/* Both sides of an equality read in one way: signed, unless neither side is. */
static CMode mode_of(const ExprPool *p, Expr a, Expr b, ExprOp op)
{
	CMode mode = ctype_mode(op);
	unsigned w = nd(p, a)->width;
	if (mode == MODE_EITHER && (is_ambiguous(p, a, b) || is_ambiguous(p, b, a)))
		return MODE_UNSIGNED;
	if (mode != MODE_EITHER || w == 32 || w >= 64 || is_const(p, a) || is_const(p, b) ||
		ctype_reads_signed(p, a) == ctype_reads_signed(p, b))
		return mode;
	return w < 32 ? MODE_UNSIGNED : MODE_SIGNED; /* more than 32 bits: those of a long */
}

static void compare_first(Printer *pr, Expr a, Expr b, ExprOp op)
{
	/* Asked of the comparison itself, which may not exist with the sides in this order. */
	Expr e = expr_intern(pr->p, op, 1, a, b, 0);
	pr_first_side(pr, e, a, mode_of(pr->p, a, b, op), P_ORDER + 1);
}

static void compare_second(Printer *pr, Expr a, Expr b, ExprOp op)
{
	pr_side(pr, b, mode_of(pr->p, a, b, op), P_ORDER + 1);
}

static void truth_order(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	ExprPool *p = pr->p;
	bool is_signed = op_is_signed(n->op), strict = op_is_strict(n->op) != negate;
	if (between(pr, n, negate, strength))
		return;
	bool less = !negate;
	if (is_const(p, n->a)) {
		compare_const(pr, n->b, !less, strict, const_value(p, n->a), is_signed, strength);
	} else if (is_const(p, n->b)) {
		compare_const(pr, n->a, less, strict, const_value(p, n->b), is_signed, strength);
	} else {
		pr_open_if(pr, P_ORDER < strength);
		compare_first(pr, n->a, n->b, n->op);
		buf_addf(pr->out, " %c%s ", less ? '<' : '>', strict ? "" : "=");
		pr_operand(pr, n->b, is_signed, P_ORDER + 1);
		pr_close_if(pr, P_ORDER < strength);
	}
}

static void truth_equal(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	ExprPool *p = pr->p;
	pr_open_if(pr, P_EQUAL < strength);
	if (n->op == EXPR_EQ)
		compare_first(pr, n->a, n->b, EXPR_EQ);
	else
		pr_value(pr, n->a, P_EQUAL + 1);
	buf_adds(pr->out, negate ? " != " : " == ");
	if (is_const(p, n->b) && pr_is_char(p, n->a) && const64(nd(p, n->b)) <= UINT8_MAX)
		pr_character(pr, (u8)const64(nd(p, n->b)));
	else if (is_const(p, n->b))
		pr_constant(pr, n->b, ctype_reads_signed(p, n->a));
	else
		compare_second(pr, n->a, n->b, EXPR_EQ);
	pr_close_if(pr, P_EQUAL < strength);
}

static void truth_bit(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	pr_open_if(pr, P_EQUAL < strength);
	buf_addc(pr->out, '(');
	pr_value(pr, n->a, P_BITAND);
	if (n->b < 10)
		buf_addf(pr->out, " & %u", 1u << n->b);
	else if (n->b < 64)
		buf_addf(pr->out, " & 0x%llx", 1ull << n->b);
	else
		buf_addf(pr->out, " >> %u & 1", n->b);
	buf_adds(pr->out, negate ? ") == 0" : ") != 0");
	pr_close_if(pr, P_EQUAL < strength);
}

static void logic(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	bool both = (n->op == EXPR_AND) != negate;
	int own = both ? P_AND : P_OR;
	pr_open_if(pr, own < strength);
	pr_truth(pr, n->a, negate, own);
	buf_adds(pr->out, both ? " && " : " || ");
	pr_truth(pr, n->b, negate, own + 1);
	pr_close_if(pr, own < strength);
}

/* ---- by operation: the column truth of ops.h ---- */

#define truth_and logic
#define truth_or logic

static void truth_literal(Printer *pr, Expr e, bool negate, int strength)
{
	(void)strength;
	buf_adds(pr->out, (e == EXPR_TRUE) != negate ? "true" : "false");
}

static void truth_not(Printer *pr, Expr e, bool negate, int strength)
{
	pr_truth(pr, nd(pr->p, e)->a, !negate, strength);
}

static void truth_xor(Printer *pr, Expr e, bool negate, int strength)
{
	truth_equal(pr, e, !negate, strength);
}

static void truth_choice(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	(void)strength;
	buf_adds(pr->out, negate ? "!(" : "(");
	pr_truth(pr, n->a, false, P_OR);
	buf_adds(pr->out, " ? ");
	pr_truth(pr, n->b, false, P_OR);
	buf_adds(pr->out, " : ");
	pr_truth(pr, n->c, false, P_OR);
	buf_addc(pr->out, ')');
}

/* A value of one bit that is not logic. */
static void truth_value(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	(void)strength;
	if (negate)
		buf_addc(pr->out, '!');
	if (n->op == EXPR_VAR)
		input_name(pr->p, n->a, pr->out);
	else
		pr_operation(pr, e, P_UNARY);
}

void pr_truth(Printer *pr, Expr e, bool negate, int strength)
{
	static void (*const print[EXPR_N_OPS])(Printer *, Expr, bool, int) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, ...) \
	truth_##TRUTH,
		EXPR_OPS(X)
#undef X
	};
	if (pr_elided(pr))
		return;
	pr->depth++;
	print[nd(pr->p, e)->op](pr, e, negate, strength);
	pr->depth--;
}

void expr_text(ExprPool *p, Expr e, size_t limit, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = limit ? out->len + limit : SIZE_MAX};
	if (nd(p, e)->width == 1)
		pr_truth(&pr, e, false, P_CHOICE);
	else
		pr_value(&pr, e, P_CHOICE);
}

void expr_text_all(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = limit ? out->len + limit : SIZE_MAX};
	if (n == 0)
		buf_adds(out, "true");
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_adds(out, " && ");
		if (pr_elided(&pr))
			return;
		pr_truth(&pr, e[i], false, n > 1 ? P_AND : P_CHOICE);
	}
}

/* ---- parts of a conjunction, for simple.c ---- */

void print_condition(ExprPool *p, Expr e, bool negate, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end, .people = !p->basic};
	pr_truth(&pr, e, negate, P_AND + 1);
}

void print_compare(ExprPool *p, Expr x, bool less, u64 k, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end, .people = !p->basic};
	u64 next = (less ? k + 1 : k - 1) & mask64(nd(p, x)->width);
	compare_const(&pr, x, less, true, next, is_signed, P_AND);
}

static void beside(Printer *pr, Expr x, u64 k, bool is_signed)
{
	if (pr_is_byte(pr->p, x) && k < 128)
		pr_character(pr, (u8)k);
	else
		pr_number(pr, k, nd(pr->p, x)->width, is_signed);
}

void print_number(ExprPool *p, Expr x, u64 k, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end, .people = !p->basic};
	beside(&pr, x, k, is_signed);
}

void print_term(ExprPool *p, Expr x, bool is_signed, u64 low, u64 high, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end, .people = !p->basic};
	against(&pr, x, is_signed, low, high);
}

void print_equal(ExprPool *p, Expr x, u64 k, bool negate, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end, .people = !p->basic};
	if (ctype_names_element(p, x) && k >> (nd(p, x)->width - 1))
		pr_operand(&pr, x, false, P_EQUAL + 1);
	else
		pr_value(&pr, x, P_EQUAL + 1);
	buf_adds(out, negate ? " != " : " == ");
	/* A char is a character, whatever its sign. */
	if (nd(p, x)->op == EXPR_VAR && nd(p, x)->width == 8 && k > ' ' && k < 127)
		pr_character(&pr, (u8)k);
	else
		beside(&pr, x, k, ctype_reads_signed(p, x));
}

void print_pair(ExprPool *p, Expr a, Expr b, const char *sign, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end, .people = !p->basic};
	bool plain = sign[0] == '=' || sign[0] == '!'; /* equality has no sign */
	ExprOp op = plain ? EXPR_EQ : is_signed ? EXPR_SLT : EXPR_ULT;
	compare_first(&pr, a, b, op);
	buf_addf(out, " %s ", sign);
	compare_second(&pr, a, b, op);
}
