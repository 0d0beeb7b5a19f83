/* simple.c: a conjunction as a person would write it.
 *
 * Comparisons of one term with constants are brought together as the set of its values, so that
 * what others imply disappears: x > 3 && x > 5 && x != 2 is x > 5. Comparisons of the same two
 * terms become one. Everything else stays as it is, once. No expression is made on the way: when
 * a text is asked for must not show in any result.
 */
#include "expr/pool.h"

enum { MOST_RANGES = 64, MOST_HOLES = 8 };

/* Values lo to hi of a term, unsigned or, for showing, signed and shifted to keep their order. */
typedef struct Range {
	u64 lo, hi;
} Range;

typedef struct RangeSet {
	Range at[MOST_RANGES + 2]; /* a complement or another order may split one */
	u32 n;
} RangeSet;

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

/* One part of the conjunction, in order of appearance. */
typedef struct Fact {
	enum { FACT_SET, FACT_PAIR, FACT_OTHER } kind;
	Expr a;        /* SET: the term; PAIR: the left one; OTHER: the condition */
	Expr b;        /* PAIR: the right one */
	bool negate;   /* OTHER */
	u8 ways;       /* PAIR: LESS, EQUAL, GREATER that are possible */
	u8 order;      /* PAIR: 0 equality only, 1 signed, 2 unsigned */
	RangeSet *set; /* SET */
} Fact;

typedef struct Facts {
	ExprPool *p;
	VEC(Fact) list;
	Arena arena;
} Facts;

/* ---- sets ---- */

/* Those of both; false: too many ranges. */
static bool intersect(RangeSet *s, const RangeSet *with)
{
	RangeSet out = {.n = 0};
	for (u32 i = 0, k = 0; i < s->n && k < with->n;) {
		Range a = s->at[i], b = with->at[k];
		u64 lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
		if (lo <= hi) {
			if (out.n == MOST_RANGES)
				return false;
			out.at[out.n++] = (Range){lo, hi};
		}
		if (a.hi < b.hi)
			i++;
		else
			k++;
	}
	*s = out;
	return true;
}

static RangeSet one_range(u64 lo, u64 hi)
{
	return (RangeSet){.n = 1, .at = {{lo, hi}}};
}

/* lo, lo + 1, ... hi of so many bits, past the largest number if need be. */
static RangeSet around(u64 lo, u64 hi, u64 mask)
{
	if (lo <= hi)
		return one_range(lo, hi);
	return (RangeSet){.n = 2, .at = {{0, hi}, {lo, mask}}};
}

static RangeSet complement(const RangeSet *s, u64 mask)
{
	RangeSet out = {.n = 0};
	u64 from = 0;
	bool more = true;
	for (u32 i = 0; i < s->n; i++) {
		if (s->at[i].lo > from)
			out.at[out.n++] = (Range){from, s->at[i].lo - 1};
		more = s->at[i].hi < mask;
		from = s->at[i].hi + 1;
	}
	if (more)
		out.at[out.n++] = (Range){from, mask};
	return out;
}

/* ---- reading a condition ---- */

/* The values of a term for which a comparison with a constant holds. */
static bool compare_set(const ExprPool *p, const ExprNode *n, Expr *term, RangeSet *set)
{
	bool left = is_const(p, n->a), is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
	*term = left ? n->b : n->a;
	if (left == is_const(p, n->b) || nd(p, *term)->width > 64 || nd(p, *term)->width < 2)
		return false;
	u64 k = const64(nd(p, left ? n->a : n->b)), m = mask64(nd(p, *term)->width);
	u64 least = is_signed ? (m >> 1) + 1 : 0, most = is_signed ? m >> 1 : m;
	bool strict = n->op == EXPR_ULT || n->op == EXPR_SLT;
	if (n->op == EXPR_EQ)
		*set = one_range(k, k);
	else if (strict && k == (left ? most : least))
		*set = (RangeSet){.n = 0};
	else
		*set = left ? around((k + strict) & m, most, m) : around(least, (k - strict) & m, m);
	return true;
}

/* Takes constants added and extensions with zeros off the term. */
static void peel(const ExprPool *p, Expr *term, RangeSet *set)
{
	for (;;) {
		const ExprNode *n = nd(p, *term);
		u64 m = mask64(n->width);
		if (n->op == EXPR_ZEXT) {
			RangeSet inner = one_range(0, mask64(nd(p, n->a)->width));
			if (!intersect(set, &inner))
				return;
		} else if (n->op == EXPR_ADD && is_const(p, n->b) && set->n == 1) {
			u64 k = const64(nd(p, n->b));
			*set = around((set->at[0].lo - k) & m, (set->at[0].hi - k) & m, m);
		} else {
			return;
		}
		*term = n->a;
	}
}

