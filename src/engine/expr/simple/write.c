/* write.c: writes the parts of a conjunction as text (simple.c finds them).
 *
 * The values of a term are written in the shortest of a few forms: x in 3..9, x > 3, x not in
 * {0, 'a'..'z'}. Adjacent bytes with the same set are written once: arg1[0..2] in '0'..'9'
 * applies to each byte. For a text we write its length, rather than which of its bytes is zero.
 */
#include "engine/expr/simple/simple.h"
#include "engine/expr/print/ctype.h"

enum {
	MOST_MEMBERS = 12, /* bytes of a set that is written as a string */
	MOST_LISTED = 3,   /* of these that follow one another; more are a range */
	PART_COST = 15,    /* characters that a second part is as hard to read as */
	LAST_TURN = 2,
	RANGE_COST = 3, /* the same of a range instead of a value */
};

typedef struct SimpleWriter {
	ExprPool *p;
	Buf *out;
	size_t end;
	Expr term;
	u32 run;        /* bytes from the term on with the same condition; else 1 */
	bool is_signed; /* how the term is read */
	u64 bias, mask; /* value + bias, cut, is in the order of the view */
	Range whole;    /* what the term may be in any case, in the view */
} SimpleWriter;

/* ---- sets ---- */

/* The ranges in the order in which people count, neighbours joined. */
static void view(const SimpleWriter *w, const RangeSet *set, RangeSet *out)
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

static u64 plain(const SimpleWriter *w, u64 shown)
{
	return (shown - w->bias) & w->mask;
}

/* What is missing from lo to hi. */
static RangeSet missing(const RangeSet *s, u64 lo, u64 hi)
{
	RangeSet out = {.n = 0};
	u64 from = lo;
	for (u32 i = 0; i < s->n; i++) {
		if (s->at[i].hi < lo)
			continue;
		if (s->at[i].lo > from)
			out.at[out.n++] = (Range){from, s->at[i].lo - 1};
		if (s->at[i].hi >= hi)
			return out;
		from = s->at[i].hi + 1;
	}
	out.at[out.n++] = (Range){from, hi};
	return out;
}

static void write_term(const SimpleWriter *w, const Range *bounds)
{
	const ExprNode *n = nd(w->p, w->term);
	if (w->run > 1) {
		const InputGroup *g = input_of(w->p, n->a);
		u32 first = n->a - g->first;
		buf_addf(w->out, "%s[%u..%u]", g->name, first, first + w->run - 1);
		return;
	}
	print_term(w->p, w->term, w->is_signed, plain(w, bounds->lo), plain(w, bounds->hi), w->end,
			   w->out);
}

static void write_number(const SimpleWriter *w, u64 shown)
{
	print_number(w->p, w->term, plain(w, shown), w->is_signed, w->end, w->out);
}

/* The members as a string, if they are few bytes that one can read. */
static bool write_string(const SimpleWriter *w, const RangeSet *s)
{
	u8 bytes[MOST_MEMBERS];
	u32 n = 0;
	if (nd(w->p, w->term)->width != 8 || w->is_signed)
		return false;
	for (u32 i = 0; i < s->n; i++)
		for (u64 v = s->at[i].lo; v <= s->at[i].hi; v++) {
			bool known = (v >= ' ' && v < 127) || v == '\n' || v == '\t' || v == '\r';
			if (n == MOST_MEMBERS || !known || v - s->at[i].lo == MOST_LISTED)
				return false;
			bytes[n++] = (u8)v;
		}
	fixed_quoted(w->out, bytes, n);
	return true;
}

static void write_items(const SimpleWriter *w, const RangeSet *s)
{
	bool range = s->n == 1 && s->at[0].hi > s->at[0].lo;
	buf_adds(w->out, range ? "" : "{");
	for (u32 i = 0; i < s->n; i++) {
		buf_adds(w->out, i ? ", " : "");
		write_number(w, s->at[i].lo);
		if (s->at[i].hi > s->at[i].lo) {
			buf_adds(w->out, s->at[i].hi > s->at[i].lo + 1 || range ? ".." : ", ");
			write_number(w, s->at[i].hi);
		}
	}
	buf_adds(w->out, range ? "" : "}");
}

