/* simple.c: writes a conjunction as a person would.
 *
 * Comparisons of one term with constants are merged into the set of its values, so that implied
 * ones disappear: x > 3 && x > 5 && x != 2 is x > 5. Comparisons of the same two terms become
 * one. Inputs with one value left come first, and their value is substituted in the other parts.
 * Everything else is simplified under the other parts (under.c) and written once. The temporary
 * expressions are released again: the time at which a text is requested must not affect any
 * result.
 */
#include "engine/expr/simple/simple.h"
#include "engine/expr/simple/under.h"

enum {
	MOST_HOLES = 8,  /* values that are excluded one by one */
	MOST_PIECES = 4, /* ranges of a set that is better read than what it was made from */
	FEW_VALUES = 64, /* of a term whose set is better read than any table, */
	MOST_ITEMS = 8,  /* or else if it has so few ranges */
	TEXT_PIECES =
		2,      /* up to this many ranges of numbers read better than conditions on their text */
	ROUNDS = 8, /* of putting values in */
	MOST_CONDS = 200,     /* conditions that are looked at; nobody reads more */
	MOST_KNOWN = 1 << 16, /* conditions whose terms are remembered */
};

/* ---- reading a condition ---- */

/* The values of a term for which a comparison with a constant holds. */
static bool compare_set(const ExprPool *p, const ExprNode *n, Expr *term, RangeSet *set)
{
	bool left = is_const(p, n->a), is_signed = op_is_signed(n->op);
	*term = left ? n->b : n->a;
	if (left == is_const(p, n->b) || nd(p, *term)->width > 64 || nd(p, *term)->width < 2)
		return false;
	u64 k = const64(nd(p, left ? n->a : n->b)), m = mask64(nd(p, *term)->width);
	u64 least = is_signed ? (m >> 1) + 1 : 0, most = is_signed ? m >> 1 : m;
	bool strict = op_is_strict(n->op);
	if (n->op == EXPR_EQ)
		*set = ranges_one(k, k);
	else if (strict && k == (left ? most : least))
		*set = (RangeSet){.n = 0};
	else
		*set = left ? ranges_around((k + strict) & m, most, m)
					: ranges_around(least, (k - strict) & m, m);
	return true;
}

/* The set of a term that is extended by its sign to where the set is. */
static bool narrow(RangeSet *set, u64 inner, u64 outer)
{
	RangeSet possible = {.n = 2, .at = {{0, inner >> 1}, {outer - (inner >> 1), outer}}};
	RangeSet made = *set;
	if (!ranges_meet(&made, &possible))
		return false;
	for (u32 i = 0; i < made.n; i++)
		made.at[i] = (Range){made.at[i].lo & inner, made.at[i].hi & inner};
	for (u32 i = 0; i + 1 < made.n; i++)
		if (made.at[i].hi + 1 == made.at[i + 1].lo) { /* what was far apart is not any more */
			made.at[i].hi = made.at[i + 1].hi;
			made.n--;
			memmove(&made.at[i + 1], &made.at[i + 2], (made.n - i - 1) * sizeof *made.at);
		}
	*set = made;
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
		} else if (n->op == EXPR_SEXT && set->n) {
			if (!narrow(set, mask64(nd(p, n->a)->width), m))
				return;
		} else if (n->op == EXPR_CONCAT && is_const(p, n->b) && !const64(nd(p, n->b))) {
			*set = ranges_shifted(set, nd(p, n->b)->width);
		} else {
			return;
		}
		*term = n->a;
	}
}

/* How long the text of a number is says how large it is. */
static void through_text(const ExprPool *p, Expr *term, RangeSet *set)
{
	RangeSet values;
	if (!text_values(p, *term, set, &values) || values.n > TEXT_PIECES)
		return;
	*term = nd(p, *term)->a;
	*set = values;
	peel(p, term, set);
}

static SimpleFact *find_fact(SimpleFacts *f, int kind, Expr a, Expr b)
{
	for (size_t i = 0; i < f->list.len; i++) {
		SimpleFact *x = &f->list.at[i];
		if ((int)x->kind == kind && x->a == a && x->b == b)
			return x;
	}
	return NULL;
}

