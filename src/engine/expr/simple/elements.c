/* elements.c: merges comparisons of the bytes of an array's element into one of the element.
 *
 * In the pool an equality of a number and a constant becomes one equality for each byte
 * (hist[97] == 2 is four of them). People read the element.
 */
#include "engine/expr/print/print.h"
#include "engine/expr/simple/simple.h"

enum { MOST_BYTES = 8 };

/* Bytes of one variable, and what they are compared with. */
typedef struct ByteList {
	Expr read[MOST_BYTES];
	u64 value[MOST_BYTES];
	u32 n;
} ByteList;

/* Where a byte is in its variable. */
typedef struct Place {
	const ExprTable *table; /* NULL: it is no part of an element */
	Expr index;             /* of what comes in steps of an element; 0: there is none */
	u64 at;                 /* bytes from there on */
} Place;

static const ExprTable *table_of(const ExprPool *p, Expr read)
{
	Expr array = nd(p, read)->a;
	while (nd(p, array)->op == EXPR_STORE)
		array = nd(p, array)->a;
	return &p->tables.at[nd(p, array)->a];
}

static Place place_of(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	Place none = {0}, x = {0};
	u32 zeros = 0;
	i64 at;
	if (n->op != EXPR_READ)
		return none;
	x.table = table_of(p, e);
	if (!x.table->name || !*x.table->name || x.table->element < 2 || x.table->element > MOST_BYTES)
		return none;
	while (1u << zeros < x.table->element)
		zeros++;
	if (1u << zeros != x.table->element || !pr_times_and(p, n->b, zeros, &x.index, &at) ||
		at + (i64)x.table->offset < 0)
		return none;
	x.at = (u64)at + x.table->offset;
	return x;
}

static bool same_variable(const Place *a, const Place *b)
{
	return a->table == b->table && a->index == b->index;
}

static bool add_byte(const ExprPool *p, ByteList *l, Expr read, u64 value)
{
	Place place = place_of(p, read);
	if (!place.table || l->n == MOST_BYTES)
		return false;
	u32 at = l->n++;
	for (; at && place_of(p, l->read[at - 1]).at > place.at; at--) {
		l->read[at] = l->read[at - 1];
		l->value[at] = l->value[at - 1];
	}
	l->read[at] = read;
	l->value[at] = value;
	return true;
}

/* True if they are all bytes of one element. */
static bool are_element(const ExprPool *p, const ByteList *l)
{
	Place first = {0};
	if (l->n)
		first = place_of(p, l->read[0]);
	if (!first.table || l->n != first.table->element || first.at % first.table->element)
		return false;
	for (u32 i = 1; i < l->n; i++) {
		Place one = place_of(p, l->read[i]);
		if (!same_variable(&one, &first) || one.at != first.at + i)
			return false;
	}
	return true;
}

/* Says of the element what its bytes say. */
static void set_element(SimpleFacts *f, SimpleFact *x, const ByteList *l, bool equal)
{
	Expr term = l->read[0];
	u64 value = l->value[0];
	for (u32 i = 1; i < l->n; i++) {
		term = expr_concat(f->p, l->read[i], term);
		value |= l->value[i] << (8 * i);
	}
	u64 mask = mask64(nd(f->p, term)->width);
	RangeSet *set = arena_new(&f->arena, RangeSet);
	*set = ranges_one(value, value);
	if (!equal)
		*set = ranges_complement(set, mask);
	*x = (SimpleFact){.kind = FACT_SET, .a = term, .set = set, .hi = mask};
}

/* Bytes that all have a value each. */
static void join_values(SimpleFacts *f, size_t at)
{
	Place place = place_of(f->p, f->list.at[at].a);
	if (!place.table)
		return;
	u64 number = place.at / place.table->element;
	ByteList l = {0};
	size_t of[MOST_BYTES];
	for (size_t i = 0; i < f->list.len; i++) {
		const SimpleFact *y = &f->list.at[i];
		if (y->kind != FACT_SET || !ranges_single(y->set))
			continue;
		Place other = place_of(f->p, y->a);
		if (!same_variable(&other, &place) || other.at / place.table->element != number)
			continue;
		if (l.n == MOST_BYTES)
			return;
		of[l.n] = i;
		add_byte(f->p, &l, y->a, y->set->at[0].lo);
	}
	if (!are_element(f->p, &l))
		return;
	for (u32 i = 0; i < l.n; i++)
		f->list.at[of[i]].kind = FACT_NONE;
	set_element(f, &f->list.at[at], &l, true);
}

/* The bytes that a condition wants to be equal to constants, all of them; negated: that it does not. */
static bool take_bytes(const ExprPool *p, Expr e, bool negated, ByteList *l)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_NOT && n->width == 1)
		return take_bytes(p, n->a, !negated, l);
	if (n->width == 1 && n->op == (negated ? EXPR_OR : EXPR_AND))
		return take_bytes(p, n->a, negated, l) && take_bytes(p, n->b, negated, l);
	return n->op == EXPR_EQ && !negated && is_const(p, n->b) &&
		   add_byte(p, l, n->a, (u64)const_value(p, n->b));
}

void simple_join_elements(SimpleFacts *f)
{
	for (size_t i = 0; i < f->list.len; i++) {
		SimpleFact *x = &f->list.at[i];
		ByteList equal = {0}, other = {0};
		if (x->kind == FACT_SET)
			join_values(f, i);
		else if (x->kind != FACT_OTHER)
			continue;
		else if (take_bytes(f->p, x->a, x->negate, &equal) && are_element(f->p, &equal))
			set_element(f, x, &equal, true);
		else if (take_bytes(f->p, x->a, !x->negate, &other) && are_element(f->p, &other))
			set_element(f, x, &other, false);
	}
}
