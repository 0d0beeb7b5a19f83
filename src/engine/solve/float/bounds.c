/* bounds.c: refutes queries by bounds of numbers, and by comparisons of the same two numbers. */
#include <math.h>

#include "engine/solve/float/bounds.h"

enum {
	MOST_NODES = 20000,
	MOST_SWEEPS = 24, /* bounds may creep for ever */
	WORK_PER_NODE = 4,
};

/* ---- bounds ---- */

NodeBounds *bounds_of(BoundsQuery *q, Expr e)
{
	u64 k = 0;
	intmap_get(&q->place, e, &k);
	return &q->at[k - 1];
}

void bounds_number(BoundsQuery *q, Expr e, double low, double high, bool nan)
{
	NodeBounds *b = bounds_of(q, e);
	if (!bounds_is_number(q->p, e))
		return;
	if (low > b->low) {
		b->low = low;
		q->changed = true;
	}
	if (high < b->high) {
		b->high = high;
		q->changed = true;
	}
	if (b->nan && !nan) {
		b->nan = false;
		q->changed = true;
	}
	q->empty |= b->low > b->high && !b->nan;
}

void bounds_integer(BoundsQuery *q, Expr e, i64 least, i64 most)
{
	NodeBounds *b = bounds_of(q, e);
	if (least > b->least) {
		b->least = least;
		q->changed = true;
	}
	if (most < b->most) {
		b->most = most;
		q->changed = true;
	}
	q->empty |= b->least > b->most;
}

void bounds_truth(BoundsQuery *q, Expr e, bool no, bool yes)
{
	NodeBounds *b = bounds_of(q, e);
	q->changed |= (b->no && !no) || (b->yes && !yes);
	b->no &= no;
	b->yes &= yes;
	q->empty |= !b->no && !b->yes;
}

/* What the node can be by itself. */
static NodeBounds begin_of(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	unsigned w = n->width;
	NodeBounds b = {-INFINITY, INFINITY, INT64_MIN, INT64_MAX, true, true, true};
	if (w == 1) {
		b.no = n->info.low == 0;
		b.yes = n->info.high == 1;
	}
	if (w && w <= 64) {
		u64 half = 1ull << (w - 1);
		b.least = w == 64 ? INT64_MIN : -(i64)half;
		b.most = (i64)(half - 1);
		if (n->info.high < half) {
			b.least = (i64)n->info.low;
			b.most = (i64)n->info.high;
		}
	}
	if (is_const(p, e) && bounds_is_number(p, e)) {
		u64 bits = const64(n);
		u32 part = (u32)bits;
		double d;
		float f;
		memcpy(&d, &bits, sizeof d);
		memcpy(&f, &part, sizeof f);
		d = w == 32 ? (double)f : d;
		b.nan = isnan(d);
		b.low = b.nan ? INFINITY : d;
		b.high = b.nan ? -INFINITY : d;
		b.least = b.most = sign64(bits, w);
	}
	return b;
}

/* ---- other operations ---- */

/* The constant operand of a node with two, and the other one; NULL: there is none. */
static const ExprNode *by_constant(const ExprPool *p, const ExprNode *n, Expr *other)
{
	for (int k = 0; k < 2; k++) {
		Expr c = k ? n->a : n->b;
		if (is_const(p, c)) {
			*other = k ? n->b : n->a;
			return nd(p, c);
		}
	}
	return NULL;
}

/* The sign is inverted, or cleared: the number it is made of; 0: it is something else. */
static Expr sign_changed(const ExprPool *p, Expr e, bool *cleared)
{
	const ExprNode *n = nd(p, e), *c;
	Expr x;
	if ((n->op != EXPR_XOR && n->op != EXPR_AND) || !bounds_is_number(p, e) ||
		!(c = by_constant(p, n, &x)))
		return 0;
	u64 sign = 1ull << (n->width - 1);
	*cleared = n->op == EXPR_AND;
	return const64(c) == (*cleared ? sign - 1 : sign) ? x : 0;
}

static void sign_up(BoundsQuery *q, Expr e)
{
	bool cleared;
	Expr x = sign_changed(q->p, e, &cleared);
	if (!x)
		return;
	NodeBounds b = *bounds_of(q, x);
	if (!cleared || b.low > b.high)
		bounds_number(q, e, -b.high, -b.low, b.nan);
	else
		bounds_number(q, e, b.low <= 0 && b.high >= 0 ? 0 : fmin(fabs(b.low), fabs(b.high)),
					  fmax(fabs(b.low), fabs(b.high)), b.nan);
	NodeBounds r = *bounds_of(q, e);
	if (r.low <= r.high || !r.nan)
		bounds_number(q, x, -r.high, cleared ? r.high : -r.low, r.nan);
}

