/* domain.c: sets of values of one variable.
 *
 * A constraint on a single variable is a set of values, stored as ranges. Comparisons with
 * constants are inverted operation by operation. If an operation cannot be inverted, we
 * enumerate the values of the variable, provided it is small. Sets are exact or not made at all.
 * They are cached by constraint.
 */
#include "engine/expr/float/float.h"
#include "engine/solve/direct.h"

enum {
	MOST_RANGES = 4096,  /* sets with more pieces are not made */
	MOST_CACHED = 20000, /* constraints remembered; then all are dropped */
	MOST_WORK = 1 << 28, /* nodes evaluated for one set */
	LONG_TAPE = 1 << 10, /* nodes; from here on the clock costs nothing beside them */
	STEPS_PER_WORK = 4,  /* of a tape */
	FUEL = 10000,        /* operations undone for one set */
};

/* What is known of one constraint. */
typedef struct KnownDomain {
	Expr e;   /* the constraint */
	bool has; /* false: no set could be made */
	Domain d; /* its set */
} KnownDomain;

struct Domains {
	VEC(KnownDomain) entries;
	IntMap by_expr; /* constraint -> 1 + index */
};

Domains *domains_new(void)
{
	return xcalloc(1, sizeof(Domains));
}

static void drop(Domains *d, u32 from)
{
	size_t kept = 0;
	for (size_t i = 0; i < d->entries.len; i++) {
		if (d->entries.at[i].e >= from)
			vec_free(&d->entries.at[i].d);
		else
			d->entries.at[kept++] = d->entries.at[i];
	}
	if (kept == d->entries.len)
		return;
	d->entries.len = kept;
	intmap_clear(&d->by_expr);
	for (size_t i = 0; i < kept; i++)
		intmap_put(&d->by_expr, d->entries.at[i].e, i + 1);
}

void domains_free(Domains *d)
{
	drop(d, 0);
	vec_free(&d->entries);
	intmap_free(&d->by_expr);
	free(d);
}

void domains_forget(Domains *d, u32 mark)
{
	drop(d, mark);
}

/* ---- sets ---- */

static void add(Domain *d, u64 low, u64 high)
{
	if (d->len && vec_last(d).high != UINT64_MAX && vec_last(d).high + 1 >= low) {
		if (high > vec_last(d).high)
			vec_last(d).high = high;
		return;
	}
	DomainRange r = {low, high};
	vec_push(d, r);
}

void domain_full(Domain *d, unsigned width)
{
	d->len = 0;
	add(d, 0, mask64(width));
}

void domain_add(Domain *d, u64 v)
{
	add(d, v, v);
}

void domain_copy(Domain *to, const Domain *from)
{
	to->len = 0;
	vec_append(to, from->at, from->len);
}

static void swap(Domain *a, Domain *b)
{
	Domain t = *a;
	*a = *b;
	*b = t;
}

/* True if all of d is in the other set. Neighbouring ranges there count as one. */
static bool within(const Domain *d, const Domain *other)
{
	size_t k = 0;
	for (size_t i = 0; i < d->len; i++) {
		u64 from = d->at[i].low;
		for (;;) {
			while (k < other->len && other->at[k].high < from)
				k++;
			if (k == other->len || other->at[k].low > from)
				return false;
			if (other->at[k].high >= d->at[i].high)
				break;
			from = other->at[k].high + 1;
		}
	}
	return true;
}

bool domain_meet(Domain *d, const Domain *with)
{
	Domain out = {0};
	if (within(d, with))
		return false;
	for (size_t i = 0, k = 0; i < d->len && k < with->len;) {
		DomainRange a = d->at[i], b = with->at[k];
		u64 low = a.low > b.low ? a.low : b.low, high = a.high < b.high ? a.high : b.high;
		if (low <= high)
			add(&out, low, high);
		if (a.high < b.high)
			i++;
		else
			k++;
	}
	swap(d, &out);
	vec_free(&out);
	if (CHECKED)
		domain_check(d);
	return true;
}

static int range_order(const void *a, const void *b)
{
	const DomainRange *x = a, *y = b;
	return x->low < y->low ? -1 : x->low > y->low;
}

/* Sorts and joins ranges in any order. */
static void tidy(Domain *d)
{
	Domain out = {0};
	if (d->len)
		qsort(d->at, d->len, sizeof *d->at, range_order);
	for (size_t i = 0; i < d->len; i++)
		add(&out, d->at[i].low, d->at[i].high);
	swap(d, &out);
	vec_free(&out);
}