/* x in a..b, in {a, c..d}, in "ac"; or not in it. */
static void write_members(const SimpleWriter *w, const RangeSet *s, bool in)
{
	Range bounds = {s->at[0].lo, s->at[s->n - 1].hi};
	write_term(w, &bounds);
	buf_adds(w->out, in ? " in " : " not in ");
	bool range = s->n == 1 && s->at[0].hi > s->at[0].lo + 1;
	if (range || !write_string(w, s))
		write_items(w, s);
}

/* One range without gaps; false if that is everything. */
static bool write_range(const SimpleWriter *w, Range r)
{
	RangeSet one = ranges_one(r.lo, r.hi);
	bool low = r.lo <= w->whole.lo, high = r.hi >= w->whole.hi, alone = w->run == 1;
	if (low && high)
		return false;
	RangeSet rest = missing(&one, w->whole.lo, w->whole.hi);
	if (alone && r.lo == r.hi)
		print_equal(w->p, w->term, plain(w, r.lo), false, w->end, w->out);
	else if (alone && ranges_single(&rest))
		print_equal(w->p, w->term, plain(w, rest.at[0].lo), true, w->end, w->out);
	else if (alone && low)
		print_compare(w->p, w->term, true, plain(w, r.hi), w->is_signed, w->end, w->out);
	else if (alone && high)
		print_compare(w->p, w->term, false, plain(w, r.lo), w->is_signed, w->end, w->out);
	else
		write_members(w, rest.n == 1 ? &rest : &one, rest.n != 1);
	return true;
}

/* A range, and what is missing in it. */
static void write_holes(const SimpleWriter *w, const RangeSet *shown)
{
	Range all = {shown->at[0].lo, shown->at[shown->n - 1].hi};
	RangeSet holes = missing(shown, all.lo, all.hi);
	if (write_range(w, all))
		buf_adds(w->out, " && ");
	if (w->run == 1 && ranges_single(&holes))
		print_equal(w->p, w->term, plain(w, holes.at[0].lo), true, w->end, w->out);
	else
		write_members(w, &holes, false);
}

/* True if no range goes on to where numbers end, which is said by a comparison. */
static bool is_bounded(const SimpleWriter *w, const RangeSet *s)
{
	Range first = s->at[0], last = s->at[s->n - 1];
	bool small = w->mask <= UINT8_MAX || w->whole.hi - w->whole.lo <= UINT8_MAX;
	bool low = first.lo > w->whole.lo || first.lo == first.hi;
	return small || (low && (last.hi < w->whole.hi || last.lo == last.hi));
}

/* How hard a text is to read. */
static size_t cost_of(const char *text)
{
	size_t n = strlen(text);
	for (const char *at = text; (at = strstr(at, "..")); at += 2)
		n += RANGE_COST;
	return n + (strstr(text, " && ") ? PART_COST : 0);
}

/* The shortest of what may be said. Each has the room that is left: a term that shares its parts
 * may be of any length as text. */
static void write_shortest(const SimpleWriter *w, const RangeSet *shown)
{
	RangeSet rest = missing(shown, w->whole.lo, w->whole.hi);
	Buf best = {0}, text = {0};
	size_t least = SIZE_MAX, room = w->end > w->out->len ? w->end - w->out->len : 0;
	for (u32 way = 0; way < 3; way++) {
		SimpleWriter other = *w;
		other.out = &text;
		other.end = room;
		buf_reset(&text);
		if (way == 2)
			write_holes(&other, shown);
		else if (is_bounded(w, way ? &rest : shown))
			write_members(&other, way ? &rest : shown, !way);
		size_t cost = text.len ? cost_of(buf_str(&text)) : SIZE_MAX;
		if (cost < least) {
			buf_reset(&best);
			buf_add(&best, text.at, text.len);
			least = cost;
		}
	}
	buf_adds(w->out, buf_str(&best));
	buf_free(&best);
	buf_free(&text);
}