static void choice(BoundsQuery *q, Expr e, const ExprNode *n)
{
	NodeBounds *c = bounds_of(q, n->a), b = *bounds_of(q, n->b), o = *bounds_of(q, n->c);
	NodeBounds r = *bounds_of(q, e);
	if (c->yes && c->no) {
		bounds_number(q, e, fmin(b.low, o.low), fmax(b.high, o.high), b.nan || o.nan);
		bounds_integer(q, e, b.least < o.least ? b.least : o.least,
					   b.most > o.most ? b.most : o.most);
		if (n->width == 1)
			bounds_truth(q, e, b.no || o.no, b.yes || o.yes);
		return;
	}
	Expr arm = c->yes ? n->b : n->c;
	b = c->yes ? b : o;
	bounds_number(q, e, b.low, b.high, b.nan);
	bounds_number(q, arm, r.low, r.high, r.nan);
	bounds_integer(q, e, b.least, b.most);
	bounds_integer(q, arm, r.least, r.most);
	if (n->width == 1) {
		bounds_truth(q, e, b.no, b.yes);
		bounds_truth(q, arm, r.no, r.yes);
	}
}

static void connective(BoundsQuery *q, Expr e, const ExprNode *n)
{
	NodeBounds a = *bounds_of(q, n->a), b = *bounds_of(q, n->b), r = *bounds_of(q, e);
	if (n->op == EXPR_AND) {
		bounds_truth(q, e, a.no || b.no, a.yes && b.yes);
		if (!r.no) {
			bounds_truth(q, n->a, false, true);
			bounds_truth(q, n->b, false, true);
		} else if (!r.yes && !a.no) {
			bounds_truth(q, n->b, true, false);
		} else if (!r.yes && !b.no) {
			bounds_truth(q, n->a, true, false);
		}
		return;
	}
	bounds_truth(q, e, a.no && b.no, a.yes || b.yes);
	if (!r.yes) {
		bounds_truth(q, n->a, true, false);
		bounds_truth(q, n->b, true, false);
	} else if (!r.no && !a.yes) {
		bounds_truth(q, n->b, false, true);
	} else if (!r.no && !b.yes) {
		bounds_truth(q, n->a, false, true);
	}
}

/* a < b or a <= b of signed integers. */
static void order(BoundsQuery *q, Expr e, const ExprNode *n)
{
	NodeBounds a = *bounds_of(q, n->a), b = *bounds_of(q, n->b), r = *bounds_of(q, e);
	bool strict = n->op == EXPR_SLT;
	if (nd(q->p, n->a)->width > 64)
		return;
	bounds_truth(q, e, strict ? a.most >= b.least : a.most > b.least,
				 strict ? a.least < b.most : a.least <= b.most);
	if (r.yes == r.no)
		return;
	strict = strict == r.yes;
	Expr low = r.yes ? n->a : n->b, high = r.yes ? n->b : n->a;
	NodeBounds l = r.yes ? a : b, h = r.yes ? b : a;
	if (strict && (h.most == INT64_MIN || l.least == INT64_MAX)) {
		q->empty = true;
		return;
	}
	bounds_integer(q, low, INT64_MIN, h.most - strict);
	bounds_integer(q, high, l.least + strict, INT64_MAX);
}

static void equality(BoundsQuery *q, Expr e, const ExprNode *n)
{
	NodeBounds a = *bounds_of(q, n->a), b = *bounds_of(q, n->b), r = *bounds_of(q, e);
	unsigned w = nd(q->p, n->a)->width;
	if (!w || w > 64)
		return;
	bounds_truth(q, e, !(a.least == a.most && b.least == b.most && a.least == b.least),
				 a.least <= b.most && b.least <= a.most);
	if (r.no)
		return;
	bounds_integer(q, n->a, b.least, b.most);
	bounds_integer(q, n->b, a.least, a.most);
	if (w == 1) {
		bounds_truth(q, n->a, b.no, b.yes);
		bounds_truth(q, n->b, a.no, a.yes);
	}
}

