/* ctype.c: the types that C assigns to the text of an expression (print.c).
 *
 * In C, with its promotions and conversions, the text of a condition must mean the same as the
 * expression; --assume reads it so. Where it would not, the printer adds a cast. The type that
 * this file computes for a node must match what the printer writes.
 */
#include "engine/expr/print/ctype.h"

/* A type in the memo. */
enum { KNOWN = 1, IS_LONG = 2, IS_UNSIGNED = 4, IS_WIDE = 8 };

static TextType type_of_width(unsigned width)
{
	return (TextType){width > 64 ? 128 : width > 32 ? 64 : 32, false};
}

static TextType common(TextType a, TextType b)
{
	u8 width = a.width > b.width ? a.width : b.width;
	return (TextType){width,
					  (a.width == width && a.is_unsigned) || (b.width == width && b.is_unsigned)};
}

bool ctype_reads_signed(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_VAR)
		return input_of(p, n->a)->is_signed;
	if (n->width <= 8)
		return n->op == EXPR_SEXT;
	if (n->width == 32 || n->width == 64 || n->width == 128)
		return true;
	/* Pieces are cut and joined without a sign; what has the width of a short is one. */
	if (n->op == EXPR_EXTRACT)
		return n->width == 16 && !n->b;
	return n->op == EXPR_SEXT || (n->width == 16 && ctype_is_number(p, e)) ||
		   (n->width == 16 && n->op != EXPR_CONCAT && n->op != EXPR_ZEXT);
}

bool ctype_sign_matters(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	return n->op != EXPR_CONST && (n->width > 64 || n->info.high >> (n->width - 1));
}

bool ctype_names_element(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	u32 bytes = n->width / 8;
	if (n->width != 8 && n->width != 16)
		return false;
	n = n->op == EXPR_CONCAT ? nd(p, n->a) : n;
	if (n->op != EXPR_READ)
		return false;
	const ExprNode *array = nd(p, n->a);
	while (array->op == EXPR_STORE)
		array = nd(p, array->a);
	const ExprTable *t = array->op == EXPR_TABLE ? &p->tables.at[array->a] : NULL;
	return t && t->name && *t->name && t->element == bytes;
}

static TextType of(const ExprPool *p, Expr e);

static bool needs_cast(const ExprPool *p, Expr e, bool is_signed)
{
	const ExprNode *n = nd(p, e);
	bool natural = ctype_reads_signed(p, e);
	if (n->op == EXPR_CONST || n->width == 1)
		return false;
	TextType t = of(p, e);
	if (is_signed && natural)
		return t.is_unsigned && t.width == type_of_width(n->width).width;
	if (!is_signed && t.is_unsigned)
		return false;
	if (!is_signed && ctype_names_element(p, e))
		return ctype_sign_matters(p, e);
	return natural != is_signed && ctype_sign_matters(p, e);
}

static TextType of_operand(const ExprPool *p, Expr e, bool is_signed)
{
	TextType t = of(p, e);
	if (!needs_cast(p, e, is_signed))
		return t;
	t = type_of_width(nd(p, e)->width);
	u32 width = nd(p, e)->width;
	t.is_unsigned = !is_signed && (width == 32 || width == 64 || width == 128);
	return t;
}

/* True if a sum or product of 64 bits may be computed in 32. */
static bool fits_int(const ExprPool *p, const ExprNode *n)
{
	return n->info.high <= INT32_MAX && nd(p, n->a)->info.high <= INT32_MAX &&
		   nd(p, n->b)->info.high <= INT32_MAX;
}

CMode ctype_mode(ExprOp op)
{
	static const CMode mode[] = {
		[READS__] = MODE_EITHER, [READS_SIGNED] = MODE_SIGNED, [READS_UNSIGNED] = MODE_UNSIGNED};
	return mode[expr_reads[op]];
}

static TextType of_side(const ExprPool *p, Expr e, CMode mode)
{
	return mode == MODE_EITHER ? of(p, e) : of_operand(p, e, mode == MODE_SIGNED);
}

static bool widened(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	CMode mode = ctype_mode(n->op);
	bool shift = op_shifts(n->op), compares = op_compares(n->op) || n->op == EXPR_ITE;
	Expr x = n->op == EXPR_ITE ? n->b : n->a, y = n->op == EXPR_ITE ? n->c : n->b;
	u8 need = type_of_width(nd(p, x)->width).width;
	if (need == 32)
		return false;
	if (n->op == EXPR_NOT || n->op == EXPR_NEG) {
		TextType only = of(p, x);
		return only.width < need && (n->op == EXPR_NEG || only.is_unsigned);
	}
	TextType a = of_side(p, x, mode), b = shift ? a : of_side(p, y, mode);
	if (common(a, b).width >= need)
		return false;
	/* Numbers of one type compare as they do when widened, and are chosen so. */
	if (compares)
		return a.is_unsigned != b.is_unsigned;
	return shift || !fits_int(p, n);
}

