/* gen_expr.h: random expressions for the oracle tests.
 *
 * A recipe is a list of steps; built in a pool with simplification and in one without, it must
 * give the same values on every assignment.
 */
#ifndef DRIFT_GEN_EXPR_H
#define DRIFT_GEN_EXPR_H

#include "engine/expr/pool.h"

typedef struct Rng {
	u64 state;
} Rng;

static inline u64 rng_next(Rng *r)
{
	u64 z = r->state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline u32 rng_below(Rng *r, u32 n)
{
	return (u32)(rng_next(r) % n);
}

/* Values with a taste for the corners. */
static inline u64 rng_value(Rng *r)
{
	switch (rng_below(r, 6)) {
	case 0: return rng_below(r, 4);
	case 1: return -(u64)rng_below(r, 4);
	case 2: return 1ull << rng_below(r, 64);
	case 3: return (1ull << rng_below(r, 64)) - 1;
	case 4: return rng_below(r, 256);
	default: return rng_next(r);
	}
}

enum { GEN_MAX = 64 };

/* Which operations a recipe may use. */
enum {
	GEN_PLAIN = 0,
	GEN_ARRAYS = 1,
	GEN_TEXT = 2,
	GEN_UNDEF = 4,
	GEN_BYTES = 8, /* only widths of whole bytes, and 1, as C programs have them */
};

typedef struct Gen {
	ExprPool *p[2];      /* built in each of these that is not NULL */
	Expr e[2][GEN_MAX];  /* the expressions so far */
	unsigned w[GEN_MAX]; /* their widths */
	u32 n;               /* how many */
	Rng *rng;
	unsigned widest; /* widths from 1 to this */
	unsigned kinds;  /* GEN_* */
} Gen;

static inline unsigned gen_width(Gen *g)
{
	static const unsigned usual[] = {1, 8, 16, 32, 64, 128};
	unsigned w = rng_below(g->rng, 3) || g->kinds & GEN_BYTES ? usual[rng_below(g->rng, 6)]
															  : 1 + rng_below(g->rng, g->widest);
	return w > g->widest ? g->widest : w;
}

static inline void gen_add(Gen *g, ExprOp op, unsigned width, u32 a, u32 b, u32 c, unsigned low)
{
	for (int k = 0; k < 2; k++) {
		if (!g->p[k])
			continue;
		Expr x = g->e[k][a], y = op == EXPR_EXTRACT ? low : g->e[k][b], z = g->e[k][c];
		g->e[k][g->n] = expr_make(g->p[k], op, width, x, y, z);
	}
	g->w[g->n++] = width;
}

/* Index of an expression of the given width, made from a random one if need be. */
static inline u32 gen_operand(Gen *g, unsigned width)
{
	u32 i = rng_below(g->rng, g->n);
	for (u32 tries = 0; g->w[i] != width && tries < 4; tries++)
		i = rng_below(g->rng, g->n);
	if (g->w[i] == width)
		return i;
	if (g->w[i] > width)
		gen_add(g, EXPR_EXTRACT, width, i, 0, 0,
				rng_below(g->rng, 2) ? 0 : rng_below(g->rng, g->w[i] - width + 1));
	else
		gen_add(g, rng_below(g->rng, 2) ? EXPR_ZEXT : EXPR_SEXT, width, i, 0, 0, 0);
	return g->n - 1;
}

static inline void gen_const(Gen *g)
{
	unsigned w = gen_width(g);
	u128 v = (u128)rng_value(g->rng) << 64 | rng_value(g->rng);
	for (int k = 0; k < 2; k++)
		if (g->p[k])
			g->e[k][g->n] = expr_const128(g->p[k], w, v);
	g->w[g->n++] = w;
}

static inline TextFormat gen_format(Gen *g)
{
	static const u8 bases[] = {8, 10, 16};
	Rng *r = g->rng;
	TextFormat f = {.base = bases[rng_below(r, 3)], .precision = -1};
	f.is_signed = f.base == 10 && rng_below(r, 2);
	f.upper = f.base == 16 && rng_below(r, 2);
	f.plus = f.is_signed && !rng_below(r, 3);
	f.space = f.is_signed && !rng_below(r, 3);
	f.alt = f.base != 10 && !rng_below(r, 3);
	f.zero = !rng_below(r, 3);
	f.left = !rng_below(r, 3);
	f.width = rng_below(r, 2) ? 0 : rng_below(r, 14);
	if (!rng_below(r, 3))
		f.precision = rng_below(r, 8);
	return f;
}

static inline void gen_text(Gen *g)
{
	unsigned widths[] = {8, 16, 32, 64};
	u32 a = gen_operand(g, widths[rng_below(g->rng, g->widest < 64 ? 2 : 4)]);
	TextFormat f = gen_format(g);
	bool length = rng_below(g->rng, 3) == 0;
	u32 at = rng_below(g->rng, 12);
	for (int k = 0; k < 2; k++) {
		if (!g->p[k])
			continue;
		u32 format = expr_format(g->p[k], &f);
		Expr x = g->e[k][a];
		g->e[k][g->n] =
			length ? expr_textlen(g->p[k], x, format) : expr_textchar(g->p[k], x, at, format);
	}
	g->w[g->n++] = length ? 32 : 8;
}

static inline void gen_read(Gen *g)
{
	u8 table[16];
	for (unsigned i = 0; i < sizeof table; i++)
		table[i] = (u8)rng_value(g->rng);
	u32 n_stores = rng_below(g->rng, 4), index[4], byte[4];
	for (u32 i = 0; i < n_stores; i++) {
		index[i] = gen_operand(g, rng_below(g->rng, 2) ? 8 : 32);
		byte[i] = gen_operand(g, 8);
	}
	u32 at = gen_operand(g, rng_below(g->rng, 2) ? 8 : 32);
	for (int k = 0; k < 2; k++) {
		if (!g->p[k])
			continue;
		Expr array = expr_table(g->p[k], table, sizeof table);
		for (u32 i = 0; i < n_stores; i++)
			array = expr_store(g->p[k], array, g->e[k][index[i]], g->e[k][byte[i]]);
		g->e[k][g->n] = expr_read(g->p[k], array, g->e[k][at]);
	}
	g->w[g->n++] = 8;
}

static inline void gen_cut(Gen *g, ExprOp op, u32 a)
{
	unsigned w = g->w[a], width = 1 + rng_below(g->rng, w);
	if (g->kinds & GEN_BYTES && width > 1) {
		width = (width + 7) / 8 * 8;
		gen_add(g, op, width, a, 0, 0, rng_below(g->rng, (w - width) / 8 + 1) * 8);
		return;
	}
	gen_add(g, op, width, a, 0, 0, rng_below(g->rng, w - width + 1));
}

static inline void gen_widen(Gen *g, ExprOp op, u32 a)
{
	unsigned w = g->w[a], width = w + rng_below(g->rng, g->widest - w + 1);
	if (g->kinds & GEN_BYTES)
		width = (width + 7) / 8 * 8;
	gen_add(g, op, width, a, 0, 0, 0);
}

/* A node with that operation, if there are operands for it; which, the width column decides. */
static inline void gen_op(Gen *g, ExprOp op)
{
	u32 a = rng_below(g->rng, g->n), b = 0, c;
	unsigned w = g->w[a];
	switch ((ExprWidth)expr_width_rule[op]) {
	case WIDTH_A:
		if (expr_arity[op] > 1)
			b = gen_operand(g, w);
		gen_add(g, op, w, a, b, 0, 0);
		return;
	case WIDTH_GIVEN:
		if (op == EXPR_EXTRACT)
			gen_cut(g, op, a);
		else
			gen_widen(g, op, a);
		return;
	case WIDTH_SUM:
		b = rng_below(g->rng, g->n);
		if (w + g->w[b] <= g->widest && !(g->kinds & GEN_BYTES && (w == 1 || g->w[b] == 1)))
			gen_add(g, op, w + g->w[b], a, b, 0, 0);
		return;
	case WIDTH_B:
		c = gen_operand(g, 1);
		b = gen_operand(g, w);
		gen_add(g, op, w, c, a, b, 0);
		return;
	case WIDTH_BIT:
		b = gen_operand(g, w);
		gen_add(g, op, 1, rng_below(g->rng, 2) ? a : b, b, 0, 0);
		if (g->n < GEN_MAX)
			gen_add(g, op, 1, b, a, 0, 0);
		return;
	case WIDTH_NONE:
	case WIDTH_BYTE:
	case WIDTH_WORD: abort(); /* see gen_read and gen_text */
	}
}

/* All operations on numbers, and those that programs use most once more. */
static inline u32 gen_ops(ExprOp ops[EXPR_N_OPS + 5])
{
	static const ExprOp often[] = {EXPR_AND, EXPR_OR, EXPR_ADD, EXPR_EQ, EXPR_CONCAT};
	u32 n = 0;
	for (u32 op = 0; op < EXPR_N_OPS; op++)
		if (expr_arity[op] && !(expr_flags[op] & (EXPR_HAS_ARRAY | EXPR_HAS_TEXT | EXPR_HAS_FLOAT)))
			ops[n++] = op;
	memcpy(ops + n, often, sizeof often);
	return n + countof(often);
}

static inline void gen_step(Gen *g)
{
	ExprOp ops[EXPR_N_OPS + 5];
	u32 n_ops = gen_ops(ops);
	if (g->kinds & GEN_ARRAYS && !rng_below(g->rng, 12)) {
		gen_read(g);
		return;
	}
	if (g->kinds & GEN_TEXT && !rng_below(g->rng, 12)) {
		gen_text(g);
		return;
	}
	if (!rng_below(g->rng, 5)) {
		gen_const(g);
		return;
	}
	gen_op(g, ops[rng_below(g->rng, n_ops)]);
}

/* Fresh recipe over the first n_vars variables of the pools. */
static inline void gen_start(Gen *g, u32 n_vars)
{
	g->n = 0;
	for (u32 v = 0; v < n_vars; v++) {
		ExprPool *some = g->p[0] ? g->p[0] : g->p[1];
		if (input_width(some, v) > g->widest)
			continue;
		for (int k = 0; k < 2; k++)
			if (g->p[k])
				g->e[k][g->n] = expr_var(g->p[k], v);
		g->w[g->n++] = input_width(some, v);
	}
	if (g->kinds & GEN_UNDEF) {
		for (int k = 0; k < 2; k++)
			if (g->p[k])
				g->e[k][g->n] = expr_undef(g->p[k], 8, 7);
		g->w[g->n++] = 8;
	}
}

static inline void gen_run(Gen *g, u32 steps)
{
	for (u32 i = 0; i < steps && g->n < GEN_MAX - 10; i++)
		gen_step(g);
}

#endif