static void other(BoundsQuery *q, Expr e, const ExprNode *n)
{
	switch (n->op) {
	case EXPR_NOT:
		if (n->width == 1) {
			NodeBounds a = *bounds_of(q, n->a), r = *bounds_of(q, e);
			bounds_truth(q, e, a.yes, a.no);
			bounds_truth(q, n->a, r.yes, r.no);
		}
		break;
	case EXPR_AND:
	case EXPR_OR:
		if (n->width == 1)
			connective(q, e, n);
		else
			sign_up(q, e);
		break;
	case EXPR_XOR: sign_up(q, e); break;
	case EXPR_ITE: choice(q, e, n); break;
	case EXPR_SLT:
	case EXPR_SLE: order(q, e, n); break;
	case EXPR_EQ: equality(q, e, n); break;
	case EXPR_SEXT: {
		NodeBounds a = *bounds_of(q, n->a), r = *bounds_of(q, e);
		if (n->width > 64)
			break;
		bounds_integer(q, e, a.least, a.most);
		bounds_integer(q, n->a, r.least, r.most);
		break;
	}
	default: break;
	}
}

/* ---- comparisons of the same two numbers ---- */

enum { IS_LESS = 1, IS_EQUAL = 2, IS_MORE = 4, IS_NEITHER = 8, IS_ANY = 15 };

static u8 relations(FloatOp op, bool exchanged)
{
	u8 less = exchanged ? IS_MORE : IS_LESS;
	if (op == FLOAT_EQUAL)
		return IS_EQUAL;
	return op == FLOAT_LESS ? less : (u8)(less | IS_EQUAL);
}

/* Each comparison leaves some of the four relations of its operands; then none may be left. */
static void relate(BoundsQuery *q)
{
	IntMap left = {0};
	for (int pass = 0; pass < 2 && !q->empty; pass++)
		for (size_t i = 0; i < q->nodes.len && !q->empty; i++) {
			Expr e = q->nodes.at[i];
			const ExprNode *n = nd(q->p, e);
			FloatOp op = n->op == EXPR_FLOAT2 ? expr_float_op(q->p, e) : FLOAT_N_OPS;
			if (op < FLOAT_EQUAL || op > FLOAT_AT_MOST)
				continue;
			bool exchanged = n->a > n->b;
			u64 key = exchanged ? (u64)n->b << 32 | n->a : (u64)n->a << 32 | n->b, mask = IS_ANY;
			u8 of = relations(op, exchanged);
			const NodeBounds *b = bounds_of(q, e);
			intmap_get(&left, key, &mask);
			if (pass) {
				bounds_truth(q, e, (mask & ~of) != 0, (mask & of) != 0);
				continue;
			}
			mask &= b->yes && b->no ? IS_ANY : b->yes ? of : (u64)(IS_ANY & ~of);
			if (!bounds_of(q, n->a)->nan && !bounds_of(q, n->b)->nan)
				mask &= ~(u64)IS_NEITHER;
			if (n->a == n->b)
				mask &= IS_EQUAL | IS_NEITHER;
			q->empty |= !mask;
			intmap_put(&left, key, mask);
		}
	intmap_free(&left);
}

/* ---- the layer ---- */

static void sweep(BoundsQuery *q, bool down)
{
	for (size_t k = 0; k < q->nodes.len && !q->empty; k++) {
		Expr e = q->nodes.at[down ? q->nodes.len - 1 - k : k];
		const ExprNode *n = nd(q->p, e);
		if (expr_flags[n->op] & EXPR_HAS_FLOAT) {
			if (down)
				bounds_float_down(q, e);
			else
				bounds_float_up(q, e);
		} else {
			other(q, e, n);
		}
	}
}

int bounds_answer(Solver *s)
{
	BoundsQuery q = {.p = s->p};
	bool floats = false;
	for (size_t i = 0; i < s->q.all.len && !floats; i++)
		floats = expr_has_float(s->p, s->q.all.at[i]);
	if (!floats)
		return SOLVE_OPEN;
	expr_postorder(s->p, s->q.all.at, s->q.all.len, &q.nodes);
	if (q.nodes.len <= MOST_NODES) {
		q.at = xcalloc(q.nodes.len + 1, sizeof *q.at);
		for (size_t i = 0; i < q.nodes.len; i++) {
			intmap_put(&q.place, q.nodes.at[i], i + 1);
			q.at[i] = begin_of(s->p, q.nodes.at[i]);
		}
		for (size_t i = 0; i < s->q.all.len; i++)
			bounds_truth(&q, s->q.all.at[i], false, true);
		q.changed = true;
		for (int k = 0; k < MOST_SWEEPS && q.changed && !q.empty; k++) {
			q.changed = false;
			sweep(&q, false);
			if (!q.empty)
				relate(&q);
			sweep(&q, true);
			s->stats.work += q.nodes.len * WORK_PER_NODE;
		}
	}
	vec_free(&q.nodes);
	intmap_free(&q.place);
	free(q.at);
	return q.empty ? SOLVE_UNSAT : SOLVE_OPEN;
}