static SimpleFact set_fact(const ExprPool *p, Expr term, RangeSet *set)
{
	const ExprInfo *info = &nd(p, term)->info;
	return (SimpleFact){.kind = FACT_SET, .a = term, .set = set, .lo = info->low, .hi = info->high};
}

static void push_set(SimpleFacts *f, Expr term, RangeSet *set)
{
	SimpleFact made = set_fact(f->p, term, set);
	vec_push(&f->list, made);
}

/* A comparison of a term with a constant. inputs: terms that are inputs only. */
static bool add_set(SimpleFacts *f, Expr e, bool negate, bool inputs)
{
	RangeSet set;
	Expr term;
	if (!compare_set(f->p, nd(f->p, e), &term, &set))
		return false;
	if (negate)
		set = ranges_complement(&set, mask64(nd(f->p, term)->width));
	peel(f->p, &term, &set);
	through_text(f->p, &term, &set);
	if (inputs && nd(f->p, term)->op != EXPR_VAR)
		return false;
	SimpleFact *old = find_fact(f, FACT_SET, term, 0);
	if (old)
		return ranges_meet(old->set, &set);
	const ExprInfo *info = &nd(f->p, term)->info;
	RangeSet possible = ranges_one(info->low, info->high);
	if (!ranges_meet(&set, &possible))
		return false;
	RangeSet *kept = arena_new(&f->arena, RangeSet);
	*kept = set;
	push_set(f, term, kept);
	return true;
}

/* How two terms compare. */
static void add_ways(SimpleFacts *f, Expr a, Expr b, u8 ways, u8 order)
{
	const ExprNode *na = nd(f->p, a), *nb = nd(f->p, b);
	if (na->op == EXPR_ZEXT && nb->op == EXPR_ZEXT && nd(f->p, na->a)->width > 1 &&
		nd(f->p, na->a)->width == nd(f->p, nb->a)->width) {
		a = na->a;
		b = nb->a;
		order = order ? 2 : 0;
	}
	if (na->op == EXPR_SEXT && nb->op == EXPR_SEXT && nd(f->p, na->a)->width > 1 &&
		nd(f->p, na->a)->width == nd(f->p, nb->a)->width) {
		a = na->a;
		b = nb->a;
	}
	if (a > b) {
		Expr t = a;
		a = b;
		b = t;
		ways = (u8)((ways & EQUAL) | (ways & LESS ? GREATER : 0) | (ways & GREATER ? LESS : 0));
	}
	for (size_t i = 0; i < f->list.len; i++) {
		SimpleFact *x = &f->list.at[i];
		if (x->kind != FACT_PAIR || x->a != a || x->b != b ||
			(x->order && order && x->order != order))
			continue;
		x->ways &= ways;
		x->order |= order;
		return;
	}
	vec_push(&f->list,
			 ((SimpleFact){.kind = FACT_PAIR, .a = a, .b = b, .ways = ways, .order = order}));
}

static void add_pair(SimpleFacts *f, Expr e, bool negate)
{
	const ExprNode *n = nd(f->p, e);
	u8 ways = n->op == EXPR_EQ                         ? EQUAL
			  : n->op == EXPR_ULT || n->op == EXPR_SLT ? LESS
													   : LESS | EQUAL;
	u8 order = n->op == EXPR_EQ ? 0 : n->op == EXPR_SLT || n->op == EXPR_SLE ? 1 : 2;
	if (negate)
		ways = (LESS | EQUAL | GREATER) & ~ways;
	add_ways(f, n->a, n->b, ways, order);
}

static void add_condition(SimpleFacts *f, Expr e, bool negate)
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
	bool compares = op_compares(n->op);
	if (n->op == EXPR_CONST && (e == EXPR_TRUE) != negate)
		return;
	if (compares && (is_const(f->p, n->a) || is_const(f->p, n->b)) &&
		add_set(f, e, negate, fixed_small(f->p, e)))
		return;
	if (compares && !is_const(f->p, n->a) && !is_const(f->p, n->b) && nd(f->p, n->a)->width > 1) {
		add_pair(f, e, negate);
		return;
	}
	for (size_t i = 0; i < f->list.len; i++)
		if (f->list.at[i].kind == FACT_OTHER && f->list.at[i].a == e &&
			f->list.at[i].negate == negate)
			return;
	vec_push(&f->list, ((SimpleFact){.kind = FACT_OTHER, .a = e, .negate = negate}));
}

