/* simple.c: a conjunction as a person would write it.
 *
 * Comparisons of one term with constants are brought together as the set of its values, so that
 * what others imply disappears: x > 3 && x > 5 && x != 2 is x > 5. Comparisons of the same two
 * terms become one. Inputs with one value left come first, and the value stands for them in what
 * is said of others. Everything else stays as it is, once. The expressions made on the way are
 * released again: when a text is asked for must not show in any result.
 */
#include "expr/fixed.h"

enum {
	LISTED_HOLES = 2,  /* bytes that are excluded one by one; more, as a string */
	MOST_MEMBERS = 12, /* bytes of a set that is written as a string */
	MOST_HOLES = 8,    /* values that are excluded one by one */
	MOST_PIECES = 4,   /* ranges of a set that is better read than what it was made from */
	ROUNDS = 8,        /* of putting values in */
};

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

/* One part of the conjunction, in order of appearance. */
typedef struct Fact {
	enum { FACT_SET, FACT_PAIR, FACT_OTHER, FACT_NONE } kind;
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
		*set = ranges_one(k, k);
	else if (strict && k == (left ? most : least))
		*set = (RangeSet){.n = 0};
	else
		*set = left ? ranges_around((k + strict) & m, most, m)
					: ranges_around(least, (k - strict) & m, m);
	return true;
}