static void unite(Domain *d, const Domain *with)
{
	vec_append(d, with->at, with->len);
	tidy(d);
}

static void complement(Domain *d, unsigned width)
{
	Domain out = {0};
	u64 next = 0;
	bool open = true;
	for (size_t i = 0; i < d->len; i++) {
		if (d->at[i].low > next)
			add(&out, next, d->at[i].low - 1);
		open = d->at[i].high < mask64(width);
		next = d->at[i].high + 1;
	}
	if (open)
		add(&out, next, mask64(width));
	swap(d, &out);
	vec_free(&out);
}

bool domain_has(const Domain *d, u64 v)
{
	for (size_t i = 0; i < d->len; i++)
		if (v <= d->at[i].high)
			return v >= d->at[i].low;
	return false;
}

u128 domain_size(const Domain *d)
{
	u128 n = 0;
	for (size_t i = 0; i < d->len; i++)
		n += (u128)(d->at[i].high - d->at[i].low) + 1;
	return n;
}

void domain_signed(const Domain *d, unsigned width, i64 *low, i64 *high)
{
	u64 sign = 1ull << (width - 1);
	*low = INT64_MAX;
	*high = INT64_MIN;
	for (size_t i = 0; i < d->len; i++) {
		DomainRange r = d->at[i];
		bool across = r.low < sign && r.high >= sign;
		i64 l = (i64)sign_extend(across ? sign : r.low, width);
		i64 h = (i64)sign_extend(across ? sign - 1 : r.high, width);
		*low = l < *low ? l : *low;
		*high = h > *high ? h : *high;
	}
}

/* ---- undoing operations ---- */

/* Adds [low, high] that may wrap around modulo 2^width. */
static void add_wrapped(Domain *d, u64 low, u64 high, unsigned width)
{
	DomainRange r = {low, high};
	if (low <= high) {
		vec_push(d, r);
		return;
	}
	r.high = mask64(width);
	vec_push(d, r);
	r = (DomainRange){0, high};
	vec_push(d, r);
}

/* x + k in d becomes x in d; or k - x in d. */
static void take_sum(Domain *d, u64 k, bool reflect, unsigned width)
{
	Domain out = {0};
	u64 m = mask64(width);
	for (size_t i = 0; i < d->len; i++) {
		DomainRange r = d->at[i];
		if (r.low == 0 && r.high == m)
			vec_push(&out, r);
		else if (reflect)
			add_wrapped(&out, (k - r.high) & m, (k - r.low) & m, width);
		else
			add_wrapped(&out, (r.low - k) & m, (r.high - k) & m, width);
	}
	tidy(&out);
	swap(d, &out);
	vec_free(&out);
}

static void take_extension(Domain *d, bool sign, unsigned from, unsigned width)
{
	Domain values = {0};
	u64 half = 1ull << (from - 1);
	if (sign) {
		add(&values, 0, half - 1);
		add(&values, mask64(width) - half + 1, mask64(width));
	} else {
		add(&values, 0, mask64(from));
	}
	domain_meet(d, &values);
	for (size_t i = 0; i < d->len; i++) {
		d->at[i].low &= mask64(from);
		d->at[i].high &= mask64(from);
	}
	/* [.., half - 1] and [half, ..] stay two ranges unless joined */
	tidy(d);
	vec_free(&values);
}

/* x * k + rest in d, without overflow beyond limit: x in d. */
static void take_scale(Domain *d, u64 k, u64 rest, u64 limit)
{
	Domain out = {0};
	for (size_t i = 0; i < d->len; i++) {
		if (d->at[i].high < rest)
			continue;
		u64 low = d->at[i].low > rest ? d->at[i].low - rest : 0, high = (d->at[i].high - rest) / k;
		low = low / k + (low % k != 0);
		if (high > limit)
			high = limit;
		if (low <= high)
			add(&out, low, high);
	}
	swap(d, &out);
	vec_free(&out);
}

/* x / k in d: x in d. */
static void take_quotient(Domain *d, u64 k, unsigned width)
{
	Domain out = {0};
	u64 m = mask64(width);
	for (size_t i = 0; i < d->len; i++) {
		if (d->at[i].low > m / k)
			continue;
		u128 high = (u128)d->at[i].high * k + (k - 1);
		add(&out, d->at[i].low * k, high > m ? m : (u64)high);
	}
	swap(d, &out);
	vec_free(&out);
}