/* ---- inputs with one value ---- */

/* True if a set is better read as a range without some values than as its pieces. */
static bool by_holes(const RangeSet *s)
{
	u64 most = s->n > MOST_HOLES / 2 ? 2 * (u64)s->n : MOST_HOLES;
	return ranges_holes(s, most) <= most;
}

/* The values that a fact leaves its only, small input become the fact; false if it is better
 * read as it is. */
static bool as_values(SimpleFacts *f, SimpleFact *x)
{
	RangeSet set;
	u32 var;
	if (!fixed_values(f->p, x->a, x->negate, f->below, &var, &set))
		return false;
	Expr term = expr_var(f->p, var);
	SimpleFact *old = find_fact(f, FACT_SET, term, 0);
	if (old && !ranges_meet(&set, old->set))
		return false;
	/* What a table says is never easy to read. */
	if (set.n > MOST_PIECES && !old && !by_holes(&set) && !expr_has_array(f->p, x->a))
		return false;
	if (old) {
		*old->set = set;
		x->kind = FACT_NONE;
		return true;
	}
	RangeSet *kept = arena_new(&f->arena, RangeSet);
	*kept = set;
	*x = set_fact(f->p, term, kept);
	return true;
}

/* What is said about one small input, however it is said, becomes the set of its values. */
static void gather_values(SimpleFacts *f)
{
	for (size_t i = 0, n = f->list.len; i < n; i++) {
		SimpleFact *x = &f->list.at[i];
		if (x->kind != FACT_OTHER || !fixed_small(f->p, x->a) || as_values(f, x))
			continue;
		const ExprNode *node = nd(f->p, x->a);
		bool compares = op_compares(node->op);
		if (compares && add_set(f, x->a, x->negate, false))
			f->list.at[i].kind = FACT_NONE;
	}
}

/* Values that the facts leave alone; true if there are new ones. */
static bool find_fixed(const SimpleFacts *f, Fixed *fixed)
{
	bool found = false;
	for (size_t i = 0; i < f->list.len; i++) {
		const SimpleFact *x = &f->list.at[i];
		const ExprNode *n = nd(f->p, x->a);
		if (x->kind != FACT_SET || n->op != EXPR_VAR || !ranges_single(x->set))
			continue;
		fixed->map[n->a] = expr_const(f->p, n->width, x->set->at[0].lo);
		found = true;
	}
	return found;
}

/* ---- beside the rest ---- */

/* Computes bounds of each variable from the conditions on it alone. */
static ExprInfo *bounds_of_vars(const SimpleFacts *f)
{
	u32 n = input_vars(f->p);
	ExprInfo *of_var = xcalloc(n + 1, sizeof *of_var);
	for (u32 v = 0; v < n; v++)
		of_var[v] = expr_info_full(input_width(f->p, v));
	for (size_t i = 0; i < f->list.len; i++) {
		const SimpleFact *x = &f->list.at[i];
		const ExprNode *node = nd(f->p, x->a);
		if (x->kind == FACT_SET && node->op == EXPR_VAR && x->set->n)
			of_var[node->a] =
				expr_info_range(node->width, x->set->at[0].lo, x->set->at[x->set->n - 1].hi);
	}
	return of_var;
}

static bool ranges_have(const RangeSet *s, u64 v)
{
	for (u32 i = 0; i < s->n; i++)
		if (v >= s->at[i].lo && v <= s->at[i].hi)
			return true;
	return false;
}

/* Adds a condition on the values of a term. Returns false if there is no space for it. */
static bool add_values(SimpleFacts *f, Expr term, const RangeSet *set)
{
	SimpleFact *old = find_fact(f, FACT_SET, term, 0);
	if (old)
		return ranges_meet(old->set, set);
	RangeSet *kept = arena_new(&f->arena, RangeSet);
	*kept = *set;
	push_set(f, term, kept);
	return true;
}