static Fact *find_fact(Facts *f, int kind, Expr a, Expr b)
{
	for (size_t i = 0; i < f->list.len; i++) {
		Fact *x = &f->list.at[i];
		if ((int)x->kind == kind && x->a == a && x->b == b)
			return x;
	}
	return NULL;
}

static bool add_set(Facts *f, Expr e, bool negate)
{
	RangeSet set;
	Expr term;
	if (!compare_set(f->p, nd(f->p, e), &term, &set))
		return false;
	if (negate)
		set = complement(&set, mask64(nd(f->p, term)->width));
	peel(f->p, &term, &set);
	Fact *old = find_fact(f, FACT_SET, term, 0);
	if (old)
		return intersect(old->set, &set);
	const ExprInfo *info = &nd(f->p, term)->info;
	RangeSet possible = one_range(info->low, info->high);
	if (!intersect(&set, &possible))
		return false;
	RangeSet *kept = arena_new(&f->arena, RangeSet);
	*kept = set;
	vec_push(&f->list, ((Fact){.kind = FACT_SET, .a = term, .set = kept}));
	return true;
}

static bool add_pair(Facts *f, Expr e, bool negate)
{
	const ExprNode *n = nd(f->p, e);
	bool swap = n->a > n->b;
	u8 ways = n->op == EXPR_EQ                         ? EQUAL
			  : n->op == EXPR_ULT || n->op == EXPR_SLT ? LESS
													   : LESS | EQUAL;
	u8 order = n->op == EXPR_EQ ? 0 : n->op == EXPR_SLT || n->op == EXPR_SLE ? 1 : 2;
	if (negate)
		ways = (LESS | EQUAL | GREATER) & ~ways;
	if (swap)
		ways = (u8)((ways & EQUAL) | (ways & LESS ? GREATER : 0) | (ways & GREATER ? LESS : 0));
	Expr a = swap ? n->b : n->a, b = swap ? n->a : n->b;
	for (size_t i = 0; i < f->list.len; i++) {
		Fact *x = &f->list.at[i];
		if (x->kind != FACT_PAIR || x->a != a || x->b != b ||
			(x->order && order && x->order != order))
			continue;
		x->ways &= ways;
		x->order |= order;
		return true;
	}
	vec_push(&f->list, ((Fact){.kind = FACT_PAIR, .a = a, .b = b, .ways = ways, .order = order}));
	return true;
}

static void add_condition(Facts *f, Expr e, bool negate)
{
	for (;;) {
		const ExprNode *n = nd(f->p, e);
		if (n->op == EXPR_NOT) {
			negate = !negate;
		} else if (n->width == 1 && (n->op == EXPR_AND || n->op == EXPR_OR) &&
				   (n->op == EXPR_OR) == negate) {
			add_condition(f, n->b, negate);
		} else {
			break;
		}
		e = n->a;
	}
	const ExprNode *n = nd(f->p, e);
	bool compares = n->op >= EXPR_EQ && n->op <= EXPR_SLE;
	if (n->op == EXPR_CONST && (e == EXPR_TRUE) != negate)
		return;
	if (compares && (is_const(f->p, n->a) || is_const(f->p, n->b)) && add_set(f, e, negate))
		return;
	if (compares && !is_const(f->p, n->a) && !is_const(f->p, n->b) && nd(f->p, n->a)->width > 1 &&
		add_pair(f, e, negate))
		return;
	for (size_t i = 0; i < f->list.len; i++)
		if (f->list.at[i].kind == FACT_OTHER && f->list.at[i].a == e &&
			f->list.at[i].negate == negate)
			return;
	vec_push(&f->list, ((Fact){.kind = FACT_OTHER, .a = e, .negate = negate}));
}

/* ---- writing ---- */

typedef struct Writer {
	ExprPool *p;
	Buf *out;
	size_t end;
	Expr term;
	bool is_signed;
	u64 bias, mask; /* value + bias, cut, is in the order of the view */
} Writer;

/* The ranges in the order in which people count, neighbours joined. */
static void view(const Writer *w, const RangeSet *set, RangeSet *out)
{
	RangeSet low = one_range(0, w->mask >> 1), high = one_range((w->mask >> 1) + 1, w->mask);
	RangeSet parts[2] = {*set, *set};
	out->n = 0;
	intersect(&parts[0], w->is_signed ? &high : &low);
	intersect(&parts[1], w->is_signed ? &low : &high);
	for (u32 k = 0; k < 2; k++)
		for (u32 i = 0; i < parts[k].n; i++) {
			Range r = {(parts[k].at[i].lo + w->bias) & w->mask,
					   (parts[k].at[i].hi + w->bias) & w->mask};
			if (out->n && out->at[out->n - 1].hi + 1 == r.lo)
				out->at[out->n - 1].hi = r.hi;
			else
				out->at[out->n++] = r;
		}
}