bool ctype_widened(const ExprPool *p, Expr e)
{
	return widened(p, e);
}

static TextType of_binary(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	CMode mode = ctype_mode(n->op);
	bool shift = op_shifts(n->op);
	TextType a = of_side(p, n->a, mode), b = shift ? a : of_side(p, n->b, mode);
	TextType t = common(a, b);
	if (widened(p, e))
		return (TextType){type_of_width(nd(p, n->a)->width).width, mode == MODE_UNSIGNED};
	/* A mask takes bits away, a cast the type as well. */
	return ctype_narrowed(p, e) && (n->width == 8 || n->width == 16) ? type_of_width(n->width) : t;
}

/* Of bits side by side, which are written as a shift and an or (joined in print.c). */
static TextType of_joined(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e), *a = nd(p, n->a);
	TextType t = type_of_width(n->width);
	bool zero = is_const(p, n->b) && const_value(p, n->b) == 0;
	bool times =
		zero && a->op == EXPR_EXTRACT && !a->b && nd(p, a->a)->width == n->width && n->width >= 32;
	if (n->width > 64 || a->op == EXPR_READ || times || ctype_is_number(p, e))
		return t;
	TextType high = of_operand(p, n->a, false);
	if (n->width > 32 && high.width < 64)
		high = (TextType){64, false};
	return zero ? high : common(high, of_operand(p, n->b, false));
}

/* ---- by operation: the column type of ops.h, of a node whose operands are known ---- */

static TextType type_width(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)p, (void)e;
	return type_of_width(n->width);
}

static TextType type_int(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)p, (void)e, (void)n;
	return type_of_width(32);
}

static TextType type_const(const ExprPool *p, Expr e, const ExprNode *n)
{
	i64 v = (i64)const64(n);
	if (n->width > 64) {
		i128 all = (i128)sign_extend(const_value(p, e), n->width);
		return (TextType){all == (i32)all ? 32 : all == (i64)all ? 64 : 128, false};
	}
	if (n->width > 8)
		v = (i64)sign_extend(const64(n), n->width > 64 ? 64 : n->width);
	return (TextType){v == (i32)v ? 32 : 64, false};
}

static TextType type_var(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)e;
	return (TextType){n->width > 32 ? 64 : 32, n->width >= 32 && !input_of(p, n->a)->is_signed};
}

static TextType type_zext(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)e;
	if (n->width > 64 && nd(p, n->a)->width <= 64)
		return type_of_width(n->width);
	return nd(p, n->a)->width == 1 ? type_of_width(1) : of_operand(p, n->a, false);
}

static TextType type_sext(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)e;
	if (n->width > 64 && nd(p, n->a)->width <= 64)
		return type_of_width(n->width);
	if (ctype_signed_piece(p, n))
		return of_operand(p, nd(p, n->a)->a, true);
	if (ctype_signed_joined(p, n->a))
		return type_of_width(nd(p, n->a)->width);
	return nd(p, n->a)->width == 1 ? type_of_width(1) : of_operand(p, n->a, true);
}

static TextType type_binary(const ExprPool *p, Expr e, const ExprNode *n)
{
	return n->width > 1 ? of_binary(p, e) : type_of_width(1);
}

static TextType type_unary(const ExprPool *p, Expr e, const ExprNode *n)
{
	if (n->width == 1 || n->width == 8 || n->width == 16 || widened(p, e))
		return type_of_width(n->width);
	return of(p, n->a);
}

static TextType type_choice(const ExprPool *p, Expr e, const ExprNode *n)
{
	return widened(p, e) ? type_of_width(n->width) : common(of(p, n->b), of(p, n->c));
}

static TextType type_extract(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)e;
	if (!n->b && (n->width == 8 || n->width == 16 || n->width == 32))
		return type_of_width(n->width);
	if (ctype_cut_cast(p, n))
		return type_of_width(n->width);
	if (ctype_cut_unsigned(p, n))
		return of_operand(p, n->a, false);
	return common(of(p, n->a), type_of_width(n->width > 31 ? 64 : 32));
}

static TextType type_concat(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)n;
	return of_joined(p, e);
}

static TextType compute(const ExprPool *p, Expr e)
{
	static TextType (*const type[EXPR_N_OPS])(const ExprPool *, Expr, const ExprNode *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, PRINT, SIGN, STRENGTH, TYPE, ...)                                            \
	type_##TYPE,
		EXPR_OPS(X)
#undef X
	};
	const ExprNode *n = nd(p, e);
	return type[n->op](p, e, n);
}

/* Operands whose types a function of the column type looks at: bit k for operand k. */
enum {
	DECIDING_width = 0,
	DECIDING_int = 0,
	DECIDING_const = 0,
	DECIDING_var = 0,
	DECIDING_zext = 1,
	DECIDING_sext = 1,
	DECIDING_unary = 1,
	DECIDING_extract = 1,
	DECIDING_binary = 3,
	DECIDING_concat = 3,
	DECIDING_choice = 6,
};

