/* chosen.c: loads and stores at an index of the input, in memory of which only a part was ever set.
 *
 * The expression of such a load holds all bytes that the index may choose, but no expression says
 * which of them are undefined. So whether the chosen bytes are defined is a decision of the run:
 * inputs that choose other bytes have a path of their own. If a store sets bytes that were
 * undefined, its index is made concrete. */
#include "engine/machine/sym.h"
#include "engine/machine/sym/array.h"

enum { MOST_PIECES = 64 }; /* of defined memory; if there are more, the index is made concrete */

/* What the bytes at all possible indices have in common. */
typedef struct Chosen {
	Expr defined; /* true if the index chooses defined bytes only */
	u32 pieces;   /* of memory in which it does */
	bool some, all;
	bool alike; /* true if the undefined bits are the same at all indices */
} Chosen;

static u128 undefined_at(const Machine *m, u64 addr, u32 n)
{
	u128 bits = 0;
	for (u32 i = 0; i < n; i++)
		bits |= undef_bits(m, sym_raw_tag(m, addr + i), 8) << (8 * i);
	return bits;
}

/* Adds the indices from first to last. */
static void add_piece(Machine *m, Chosen *c, Expr index, u64 first, u64 last)
{
	ExprPool *p = m->pool;
	Expr from = expr_sub(p, index, expr_const(p, 64, first));
	if (c->pieces++ < MOST_PIECES)
		c->defined = expr_or(p, c->defined, expr_ule(p, from, expr_const(p, 64, last - first)));
}

/* True if no bit in a range is undefined. */
static bool all_defined(const Machine *m, const SymRange *r)
{
	Tag tag;
	bool defined = true;
	for (u64 i = r->lo, end = r->lo + r->size; i < end && defined;) {
		i = sym_span(m, i, end, &tag);
		defined = !undef_bits(m, tag, 8);
	}
	return defined;
}

/* Indices that the known bits exclude belong to any piece. */
static Chosen look(Machine *m, const SymRange *r, u64 addr, u32 n)
{
	Chosen c = {.defined = EXPR_FALSE, .all = true, .alike = true};
	if (all_defined(m, r)) {
		c.some = true; /* the index of this run */
		return c;
	}
	u64 zero = 0, one = 0, first = 0, last = 0;
	bool inside = false;
	u128 here = undefined_at(m, addr, n);
	expr_known_bits(m->pool, r->index, &zero, &one);
	for (u64 i = 0; i + n <= r->size; i++) {
		if (i & zero || ~i & one)
			continue;
		u128 bits = undefined_at(m, r->lo + i, n);
		c.alike &= bits == here;
		c.some |= !bits;
		c.all &= !bits;
		if (bits && inside)
			add_piece(m, &c, r->index, first, last);
		if (!bits && !inside)
			first = i;
		inside = !bits;
		last = i;
	}
	if (inside && !c.all)
		add_piece(m, &c, r->index, first, last);
	return c;
}

static bool take_address(Machine *m, u64 addr, Tag *tag)
{
	Value v = {addr, 0, *tag};
	sym_concretise(m, &v, NULL);
	*tag = v.tag;
	return false;
}

static void decide(Machine *m, const Chosen *c, bool defined, Tag *tag)
{
	Expr cond = defined ? c->defined : expr_not(m->pool, c->defined);
	Dep dep = sym_constrain(m, CON_BOUNDS, cond, 0, *tag);
	if (m->track)
		*tag = tag_on(m, *tag, dep);
}

bool sym_decide_chosen(Machine *m, const SymRange *r, u64 addr, u32 n, Tag *tag, bool *mixed)
{
	*mixed = false;
	if (memory_all_readable(&m->mem, r->lo, r->size))
		return true;
	Chosen c = look(m, r, addr, n);
	if (c.alike)
		return true;
	if (c.pieces > MOST_PIECES)
		return take_address(m, addr, tag);
	bool undefined = undefined_at(m, addr, n) != 0;
	*mixed = undefined;
	if (!c.some)
		return true;
	decide(m, &c, !undefined, tag);
	return true;
}

bool sym_decide_stored(Machine *m, const SymRange *r, u64 addr, u32 n, Tag *tag, Tag value)
{
	if (value & TAG_UNDEFINED)
		return take_address(m, addr, tag);
	if (memory_all_readable(&m->mem, r->lo, r->size))
		return true;
	Chosen c = look(m, r, addr, n);
	if (c.all)
		return true;
	if (c.pieces > MOST_PIECES)
		return take_address(m, addr, tag);
	bool defined = !undefined_at(m, addr, n);
	if (c.some)
		decide(m, &c, defined, tag);
	return defined || take_address(m, addr, tag);
}