/* Numbers of one sign and digit count: magnitudes from low to high. */
typedef struct DigitBlock {
	const TextFormat *f;
	unsigned width; /* of the number */
	bool negative;
	u64 low, high; /* magnitudes */
	u32 digits;    /* of each */
} DigitBlock;

static void add_magnitudes(Domain *out, const DigitBlock *b, u64 low, u64 high)
{
	u64 m = mask64(b->width);
	low = low < b->low ? b->low : low;
	high = high > b->high ? b->high : high;
	if (low > high)
		return;
	DomainRange r = b->negative ? (DomainRange){-high & m, -low & m} : (DomainRange){low, high};
	vec_push(out, r);
}

/* Numbers of the block whose character k is in d. False if that takes too many ranges. */
static bool block_chars(const Domain *d, const DigitBlock *b, u32 k, Domain *out)
{
	u64 sample = b->negative ? -b->low & mask64(b->width) : b->low;
	int location = text_location(b->f, b->negative, b->low == 0, b->digits, k);
	if (location < 0) {
		if (domain_has(d, text_char(b->f, b->width, sample, k)))
			add_magnitudes(out, b, b->low, b->high);
		return true;
	}
	u64 unit = 1; /* of the digit */
	for (int i = 0; i < location; i++)
		unit *= b->f->base;
	u64 first = b->low / unit, last = b->high / unit;
	if (last - first > MOST_RANGES / 2)
		return false;
	for (u64 v = first; v <= last; v++) {
		u64 digit = v % b->f->base;
		u8 c = digit < 10 ? '0' + digit : (b->f->upper ? 'A' : 'a') + digit - 10;
		/* of the last ones there may be fewer than a unit, up to the end of 64 bits */
		u64 from = v * unit, more = b->high - from;
		if (domain_has(d, c))
			add_magnitudes(out, b, from, more < unit ? b->high : from + (unit - 1));
	}
	return true;
}

/* The text's character, or its length, is in d: the number is in d. */
static bool take_text(const ExprPool *p, const ExprNode *n, Domain *d)
{
	const TextFormat *f = &p->formats.at[n->c];
	if (format_is_float(f))
		return false;
	Domain out = {0};
	bool ok = true;
	unsigned w = nd(p, n->a)->width;
	for (int negative = 0; negative <= f->is_signed && ok; negative++) {
		u64 most = f->is_signed ? (mask64(w) >> 1) + negative : mask64(w), low = negative;
		DigitBlock b = {.f = f, .width = w, .negative = negative, .digits = 1};
		while (ok && low <= most) {
			/* zero stands alone; then 1..9, 10..99, ... */
			u64 end = low == 0 ? 0 : low > most / f->base ? most : low * f->base - 1;
			b.low = low;
			if (low == 0) /* with precision 0, zero has no digit at all */
				b.digits = f->precision != 0;
			b.high = end < most ? end : most;
			if (n->op == EXPR_TEXTCHAR)
				ok = block_chars(d, &b, n->b, &out);
			else if (domain_has(d, text_len(f, w, negative ? -b.low & mask64(w) : b.low)))
				add_magnitudes(&out, &b, b.low, b.high);
			b.digits = low == 0 ? 1 : b.digits + 1;
			if (b.high == most)
				break;
			low = b.high + 1;
		}
	}
	tidy(&out);
	swap(d, &out);
	vec_free(&out);
	return ok;
}

/* ---- by operation: the column back of ops.h. The set of the result becomes that of an operand, *term.
 * False if that cannot be told; then the set is not used. ---- */

static bool undo_none(const ExprPool *p, Expr *term, Domain *d)
{
	(void)p, (void)term, (void)d;
	return false;
}

/* Variables and choices are met before (undo), truth values have sets of their own (make). */
#define undo_constant undo_none
#define undo_variable undo_none
#define undo_choice undo_none
#define undo_equal undo_none
#define undo_order undo_none
/* Many values of the operand have one result. */
#define undo_product undo_none
#define undo_division undo_none
#define undo_left undo_none
#define undo_mask undo_none
#define undo_bits undo_none
#define undo_read undo_none

static bool undo_sum(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	if (!is_const(p, n->b))
		return false;
	take_sum(d, const64(nd(p, n->b)), false, n->width);
	*term = n->a;
	return true;
}

static bool undo_difference(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	if (!is_const(p, n->a))
		return false;
	take_sum(d, const64(nd(p, n->a)), true, n->width);
	*term = n->b;
	return true;
}

static bool undo_neg(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	take_sum(d, 0, true, n->width);
	*term = n->a;
	return true;
}

static bool undo_not(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	take_sum(d, mask64(n->width), true, n->width);
	*term = n->a;
	return true;
}