/* The operands whose types decide that of a node. */
static u32 deciding(const ExprNode *n, Expr kid[2])
{
	static const u8 of_op[EXPR_N_OPS] = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, PRINT, SIGN, STRENGTH, TYPE, ...)                                            \
	DECIDING_##TYPE,
		EXPR_OPS(X)
#undef X
	};
	const Expr all[3] = {n->a, n->b, n->c};
	u32 count = 0;
	if (n->width == 1 && of_op[n->op] == DECIDING_binary)
		return 0; /* a truth value */
	for (u32 k = 0; k < countof(all); k++)
		if (of_op[n->op] >> k & 1)
			kid[count++] = all[k];
	return count;
}

/* Operands first, without recursion; each node once in the life of the pool. */
static void learn(const ExprPool *p, Expr e)
{
	TypeMemo *m = p->types;
	if (m->cap < p->len) {
		m->at = xrealloc(m->at, p->len * 2);
		memset(m->at + m->cap, 0, p->len * 2 - m->cap);
		m->cap = p->len * 2;
	}
	for (vec_push(&m->todo, e); m->todo.len;) {
		Expr x = vec_last(&m->todo), kid[2];
		size_t before = m->todo.len;
		u32 n = deciding(nd(p, x), kid);
		for (u32 i = 0; i < n; i++)
			if (!m->at[kid[i]])
				vec_push(&m->todo, kid[i]);
		if (m->todo.len > before)
			continue;
		TextType t = compute(p, x);
		m->at[x] = (u8)(KNOWN | (t.width == 64 ? IS_LONG : 0) | (t.width == 128 ? IS_WIDE : 0) |
						(t.is_unsigned ? IS_UNSIGNED : 0));
		m->todo.len--;
	}
}

static TextType of(const ExprPool *p, Expr e)
{
	const TypeMemo *m = p->types;
	if (e >= m->cap || !m->at[e])
		learn(p, e);
	return (TextType){m->at[e] & IS_WIDE   ? 128
					  : m->at[e] & IS_LONG ? 64
										   : 32,
					  (m->at[e] & IS_UNSIGNED) != 0};
}

TextType ctype_of(const ExprPool *p, Expr e)
{
	return of(p, e);
}

bool ctype_needs_cast(const ExprPool *p, Expr e, bool is_signed)
{
	return needs_cast(p, e, is_signed);
}

bool ctype_signed_piece(const ExprPool *p, const ExprNode *n)
{
	return n->op == EXPR_SEXT && ctype_piece(p, nd(p, n->a));
}

bool ctype_piece(const ExprPool *p, const ExprNode *piece)
{
	if (piece->op != EXPR_EXTRACT)
		return false;
	unsigned w = nd(p, piece->a)->width;
	bool cast = !piece->b && (piece->width == 8 || piece->width == 16 || piece->width == 32);
	return (w == 8 || w == 16 || w == 32 || w == 64) && !cast;
}

bool ctype_signed_joined(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	return n->op == EXPR_CONCAT && n->width != 32 && n->width != 64 && n->width != 128 &&
		   !ctype_is_number(p, e) && nd(p, n->a)->op != EXPR_READ;
}

bool ctype_cut_unsigned(const ExprPool *p, const ExprNode *n)
{
	return n->width > 1 && n->b + n->width >= nd(p, n->a)->width;
}

bool ctype_cut_cast(const ExprPool *p, const ExprNode *n)
{
	return n->width <= 64 && of(p, n->a).width > type_of_width(n->width).width;
}

/* ---- by operation: the column narrows of ops.h, of results of 2 to 31 bits ---- */

static bool narrows_always(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)p, (void)e, (void)n;
	return true;
}

static bool narrows_sum(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)e;
	return (u128)nd(p, n->a)->info.high + nd(p, n->b)->info.high > mask64(n->width);
}

static bool narrows_product(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)e;
	return (u128)nd(p, n->a)->info.high * nd(p, n->b)->info.high > mask64(n->width);
}

static bool narrows_bits(const ExprPool *p, Expr e, const ExprNode *n)
{
	return (n->width > 8 && n->width != 16) ||
		   ctype_reads_signed(p, n->a) != ctype_reads_signed(p, e) ||
		   ctype_reads_signed(p, n->b) != ctype_reads_signed(p, e);
}

static bool narrows_short(const ExprPool *p, Expr e, const ExprNode *n)
{
	(void)p, (void)e;
	return n->width == 16;
}

bool ctype_narrowed(const ExprPool *p, Expr e)
{
	static bool (*const narrows[EXPR_N_OPS])(const ExprPool *, Expr, const ExprNode *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, PRINT, SIGN, STRENGTH, TYPE, NARROWS)                                        \
	narrows_##NARROWS,
		EXPR_OPS(X)
#undef X
	};
	const ExprNode *n = nd(p, e);
	return n->width < 32 && n->width != 1 && narrows[n->op](p, e, n);
}
