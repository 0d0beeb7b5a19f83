/* array.h: a range of memory as an expression.
 *
 * An access through an address of the input may be any of a range of bytes: these become an array, a
 * table of what is concrete with stores over it. After a write each byte is what is read from the
 * new array. The next access finds that again and stores over it only what has changed since, so an
 * object's array grows with what is written to it.
 */
#ifndef DRIFT_MACHINE_SYM_ARRAY_H
#define DRIFT_MACHINE_SYM_ARRAY_H

#include "machine/sym.h"

enum { ACCESS_MAX = 16 }; /* bytes of an access */

/* The bytes that an access may be. */
typedef struct SymRange {
	u64 lo, size; /* of the object; size 0: the address was made concrete */
	Expr index;   /* address - lo, 64 bits */
} SymRange;

/* A range of memory as an array, for an access to n bytes at an index of it. Where the access cannot
 * reach, the array may have anything. */
typedef struct SymArray {
	Expr array;
	u64 base; /* where its first byte is */
	u32 n;
	Expr at[ACCESS_MAX]; /* the indices of the access */
} SymArray;

/* What memory has of a byte, as it stands there (lazy.h), with its expression, and the byte. */
Tag sym_raw_tag(const Machine *m, u64 addr);
Tag sym_byte_tag(Machine *m, u64 addr);
Expr sym_byte(Machine *m, u64 addr);

/* Where byte k of an access at an index is, as an index of an array. */
Expr sym_index_at(Machine *m, Expr index, u32 k);
SymArray sym_array(Machine *m, const SymRange *r, u32 n);
/* Whether the access may be the byte at an address. */
bool sym_array_reaches(const Machine *m, const SymArray *a, u64 addr);

#endif