static bool undo_zext(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	take_extension(d, false, nd(p, n->a)->width, n->width);
	*term = n->a;
	return true;
}

static bool undo_sext(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	take_extension(d, true, nd(p, n->a)->width, n->width);
	*term = n->a;
	return true;
}

/* The upper end only: a quotient by a power of two. */
static bool undo_extract(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	unsigned top = n->b + n->width;
	if (top != nd(p, n->a)->width || top > 64)
		return false;
	take_quotient(d, 1ull << n->b, top);
	*term = n->a;
	return true;
}

static bool undo_concat(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	const ExprNode *low = nd(p, n->b);
	if (!is_const(p, n->b))
		return false;
	take_scale(d, 1ull << low->width, const64(low), mask64(nd(p, n->a)->width));
	*term = n->a;
	return true;
}

static bool undo_quotient(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	if (!is_const(p, n->b) || const64(nd(p, n->b)) == 0)
		return false;
	take_quotient(d, const64(nd(p, n->b)), n->width);
	*term = n->a;
	return true;
}

static bool undo_char(const ExprPool *p, Expr *term, Domain *d)
{
	const ExprNode *n = nd(p, *term);
	*term = n->a;
	return take_text(p, n, d);
}

#define undo_length undo_char
#define undo_float undo_none

static bool undo_one(const ExprPool *p, Expr *term, Domain *d)
{
	static bool (*const undo_op[EXPR_N_OPS])(const ExprPool *, Expr *, Domain *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, ...) \
	undo_##BACK,
		EXPR_OPS(X)
#undef X
	};
	const ExprNode *n = nd(p, *term);
	return n->width <= 64 && undo_op[n->op](p, term, d);
}

static bool make(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel);
static bool undo(const ExprPool *p, Expr term, Domain *d, u32 *var, int *fuel);

/* One side of a choice: the values on which the condition is so and the side is in d. */
static bool undo_side(const ExprPool *p, Expr side, const Domain *when, Domain *d, int *fuel)
{
	u32 var;
	if (is_const(p, side)) {
		bool in = domain_has(d, const64(nd(p, side)));
		domain_copy(d, when);
		if (!in)
			d->len = 0;
		return true;
	}
	if (!undo(p, side, d, &var, fuel))
		return false;
	domain_meet(d, when);
	return true;
}

/* (c ? a : b) in d, all of it over one variable. */
static bool choose(const ExprPool *p, Expr term, Domain *d, u32 *var, int *fuel)
{
	const ExprNode *n = nd(p, term);
	Domain when = {0}, other = {0};
	if (!direct_only_var(p, term, var))
		return false;
	unsigned w = input_width(p, *var);
	domain_copy(&other, d);
	bool ok = make(p, n->a, w, &when, fuel) && undo_side(p, n->b, &when, d, fuel);
	if (ok) {
		complement(&when, w);
		ok = undo_side(p, n->c, &when, &other, fuel);
	}
	if (ok)
		unite(d, &other);
	vec_free(&when);
	vec_free(&other);
	return ok && d->len <= MOST_RANGES;
}

static bool undo(const ExprPool *p, Expr term, Domain *d, u32 *var, int *fuel)
{
	while (--*fuel >= 0) {
		const ExprNode *n = nd(p, term);
		if (n->op == EXPR_VAR) {
			*var = n->a;
			return true;
		}
		if (n->op == EXPR_ITE && n->width <= 64)
			return choose(p, term, d, var, fuel);
		if (!undo_one(p, &term, d) || d->len > MOST_RANGES)
			return false;
	}
	return false;
}

bool domain_undo(const ExprPool *p, Expr term, Domain *d, u32 *var)
{
	int fuel = FUEL;
	return undo(p, term, d, var, &fuel);
}

/* ---- constraints ---- */

/* Values of a term for which (term op k) or (k op term) holds. */
static void compared(Domain *d, ExprOp op, unsigned w, u64 k, bool const_left)
{
	u64 m = mask64(w), sign = op_is_signed(op) ? 1ull << (w - 1) : 0;
	bool strict = op_is_strict(op);
	d->len = 0;
	if (op == EXPR_EQ) {
		add(d, k, k);
		return;
	}
	/* Signed order is unsigned order of values with the sign bit flipped. */
	u64 low = const_left ? k ^ sign : 0, high = const_left ? m : k ^ sign;
	if (strict && (const_left ? low == m : high == 0))
		return;
	if (strict)
		low += const_left, high -= !const_left;
	if (!sign)
		add(d, low, high);
	else
		add_wrapped(d, low ^ sign, high ^ sign, w);
	tidy(d);
}

