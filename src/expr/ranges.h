/* ranges.h: small sets of numbers, as ascending disjoint ranges; for texts (simple.c). */
#ifndef DRIFT_EXPR_RANGES_H
#define DRIFT_EXPR_RANGES_H

#include "expr/expr.h"

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
/* lo, lo + 1, ... hi of so many bits, past the largest number if need be. */
RangeSet ranges_around(u64 lo, u64 hi, u64 mask);
/* The x for which x followed by so many zeros is in the set. */
RangeSet ranges_shifted(const RangeSet *s, u32 zeros);
/* Leaves those of both; false, and nothing changed, if that takes too many ranges. */
bool ranges_meet(RangeSet *s, const RangeSet *with);
/* The values less k, modulo mask + 1; of at most MOST_RANGES / 2 ranges. */
RangeSet ranges_less(const RangeSet *s, u64 k, u64 mask);
RangeSet ranges_complement(const RangeSet *s, u64 mask);
/* True if there is one value. */
bool ranges_single(const RangeSet *s);
/* Values in it; 0 also if that is all numbers of 64 bits. */
u64 ranges_count(const RangeSet *s);
/* Values missing between the ranges; counted up to most + 1. */
u64 ranges_holes(const RangeSet *s, u64 most);
/* The numbers whose text (a TEXTCHAR or TEXTLEN) is in the set, if the digit count and the sign say
 * whether it is (text.c). */
bool text_values(const ExprPool *p, Expr text, const RangeSet *set, RangeSet *out);

#endif