/* Takes constants added, extensions and zeros behind off the term. */
static void peel(const ExprPool *p, Expr *term, RangeSet *set)
{
	for (;;) {
		const ExprNode *n = nd(p, *term);
		u64 m = mask64(n->width);
		if (n->op == EXPR_ZEXT) {
			RangeSet inner = ranges_one(0, mask64(nd(p, n->a)->width));
			if (!ranges_meet(set, &inner))
				return;
		} else if (n->op == EXPR_ADD && is_const(p, n->b) && set->n <= MOST_RANGES / 2) {
			*set = ranges_less(set, const64(nd(p, n->b)), m);
		} else if (n->op == EXPR_SEXT && set->n &&
				   set->at[set->n - 1].hi <= mask64(nd(p, n->a)->width) >> 1) {
			/* The same set of the term that is extended. */
		} else if (n->op == EXPR_CONCAT && is_const(p, n->b) && !const64(nd(p, n->b))) {
			*set = ranges_shifted(set, nd(p, n->b)->width);
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

/* A comparison of a term with a constant. inputs: terms that are inputs only. */
static bool add_set(Facts *f, Expr e, bool negate, bool inputs)
{
	RangeSet set;
	Expr term;
	if (!compare_set(f->p, nd(f->p, e), &term, &set))
		return false;
	if (negate)
		set = ranges_complement(&set, mask64(nd(f->p, term)->width));
	peel(f->p, &term, &set);
	if (inputs && nd(f->p, term)->op != EXPR_VAR)
		return false;
	Fact *old = find_fact(f, FACT_SET, term, 0);
	if (old)
		return ranges_meet(old->set, &set);
	const ExprInfo *info = &nd(f->p, term)->info;
	RangeSet possible = ranges_one(info->low, info->high);
	if (!ranges_meet(&set, &possible))
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
	if (compares && (is_const(f->p, n->a) || is_const(f->p, n->b)) &&
		add_set(f, e, negate, fixed_small(f->p, e)))
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
	RangeSet low = ranges_one(0, w->mask >> 1), high = ranges_one((w->mask >> 1) + 1, w->mask);
	RangeSet parts[2] = {*set, *set};
	out->n = 0;
	ranges_meet(&parts[0], w->is_signed ? &high : &low);
	ranges_meet(&parts[1], w->is_signed ? &low : &high);
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

/* True if a set is better read as a range without some values than as its pieces. */
static bool by_holes(const RangeSet *s)
{
	u64 most = s->n > MOST_HOLES / 2 ? 2 * (u64)s->n : MOST_HOLES;
	return ranges_holes(s, most) <= most;
}

/* One range as comparisons; how many were printed. */
static u32 write_range(const Writer *w, Range r, Range all, bool group)
{
	if (r.lo <= all.lo && r.hi >= all.hi)
		return 0;
	bool zero = !w->is_signed && r.lo == 1 && !all.lo && r.hi >= all.hi;
	if (r.lo == r.hi || zero) {
		print_equal(w->p, w->term, zero ? 0 : plain(w, r.lo), zero, w->end, w->out);
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

/* c in "abc", or not in it: bytes from lo to hi that the set has, or has not. */
static void write_members(const Writer *w, const RangeSet *s, u64 lo, u64 hi, bool in)
{
	u8 bytes[256];
	u32 n = 0;
	for (u64 v = lo; v <= hi; v++) {
		bool has = false;
		for (u32 i = 0; i < s->n && !has; i++)
			has = v >= s->at[i].lo && v <= s->at[i].hi;
		if (has == in)
			bytes[n++] = (u8)v;
	}
	print_term(w->p, w->term, w->end, w->out);
	buf_adds(w->out, in ? " in " : " not in ");
	fixed_quoted(w->out, bytes, n);
}

static u64 members(const RangeSet *s)
{
	u64 n = 0;
	for (u32 i = 0; i < s->n; i++)
		n += s->at[i].hi - s->at[i].lo + 1;
	return n;
}

/* False if nothing had to be said. */
static bool write_set(ExprPool *p, const Fact *x, size_t end, Buf *out)
{
	const ExprNode *n = nd(p, x->a);
	RangeSet shown, possible = ranges_one(n->info.low, n->info.high), all;
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
	bool byte = n->width == 8;
	if (byte && shown.n > 1 && members(&shown) <= MOST_MEMBERS) {
		write_members(&w, &shown, 0, UINT8_MAX, true);
		return true;
	}
	if (shown.n > 1 && !by_holes(&shown)) {
		buf_addc(out, '(');
		for (u32 i = 0; i < shown.n; i++) {
			buf_adds(out, i ? " || " : "");
			write_range(&w, shown.at[i], whole, true);
		}
		buf_addc(out, ')');
		return true;
	}
	u32 parts = write_range(&w, (Range){shown.at[0].lo, shown.at[shown.n - 1].hi}, whole, false);
	if (byte && ranges_holes(&shown, LISTED_HOLES) > LISTED_HOLES) {
		buf_adds(out, parts ? " && " : "");
		write_members(&w, &shown, shown.at[0].lo, shown.at[shown.n - 1].hi, false);
		return true;
	}
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
	if (x->kind == FACT_NONE)
		return false;
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

/* ---- inputs with one value ---- */

/* The values that a fact leaves its only, small input become the fact; false if it is better
 * read as it is. */
static bool as_values(Facts *f, Fact *x)
{
	RangeSet set;
	u32 var;
	if (!fixed_values(f->p, x->a, x->negate, &var, &set))
		return false;
	Expr term = expr_var(f->p, var);
	Fact *old = find_fact(f, FACT_SET, term, 0);
	if (old && !ranges_meet(&set, old->set))
		return false;
	/* What a table says is never easy to read. */
	if (set.n > MOST_PIECES && !by_holes(&set) && !expr_has_array(f->p, x->a))
		return false;
	if (old) {
		*old->set = set;
		x->kind = FACT_NONE;
		return true;
	}
	RangeSet *kept = arena_new(&f->arena, RangeSet);
	*kept = set;
	*x = (Fact){.kind = FACT_SET, .a = term, .set = kept};
	return true;
}

/* What is said about one small input, however it is said, becomes the set of its values. */
static void gather_values(Facts *f)
{
	for (size_t i = 0, n = f->list.len; i < n; i++) {
		Fact *x = &f->list.at[i];
		if (x->kind != FACT_OTHER || !fixed_small(f->p, x->a) || as_values(f, x))
			continue;
		const ExprNode *node = nd(f->p, x->a);
		bool compares = node->op >= EXPR_EQ && node->op <= EXPR_SLE;
		if (compares && add_set(f, x->a, x->negate, false))
			f->list.at[i].kind = FACT_NONE;
	}
}

/* Values that the facts leave alone; true if there are new ones. */
static bool find_fixed(const Facts *f, Fixed *fixed)
{
	bool found = false;
	for (size_t i = 0; i < f->list.len; i++) {
		const Fact *x = &f->list.at[i];
		const ExprNode *n = nd(f->p, x->a);
		if (x->kind != FACT_SET || n->op != EXPR_VAR || !ranges_single(x->set))
			continue;
		fixed->map[n->a] = expr_const(f->p, n->width, x->set->at[0].lo);
		found = true;
	}
	return found;
}

static void facts_free(Facts *f)
{
	vec_free(&f->list);
	arena_free(&f->arena);
}

/* Facts of the conditions after all values are put in. */
static void settle(Facts *f, Fixed *fixed, ExprList *conds)
{
	for (int round = 0;; round++) {
		for (size_t i = 0; i < conds->len; i++)
			add_condition(f, conds->at[i], false);
		gather_values(f);
		if (round == ROUNDS || !find_fixed(f, fixed))
			return;
		fixed_apply(fixed, conds);
		ExprPool *p = f->p;
		facts_free(f);
		*f = (Facts){.p = p};
	}
}

void expr_text_simple(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out)
{
	Facts f = {.p = p};
	Fixed fixed;
	ExprList conds = {0};
	size_t begin = out->len, end = limit ? out->len + limit : SIZE_MAX;
	u32 mark = expr_mark(p);
	for (size_t i = 0; i < n; i++)
		vec_push(&conds, e[i]);
	fixed_init(&fixed, p);
	settle(&f, &fixed, &conds);
	fixed_write(&fixed, end, out);
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
	vec_free(&conds);
	fixed_free(&fixed);
	facts_free(&f);
	expr_release(p, mark);
}