/* False if nothing had to be said. */
static bool write_set(ExprPool *p, const SimpleFact *x, u32 run, size_t end, Buf *out)
{
	RangeSet shown, possible = ranges_one(x->lo, x->hi), all;
	SimpleWriter w = {.p = p, .out = out, .end = end, .term = x->a, .run = run};
	w.mask = mask64(nd(p, x->a)->width);
	w.is_signed = ctype_reads_signed(p, x->a);
	w.bias = w.is_signed ? (w.mask >> 1) + 1 : 0;
	view(&w, x->set, &shown);
	view(&w, &possible, &all);
	w.whole = (Range){all.at[0].lo, all.at[all.n - 1].hi};
	RangeSet inside = ranges_one(w.whole.lo, w.whole.hi);
	if (!ranges_meet(&shown, &inside) || !shown.n) {
		buf_adds(out, "false");
		return true;
	}
	if (shown.n == 1)
		return write_range(&w, shown.at[0]);
	write_shortest(&w, &shown);
	return true;
}

/* ---- facts ---- */

static bool write_fact(ExprPool *p, const SimpleFact *x, u32 run, size_t end, Buf *out)
{
	static const char *const signs[] = {NULL, "<", "==", "<=", ">", "!=", ">="};
	if (x->kind == FACT_NONE)
		return false;
	if (x->kind == FACT_SET)
		return write_set(p, x, run, end, out);
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

/* Returns the condition on a single input; NULL if there is none. */
static SimpleFact *fact_of(const SimpleFacts *f, u32 var)
{
	for (size_t i = 0; i < f->list.len; i++) {
		const ExprNode *n = nd(f->p, f->list.at[i].a);
		if (f->list.at[i].kind == FACT_SET && n->op == EXPR_VAR && n->a == var)
			return &f->list.at[i];
	}
	return NULL;
}

static bool same_set(const SimpleFact *a, const SimpleFact *b)
{
	return a->lo == b->lo && a->hi == b->hi && a->set->n == b->set->n &&
		   !memcmp(a->set->at, b->set->at, a->set->n * sizeof *a->set->at);
}

/* Bytes beside that of a fact of which the same is said: the fact becomes that of the first, the
 * others none. Returns how many they are. */
static u32 take_run(SimpleFacts *f, SimpleFact *x)
{
	const ExprNode *n = nd(f->p, x->a);
	if (x->kind != FACT_SET || n->op != EXPR_VAR || f->p->basic ||
		input_of(f->p, n->a)->kind != INPUT_BYTES)
		return 1;
	const InputGroup *g = input_of(f->p, n->a);
	u32 first = n->a, last = n->a;
	const SimpleFact *other;
	while (first > g->first && (other = fact_of(f, first - 1)) && same_set(x, other))
		first--;
	while (last + 1 < g->first + g->count && (other = fact_of(f, last + 1)) && same_set(x, other))
		last++;
	for (u32 var = first; var <= last; var++) {
		SimpleFact *one = fact_of(f, var);
		if (one != x)
			one->kind = FACT_NONE;
	}
	x->a = expr_var(f->p, first);
	return last - first + 1;
}

/* ---- texts that end with a zero ---- */

/* True if a byte cannot be the end of its text. */
static bool goes_on(const SimpleFacts *f, const Fixed *fixed, u32 var)
{
	u64 v;
	if (fixed_value(fixed, var, &v))
		return v != 0;
	const SimpleFact *x = fact_of(f, var);
	return x && x->set->n && x->set->at[0].lo > 0;
}

/* How long a text is at least, and whether that is all. It ends with its first zero: the bytes
 * before one that is none are none either, and need no word for that. */
static void find_length(SimpleFacts *f, const Fixed *fixed, u32 group, TextLength *out)
{
	const InputGroup *g = input_group(f->p, group);
	u64 v = 0;
	u32 n = g->count;
	while (n && !goes_on(f, fixed, g->first + n - 1))
		n--;
	const SimpleFact *last = n ? fact_of(f, g->first + n - 1) : NULL;
	bool only = last && last->set->at[0].lo == 1; /* the last one needs little more */
	out->exact = n == g->count || (fixed_value(fixed, g->first + n, &v) && !v);
	out->least = out->exact || only ? n : 0;
	for (u32 i = 0; i < n; i++) {
		SimpleFact *x = fact_of(f, g->first + i);
		if (x && (i + 1 < n || out->least))
			x->lo = 1;
	}
}

/* Nothing but the length of a text that is known as a whole. */
static void find_whole(const Fixed *fixed, u32 group, TextLength *out)
{
	const InputGroup *g = input_group(fixed->p, group);
	u64 v = 0;
	u32 n = 0;
	while (n < g->count && fixed_value(fixed, g->first + n, &v) && v)
		n++;
	out->exact = n == g->count || (fixed_value(fixed, g->first + n, &v) && !v);
	out->least = out->exact ? n : 0;
}

static TextLength *find_lengths(SimpleFacts *f, const Fixed *fixed)
{
	TextLength *lengths = xcalloc(input_groups(f->p) + 1, sizeof *lengths);
	for (u32 i = 0; i < input_groups(f->p); i++)
		if (input_group(f->p, i)->kind == INPUT_BYTES && input_group(f->p, i)->text)
			f->p->basic ? find_whole(fixed, i, &lengths[i]) : find_length(f, fixed, i, &lengths[i]);
	return lengths;
}

/* ---- the whole condition ---- */

/* True if a part is there already: two terms may be written in the same way. */
static bool is_said(const Buf *out, size_t begin, size_t before, size_t part)
{
	size_t n = out->len - part;
	for (size_t at = begin; at + n <= before; at++) {
		bool starts = at == begin || (at >= begin + 4 && !memcmp(out->at + at - 4, " && ", 4));
		bool ends = at + n == before || !strncmp(out->at + at + n, " && ", 4);
		if (starts && ends && !memcmp(out->at + at, out->at + part, n))
			return true;
	}
	return false;
}

/* Conditions on inputs come first. Those that are neither a set nor a comparison of two terms
 * are the longest and come last. */
static u32 turn_of(const ExprPool *p, const SimpleFact *x)
{
	if (x->kind == FACT_OTHER)
		return LAST_TURN;
	return x->kind == FACT_SET && nd(p, x->a)->op == EXPR_VAR ? 0 : 1;
}

static void write_facts(SimpleFacts *f, u32 turn, size_t begin, size_t end, Buf *out)
{
	for (size_t i = 0; i < f->list.len; i++) {
		size_t before = out->len;
		if (f->list.at[i].kind == FACT_NONE || turn_of(f->p, &f->list.at[i]) != turn)
			continue;
		if (out->len >= end) {
			if (out->len < 7 || memcmp(out->at + out->len - 7, " && ...", 7))
				buf_adds(out, " && ...");
			return;
		}
		if (before > begin)
			buf_adds(out, " && ");
		size_t part = out->len;
		u32 run = take_run(f, &f->list.at[i]);
		bool says = write_fact(f->p, &f->list.at[i], run, end, out);
		if ((!says || is_said(out, begin, before, part)) && out->at) {
			out->len = before;
			out->at[before] = 0;
		}
	}
}

/* Sorts the conditions on single inputs by input, in place. */
static void sort_inputs(SimpleFacts *f)
{
	for (size_t i = 0; i < f->list.len; i++) {
		size_t least = i;
		for (size_t k = i; k < f->list.len; k++) {
			const SimpleFact *x = &f->list.at[k];
			if (x->kind == FACT_SET && nd(f->p, x->a)->op == EXPR_VAR &&
				nd(f->p, x->a)->a < nd(f->p, f->list.at[least].a)->a)
				least = k;
		}
		SimpleFact *a = &f->list.at[i], t = *a;
		if (a->kind != FACT_SET || nd(f->p, a->a)->op != EXPR_VAR)
			continue;
		*a = f->list.at[least];
		f->list.at[least] = t;
	}
}

void simple_write(SimpleFacts *f, const Fixed *fixed, size_t end, Buf *out)
{
	size_t begin = out->len;
	simple_join_elements(f);
	sort_inputs(f);
	TextLength *lengths = find_lengths(f, fixed);
	fixed_write(fixed, lengths, end, out);
	for (u32 turn = 0; turn <= LAST_TURN; turn++)
		write_facts(f, turn, begin, end, out);
	free(lengths);
}
