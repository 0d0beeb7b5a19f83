/* array.h: a range of memory as an expression.
 *
 * An access through an address that depends on the input may touch any byte of a range. These
 * bytes become an array: a table of concrete bytes with stores over it. After a write each byte
 * is a read from the new array. The next access recognises that array and stores only the bytes
 * that have changed since, so an object's array grows with what is written to it.
 */
#ifndef DRIFT_MACHINE_SYM_ARRAY_H
#define DRIFT_MACHINE_SYM_ARRAY_H

#include "engine/machine/sym.h"

enum { ACCESS_MAX = 16 }; /* bytes of an access */

/* The bytes that an access may touch. */
typedef struct SymRange {
	u64 lo, size; /* of the object; size 0: the address was made concrete */
	Expr index;   /* address - lo, 64 bits */
} SymRange;

/* A range of memory as an array, for an access to n bytes at an index of it. Bytes that the
 * access cannot reach are unspecified in the array. */
typedef struct SymArray {
	Expr array;
	u64 base; /* where its first byte is */
	u32 n;
	Expr at[ACCESS_MAX]; /* the indices of the access */
} SymArray;

/* Return the tag of a byte as stored in memory (lazy.h), with its expression, and the byte. */
Tag sym_raw_tag(const Machine *m, u64 addr);
Tag sym_byte_tag(Machine *m, u64 addr);
Expr sym_byte(Machine *m, u64 addr);
/* Returns the end of the bytes that have the same tag in memory from an address on. After a store
 * through an address of the input, these are most of an object, so it is looked at span by span. */
u64 sym_span(const Machine *m, u64 addr, u64 end, Tag *tag);

/* Returns the index in an array of byte k of an access at an index. */
Expr sym_index_at(Machine *m, Expr index, u32 k);
SymArray sym_array(Machine *m, const SymRange *r, u32 n);
/* Returns true if the access may touch the byte at an address. */
bool sym_array_reaches(const Machine *m, const SymArray *a, u64 addr);

/* chosen.c: decides whether a load of n bytes, at addr in this run, has undefined ones. Returns false if the
 * address had to be made concrete for that. *mixed: it has some, on other inputs perhaps others. */
bool sym_decide_chosen(Machine *m, const SymRange *r, u64 addr, u32 n, Tag *tag, bool *mixed);
/* The same for a store of a value with that tag: whether it changes which bytes are undefined. Returns false if
 * it does; the address is concrete then. */
bool sym_decide_stored(Machine *m, const SymRange *r, u64 addr, u32 n, Tag *tag, Tag value);

/* table.c: for a read of n bytes at an index of a large constant table. Confines the path to the
 * indices around this one that read the same value. Returns false if it does not apply. */
bool sym_confine_to_equal(Machine *m, const Object *o, u64 addr, u32 n, Expr index, Tag *tag);

#endif
