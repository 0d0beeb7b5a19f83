/* ranges.h: small sets of numbers, as ascending disjoint ranges; for texts (simple.c).
 *
 * The solver's Domain (solve/direct.h) is another kind of set: it is on the heap, has thousands
 * of ranges, merges adjacent ranges and must be exact. A RangeSet is a value on the stack. It
 * does not grow beyond what people read, and keeps adjacent ranges separate where signed order
 * does.
 */
#ifndef DRIFT_EXPR_RANGES_H
#define DRIFT_EXPR_RANGES_H

#include "engine/expr/expr.h"

enum { MOST_RANGES = 64 };

/* Values lo to hi of a term, unsigned or, for showing, signed and shifted to keep their order. */
typedef struct Range {
	u64 lo, hi;
} Range;

typedef struct RangeSet {
	Range at[MOST_RANGES + 2]; /* a complement or another order may split one */
	u32 n;
} RangeSet;

RangeSet ranges_one(u64 lo, u64 hi);
/* Returns lo, lo + 1, ... hi of the width of mask, wrapping around if necessary. */
RangeSet ranges_around(u64 lo, u64 hi, u64 mask);
/* Returns the x for which x followed by `zeros` zeros is in the set. */
RangeSet ranges_shifted(const RangeSet *s, u32 zeros);
/* Intersects; returns false, and changes nothing, if that takes too many ranges. */
bool ranges_meet(RangeSet *s, const RangeSet *with);
/* Returns the values minus k, modulo mask + 1; s has at most MOST_RANGES / 2 ranges. */
RangeSet ranges_less(const RangeSet *s, u64 k, u64 mask);
RangeSet ranges_complement(const RangeSet *s, u64 mask);
/* Returns true if there is one value. */
bool ranges_single(const RangeSet *s);
/* Returns the number of values; 0 also for all numbers of 64 bits. */
u64 ranges_count(const RangeSet *s);
/* Values missing between the ranges; counted up to most + 1. */
u64 ranges_holes(const RangeSet *s, u64 most);
/* Finds the numbers whose text (a TEXTCHAR or TEXTLEN) is in the set, if the digit count and the
 * sign decide that (text.c). */
bool text_values(const ExprPool *p, Expr text, const RangeSet *set, RangeSet *out);

#endif