bool domain_of_term(const ExprPool *p, Expr e, Expr *term, Domain *out)
{
	bool negate = nd(p, e)->op == EXPR_NOT;
	const ExprNode *n = nd(p, negate ? nd(p, e)->a : e);
	if (!op_compares(n->op))
		return false;
	bool left = is_const(p, n->a);
	unsigned w = nd(p, n->a)->width;
	if (w > 64 || w == 1 || left == is_const(p, n->b))
		return false;
	*term = left ? n->b : n->a;
	compared(out, n->op, w, const64(nd(p, left ? n->a : n->b)), left);
	if (negate)
		complement(out, w);
	return true;
}

/* ---- by operation: the column truth of ops.h. False if the set is not told by the operation. ---- */

static bool set_value(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel)
{
	(void)p, (void)e, (void)width, (void)out, (void)fuel;
	return false;
}

#define set_xor set_value
#define set_bit set_value
#define set_choice set_value

static bool set_literal(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel)
{
	(void)p, (void)fuel;
	domain_full(out, width);
	if (e == EXPR_FALSE)
		out->len = 0;
	return true;
}

static bool set_not(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel)
{
	if (!make(p, nd(p, e)->a, width, out, fuel))
		return false;
	complement(out, width);
	return true;
}

static bool set_logic(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel)
{
	const ExprNode *n = nd(p, e);
	Domain other = {0};
	bool ok = make(p, n->a, width, out, fuel) && make(p, n->b, width, &other, fuel);
	if (ok && n->op == EXPR_AND)
		domain_meet(out, &other);
	else if (ok)
		unite(out, &other);
	vec_free(&other);
	return ok && out->len <= MOST_RANGES;
}

#define set_and set_logic
#define set_or set_logic

static bool set_order(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel)
{
	const ExprNode *n = nd(p, e);
	bool left = is_const(p, n->a);
	u32 var;
	unsigned w = nd(p, n->a)->width;
	(void)width;
	if (w > 64 || w == 1 || (!left && !is_const(p, n->b)))
		return false;
	compared(out, n->op, w, const64(nd(p, left ? n->a : n->b)), left);
	return undo(p, left ? n->b : n->a, out, &var, fuel);
}

#define set_equal set_order

static bool make(const ExprPool *p, Expr e, unsigned width, Domain *out, int *fuel)
{
	static bool (*const set[EXPR_N_OPS])(const ExprPool *, Expr, unsigned, Domain *, int *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, ...) \
	set_##TRUTH,
		EXPR_OPS(X)
#undef X
	};
	return --*fuel >= 0 && set[nd(p, e)->op](p, e, width, out, fuel);
}

/* By trying all values of a small variable. */
static bool enumerate(Solver *s, Expr e, u32 var, Domain *out)
{
	unsigned w = input_width(s->p, var);
	if (w > 16)
		return false;
	Tape *t = tape_new(s->p, &e, 1);
	bool good = tape_len(t) << w <= MOST_WORK;
	u64 work = good ? (tape_len(t) << w) / STEPS_PER_WORK : 0;
	s->stats.work += work;
	s->set_work += work;
	out->len = 0;
	for (u64 v = 0; good && v <= mask64(w); v++) {
		tape_set(t, var, v);
		if (tape_holds(t))
			add(out, v, v);
		good = (v & 15 && tape_len(t) < LONG_TAPE) || !solver_over(s);
	}
	tape_free(t);
	return good;
}

const Domain *domain_of(Solver *s, Expr e, u32 var)
{
	Domains *ds = s->domains;
	u64 index;
	if (intmap_get(&ds->by_expr, e, &index)) {
		const KnownDomain *old = &ds->entries.at[index - 1];
		return old->has ? &old->d : NULL;
	}
	if (ds->entries.len == MOST_CACHED)
		drop(ds, 0);
	KnownDomain made = {.e = e};
	int fuel = FUEL;
	made.has =
		make(s->p, e, input_width(s->p, var), &made.d, &fuel) || enumerate(s, e, var, &made.d);
	if (!made.has && solver_over(s))
		return NULL; /* nothing is known of it */
	if (CHECKED && made.has)
		domain_check_exact(s->p, e, var, &made.d);
	vec_push(&ds->entries, made);
	intmap_put(&ds->by_expr, e, ds->entries.len);
	return made.has ? &vec_last(&ds->entries).d : NULL;
}