static u64 plain(const Writer *w, u64 shown)
{
	return (shown - w->bias) & w->mask;
}

/* One range as comparisons; how many were printed. */
static u32 write_range(const Writer *w, Range r, Range all, bool group)
{
	if (r.lo <= all.lo && r.hi >= all.hi)
		return 0;
	if (r.lo == r.hi) {
		print_equal(w->p, w->term, plain(w, r.lo), false, w->end, w->out);
	} else if (r.lo <= all.lo) {
		print_compare(w->p, w->term, true, plain(w, r.hi), w->is_signed, w->end, w->out);
	} else if (r.hi >= all.hi) {
		print_compare(w->p, w->term, false, plain(w, r.lo), w->is_signed, w->end, w->out);
	} else {
		buf_adds(w->out, group ? "(" : "");
		print_between(w->p, w->term, plain(w, r.lo), plain(w, r.hi), w->is_signed, w->end, w->out);
		buf_adds(w->out, group ? ")" : "");
	}
	return 1;
}

/* Values missing between the ranges; more than MOST_HOLES are not counted on. */
static u64 holes(const RangeSet *s)
{
	u64 n = 0;
	for (u32 i = 0; i + 1 < s->n && n <= MOST_HOLES; i++) {
		u64 gap = s->at[i + 1].lo - s->at[i].hi - 1;
		n = gap > MOST_HOLES ? MOST_HOLES + 1 : n + gap;
	}
	return n;
}

/* False if nothing had to be said. */
static bool write_set(ExprPool *p, const Fact *x, size_t end, Buf *out)
{
	const ExprNode *n = nd(p, x->a);
	RangeSet shown, possible = one_range(n->info.low, n->info.high), all;
	Writer w = {.p = p, .out = out, .end = end, .term = x->a, .mask = mask64(n->width)};
	w.is_signed = n->width != 8;
	w.bias = w.is_signed ? (w.mask >> 1) + 1 : 0;
	view(&w, x->set, &shown);
	view(&w, &possible, &all);
	if (!shown.n) {
		buf_adds(out, "false");
		return true;
	}
	Range whole = {all.at[0].lo, all.at[all.n - 1].hi};
	if (shown.n > 1 && holes(&shown) > MOST_HOLES) {
		buf_addc(out, '(');
		for (u32 i = 0; i < shown.n; i++) {
			buf_adds(out, i ? " || " : "");
			write_range(&w, shown.at[i], whole, true);
		}
		buf_addc(out, ')');
		return true;
	}
	u32 parts = write_range(&w, (Range){shown.at[0].lo, shown.at[shown.n - 1].hi}, whole, false);
	for (u32 i = 0; i + 1 < shown.n; i++)
		for (u64 v = shown.at[i].hi + 1; v < shown.at[i + 1].lo; v++) {
			buf_adds(out, parts++ ? " && " : "");
			print_equal(p, x->a, plain(&w, v), true, end, out);
		}
	return parts;
}

static bool write_fact(ExprPool *p, const Fact *x, size_t end, Buf *out)
{
	static const char *const signs[] = {NULL, "<", "==", "<=", ">", "!=", ">="};
	if (x->kind == FACT_SET)
		return write_set(p, x, end, out);
	if (x->kind == FACT_OTHER)
		print_condition(p, x->a, x->negate, end, out);
	else if (!x->ways)
		buf_adds(out, "false");
	else if (x->ways == (LESS | EQUAL | GREATER))
		return false;
	else
		print_pair(p, x->a, x->b, signs[x->ways], x->order != 2, end, out);
	return true;
}

void expr_text_simple(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out)
{
	Facts f = {.p = p};
	size_t begin = out->len, end = limit ? out->len + limit : SIZE_MAX;
	for (size_t i = 0; i < n; i++)
		add_condition(&f, e[i], false);
	for (size_t i = 0; i < f.list.len; i++) {
		size_t before = out->len;
		if (out->len >= end) {
			buf_adds(out, " && ...");
			break;
		}
		if (before > begin)
			buf_adds(out, " && ");
		if (!write_fact(p, &f.list.at[i], end, out) && out->at) {
			out->len = before;
			out->at[before] = 0;
		}
	}
	if (out->len == begin)
		buf_adds(out, "true");
	vec_free(&f.list);
	arena_free(&f.arena);
}
