/* undef.h: private to src/engine/machine: which bits of a value are undefined.
 *
 * A value is undefined as a whole, or in some of its bits: a word of bit fields of which one was
 * never set. TAG_UNDEFINED in its tag says that some bit is undefined. If all are, the tag has
 * the dependence beside it, as the tag of any other value has. If only some are (a partial tag),
 * the tag has an index into a table of the machine, and the table has both the bits and the
 * dependence:
 *
 *     63 62             32 31             0
 *      0  dependence        expression        defined
 *      1 0  dependence      expression        all bits undefined
 *      1 1  index           expression        some bits undefined
 *
 * Defined values, which nearly all are, need no look at the table. exec/undef_bits.c computes the
 * undefined bits of a result. Everything else that combines values (tag_join) takes a value as
 * undefined as a whole; that errs on the safe side.
 *
 * A byte without a dependence has its bits as its index, so that bytes of different machines can
 * be compared. Snapshots contain indices. They exist only without tracking; the table is kept
 * from run to run then. With tracking, dependences belong to one run, and so does the table.
 */
#ifndef DRIFT_MACHINE_UNDEF_H
#define DRIFT_MACHINE_UNDEF_H

#include "engine/machine/dep.h"
#include "engine/machine/machine.h"
#include "engine/machine/value.h"

typedef struct UndefEntry {
	u64 lo, hi; /* the undefined bits */
	Dep dep;    /* what the value depends on, without DEP_UNDEFINED */
} UndefEntry;

typedef struct UndefTable {
	VEC(UndefEntry) list; /* by index */
	KeyMap ids;           /* entry -> index */
} UndefTable;

void undef_init(UndefTable *t);
/* Drops the entries of the last run, with tracking. */
void undef_reset(UndefTable *t);
void undef_free(UndefTable *t);

static inline bool tag_is_partial(Tag tag)
{
	return tag >> 62 == 3;
}
/* Returns what a value with a partial tag depends on, with DEP_UNDEFINED. */
Dep undef_dep(const Machine *m, Tag tag);
/* Returns the undefined bits of a value of this width. */
u128 undef_bits(const Machine *m, Tag tag, u32 width);
/* Returns the tag of a value of this width with these undefined bits, without an expression.
 * dep may have DEP_UNDEFINED, which is ignored. */
Tag undef_tag(Machine *m, Dep dep, u128 bits, u32 width);

/* Returns the tag with another dependence, and the same expression and undefined bits. If dep has
 * DEP_UNDEFINED, all bits become undefined. */
Tag tag_on(Machine *m, Tag tag, Dep dep);
/* Returns the tag of another value that depends on this one: undefined in all bits or in none. It
 * keeps the expression. */
static inline Tag tag_whole(const Machine *m, Tag tag)
{
	return tag_is_partial(tag) ? (Tag)undef_dep(m, tag) << 32 | (u32)tag : tag;
}
/* Returns the dependence of a tag as the tag of a defined value. */
static inline Tag tag_defined(const Machine *m, Tag tag)
{
	return tag_whole(m, tag) & TAG_DEPS & ~TAG_UNDEFINED;
}

/* exec/undef_bits.c: returns the undefined bits of an instruction's first result. Some operand has
 * undefined bits. */
u128 undef_result(Machine *m, const Ins *in, Value a, Value b, Value c);

#endif
