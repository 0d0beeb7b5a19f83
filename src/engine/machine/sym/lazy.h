/* lazy.h: bytes whose expression is made on demand.
 *
 * After a store through an address that depends on the input, each byte of a large object is a
 * read from the array with that store. Most of them are not used before the next such store. So
 * instead of an expression a byte's tag may have the number of an array and of its start: a lazy
 * tag. Only memory contains lazy tags. Code that takes a tag out of memory gets the expression.
 */
#ifndef DRIFT_MACHINE_SYM_LAZY_H
#define DRIFT_MACHINE_SYM_LAZY_H

#include "engine/machine/sym.h"

#define LAZY_FIRST 0x80000000u /* number of the first; expressions have lower numbers */

static inline bool tag_is_lazy(Tag tag)
{
	return (u32)tag >= LAZY_FIRST;
}

static inline const LazyArray *lazy_array(const Machine *m, Tag tag)
{
	return &m->lazy.list.at[(u32)tag - LAZY_FIRST];
}

/* Returns the number that replaces the expression: for an array that begins at an address. */
Expr lazy_number(Machine *m, Expr array, u64 base);
/* Returns the tag of a byte at an address, with its expression. */
Tag lazy_tag(Machine *m, u64 addr, Tag tag);
/* Stores the expressions of all bytes of a range in memory. */
void lazy_settle(Machine *m, u64 addr, u64 n);
void lazy_free(Machine *m);

#endif