/* A condition on a term of a few values becomes the set of these; it goes away if that is all of
 * them. */
static bool through_term(SimpleFacts *f, size_t at, const ExprInfo *of_var)
{
	UnderValues v;
	RangeSet set = {.n = 0};
	Expr term;
	const SimpleFact x = f->list.at[at];
	VEC(TermBounds) known = {0};
	for (size_t i = 0; i < f->list.len; i++) {
		const SimpleFact *y = &f->list.at[i];
		if (y->kind == FACT_SET && i != at && y->set->n)
			vec_push(&known, ((TermBounds){y->a, y->set->at[0].lo, y->set->at[y->set->n - 1].hi}));
	}
	bool few = under_few_values(f->p, x.a, of_var, known.at, known.len, &term, &v);
	vec_free(&known);
	if (!few)
		return false;
	for (u32 i = 0; i < v.n; i++) {
		u64 at_term = v.first + i;
		bool in = x.kind == FACT_SET ? ranges_have(x.set, v.value[i]) : v.value[i] != x.negate;
		if (!in)
			continue;
		if (set.n && set.at[set.n - 1].hi + 1 == at_term)
			set.at[set.n - 1].hi = at_term;
		else if (set.n < (v.n > FEW_VALUES ? MOST_ITEMS : MOST_RANGES))
			set.at[set.n++] = (Range){at_term, at_term};
		else
			return false; /* the table by its name is easier to read */
	}
	f->list.at[at].kind = FACT_NONE;
	if (ranges_count(&set) == v.n)
		return true;
	if (add_values(f, term, &set))
		return true;
	f->list.at[at].kind = x.kind;
	return false;
}

/* A difference of two numbers that are not negative, compared with zero, is a comparison of the
 * two. */
static bool as_pair(SimpleFacts *f, SimpleFact *x)
{
	const ExprNode *n = nd(f->p, x->a);
	u64 m = mask64(n->width), half = m >> 1;
	u8 ways = 0;
	if (n->op != EXPR_SUB || is_const(f->p, n->a) || is_const(f->p, n->b) ||
		nd(f->p, n->a)->info.high > half || nd(f->p, n->b)->info.high > half)
		return false;
	const Range sign[3] = {{half + 1, m}, {0, 0}, {1, half}}; /* LESS, EQUAL, GREATER */
	for (u32 k = 0; k < 3; k++) {
		/* of those there can be */
		RangeSet part = ranges_one(sign[k].lo, sign[k].hi), possible = ranges_one(x->lo, x->hi);
		if (!ranges_meet(&part, &possible))
			return false;
		u64 all = ranges_count(&part);
		if (!ranges_meet(&part, x->set) || (part.n && ranges_count(&part) != all))
			return false;
		ways |= (u8)(part.n ? 1u << k : 0);
	}
	Expr a = n->a, b = n->b;
	x->kind = FACT_NONE;
	add_ways(f, a, b, ways, 1);
	return true;
}

/* What digits are, without a number beside it. */
static void peel_decimal(ExprPool *p, Expr *term, RangeSet *set, RangeSet *possible)
{
	Decimal d;
	if (!decimal_of(p, *term, &d) || set->n > MOST_RANGES / 2)
		return;
	*term = decimal_make(p, &d);
	*set = ranges_less(set, (u32)d.rest, UINT32_MAX);
	*possible = ranges_less(possible, (u32)d.rest, UINT32_MAX);
}

