/* lazy.h: bytes whose expression is made when somebody asks for it.
 *
 * After a store through an address of the input, each byte of a large object is what is read from the
 * array behind the store. Most of them are never looked at before the next such store. So a byte's
 * tag may have, in place of an expression, the number of an array and of where it begins: a lazy
 * tag. Memory alone has them. Whoever takes a tag out of memory gets the expression.
 */
#ifndef DRIFT_MACHINE_SYM_LAZY_H
#define DRIFT_MACHINE_SYM_LAZY_H

#include "machine/sym.h"

#define LAZY_FIRST 0x80000000u /* number of the first; expressions are below */

static inline bool tag_is_lazy(Tag tag)
{
	return (u32)tag >= LAZY_FIRST;
}

static inline const LazyArray *lazy_array(const Machine *m, Tag tag)
{
	return &m->lazy.list.at[(u32)tag - LAZY_FIRST];
}

/* In place of an expression: that of an array which begins at an address. */
Expr lazy_number(Machine *m, Expr array, u64 base);
/* The tag of a byte at an address, with its expression. */
Tag lazy_tag(Machine *m, u64 addr, Tag tag);
/* All bytes of a range have their expressions in memory. */
void lazy_settle(Machine *m, u64 addr, u64 n);
void lazy_free(Machine *m);

#endif
