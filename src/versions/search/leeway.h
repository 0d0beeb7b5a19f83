/* leeway.h: differences that rest on what C leaves to the compiler and the processor. */
#ifndef DRIFT_SEARCH_LEEWAY_H
#define DRIFT_SEARCH_LEEWAY_H

#include "versions/search/witness.h"

typedef enum Leeway {
	LEEWAY_NONE,
	LEEWAY_NAN,        /* on sign or payload of a NaN that an operation made */
	LEEWAY_NAN_ALWAYS, /* likewise, on every input of the pair of paths */
	LEEWAY_CONVERSION, /* on the value of a conversion that the integer type cannot hold */
} Leeway;

/* The finder's witness satisfies conds and differs: on what does the difference rest? If another input shows a
 * difference that does not rest on a NaN, that becomes the witness. */
Leeway finder_leeway(Finder *f, u32 shape, const Assignment *input, const ExprList *conds,
					 Expr differs);

#endif