/* The set of a term that is written otherwise now, and has other bounds. */
static void set_under(SimpleFacts *f, size_t at, Expr term, const ExprInfo *info)
{
	SimpleFact *x = &f->list.at[at];
	RangeSet set = *x->set, possible = ranges_one(info->low, info->high);
	if (is_const(f->p, term)) {
		if (ranges_have(&set, const64(nd(f->p, term))))
			x->kind = FACT_NONE;
		return;
	}
	if (nd(f->p, term)->width != nd(f->p, x->a)->width || !ranges_meet(&set, &possible))
		return;
	Expr inner = term, same = term;
	peel(f->p, &inner, &set);
	peel(f->p, &same, &possible);
	if (same != inner)
		return;
	peel_decimal(f->p, &inner, &set, &possible);
	if (set.n == possible.n && !memcmp(set.at, possible.at, set.n * sizeof *set.at)) {
		x->kind = FACT_NONE;
		return;
	}
	*x->set = set;
	x->a = inner;
	x->lo = nd(f->p, inner)->info.low;
	x->hi = nd(f->p, inner)->info.high;
	if (possible.n == 1) {
		x->lo = possible.at[0].lo;
		x->hi = possible.at[0].hi;
	}
	as_pair(f, x);
}

/* A term as a multiple of another. */
static Expr factor_of(const ExprPool *p, Expr e, u64 *times)
{
	const ExprNode *n = nd(p, e);
	bool product = n->op == EXPR_MUL && is_const(p, n->b);
	*times = product ? const64(nd(p, n->b)) : 1;
	return product ? n->a : e;
}

/* Two multiples of a number that is not negative compare as their factors do, unless it is 0. */
static bool proportional(SimpleFacts *f, size_t at, const ExprInfo *of_var)
{
	const SimpleFact x = f->list.at[at];
	u64 times[2], half = mask64(nd(f->p, x.a)->width) >> 1, most;
	Expr e = factor_of(f->p, x.a, &times[0]);
	ExprInfo info;
	if (e != factor_of(f->p, x.b, &times[1]) || times[0] == times[1])
		return false;
	under_ranges(f->p, e, of_var, &info);
	for (u32 k = 0; k < 2; k++)
		if (__builtin_mul_overflow(info.high, times[k], &most) || most > half)
			return false;
	u64 first = x.ways & EQUAL ? 0 : 1;
	bool above = x.ways & (times[0] < times[1] ? LESS : GREATER);
	RangeSet set = above ? ranges_one(first, info.high) : ranges_one(0, 0);
	if (!above && first)
		return false;
	f->list.at[at].kind = FACT_NONE;
	if (add_values(f, e, &set))
		return true;
	f->list.at[at].kind = x.kind;
	return false;
}

/* Simplifies the conditions on other terms under those on single inputs. */
static void refine(SimpleFacts *f)
{
	bool plain = true;
	for (size_t i = 0; plain && i < f->list.len; i++)
		plain = f->list.at[i].kind == FACT_NONE ||
				(f->list.at[i].kind == FACT_SET && nd(f->p, f->list.at[i].a)->op == EXPR_VAR);
	if (plain)
		return;
	ExprInfo *of_var = bounds_of_vars(f), info;
	for (size_t i = 0, n = f->list.len; i < n; i++) {
		const SimpleFact x = f->list.at[i];
		if (x.kind == FACT_NONE || (x.kind == FACT_SET && nd(f->p, x.a)->op == EXPR_VAR))
			continue;
		if (x.kind == FACT_PAIR) {
			Expr a = under_ranges(f->p, x.a, of_var, &info);
			Expr b = under_ranges(f->p, x.b, of_var, &info);
			if (!is_const(f->p, a) && !is_const(f->p, b)) {
				f->list.at[i].a = a;
				f->list.at[i].b = b;
				proportional(f, i, of_var);
			}
			continue;
		}
		if (expr_has_array(f->p, x.a) && through_term(f, i, of_var))
			continue;
		Expr e = under_ranges(f->p, x.a, of_var, &info);
		if (x.kind == FACT_SET) {
			set_under(f, i, e, &info);
		} else if (e != x.a) {
			f->list.at[i].kind = FACT_NONE;
			add_condition(f, e, x.negate);
		}
	}
	free(of_var);
}

static void facts_free(SimpleFacts *f)
{
	vec_free(&f->list);
	arena_free(&f->arena);
}

/* The parts of conjunctions. */
static void split(ExprPool *p, Expr e, bool negate, ExprList *to)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_NOT) {
		split(p, n->a, !negate, to);
	} else if (n->width == 1 && n->op == (negate ? EXPR_OR : EXPR_AND)) {
		split(p, n->b, negate, to);
		split(p, n->a, negate, to);
	} else {
		vec_push(to, negate ? expr_not(p, e) : e);
	}
}

/* Releases the expressions made here: whether they existed before must not affect any result. */
static TermFact find_term(ExprPool *p, Expr cond)
{
	TermFact fact = {0};
	UnderValues v;
	Expr term;
	u32 n = 0, mark = expr_mark(p);
	if (under_few_values(p, cond, NULL, NULL, 0, &term, &v)) {
		for (u32 k = 0; k < v.n; k++)
			if (v.value[k]) {
				fact.only = v.first + k;
				n++;
			}
		fact.all = n == v.n;
		fact.term = fact.all || n == 1 ? term : 0;
	}
	expr_release(p, mark);
	return fact;
}

/* Paths share most of their conditions. below: those that stay when this text is done. */
static TermFact term_fact(ExprPool *p, Expr cond, u32 below)
{
	TermMemo *m = &p->terms;
	u64 number;
	if (cond >= below)
		return find_term(p, cond);
	if (intmap_get(&m->of, cond, &number))
		return m->list.at[number];
	if (m->list.len == MOST_KNOWN)
		term_memo_free(m);
	TermFact fact = find_term(p, cond);
	intmap_put(&m->of, cond, m->list.len);
	vec_push(&m->list, fact);
	m->newest = cond > m->newest ? cond : m->newest;
	return fact;
}

/* Conditions that a term of a few values decides: those that one value satisfies say which, and
 * those that all do go away. */
static void find_terms(ExprPool *p, ExprList *conds, u32 below)
{
	for (size_t i = 0; i < conds->len; i++) {
		if (!expr_has_array(p, conds->at[i]))
			continue;
		TermFact fact = term_fact(p, conds->at[i], below);
		if (fact.term && fact.all)
			conds->at[i] = EXPR_TRUE;
		else if (fact.term)
			conds->at[i] = expr_eq(p, fact.term, expr_const(p, nd(p, fact.term)->width, fact.only));
	}
}

/* Facts of the conditions after all values are put in. */
static void settle(SimpleFacts *f, Fixed *fixed, ExprList *conds)
{
	for (int round = 0;; round++) {
		find_terms(f->p, conds, f->below);
		under_each_other(f->p, conds);
		for (size_t i = 0; i < conds->len; i++)
			add_condition(f, conds->at[i], false);
		gather_values(f);
		if (round == ROUNDS || !find_fixed(f, fixed))
			break;
		fixed_apply(fixed, conds);
		SimpleFacts none = {.p = f->p, .below = f->below};
		facts_free(f);
		*f = none;
	}
	refine(f);
}

void expr_text_simple(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out)
{
	expr_text_asking(p, NULL, e, n, limit, out);
}

void expr_text_basic(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out)
{
	p->basic = true;
	expr_text_asking(p, NULL, e, n, limit, out);
	p->basic = false;
}

void expr_text_asking(ExprPool *p, const TextAsk *ask, const Expr *e, size_t n, size_t limit,
					  Buf *out)
{
	u32 mark = expr_mark(p);
	SimpleFacts f = {.p = p, .below = mark};
	Fixed fixed;
	ExprList conds = {0};
	size_t begin = out->len, end = limit ? out->len + limit : SIZE_MAX;
	for (size_t i = 0; i < n && conds.len <= MOST_CONDS; i++)
		split(p, e[i], false, &conds);
	bool more = conds.len > MOST_CONDS;
	conds.len = more ? MOST_CONDS : conds.len;
	fixed_init(&fixed, p);
	settle(&f, &fixed, &conds);
	if (ask)
		simple_leave_implied(&f, &fixed, ask);
	simple_write(&f, &fixed, end, out);
	if (out->len == begin)
		buf_adds(out, "true");
	if (more && out->len < end)
		buf_adds(out, " && ...");
	vec_free(&conds);
	fixed_free(&fixed);
	facts_free(&f);
	expr_release(p, mark);
}
