/* refset.h: private to src/engine/static. Sparse sets of small numbers, as sorted 64-bit chunks. */
#ifndef DRIFT_STATIC_POINTS_REFSET_H
#define DRIFT_STATIC_POINTS_REFSET_H

#include "base/base.h"

typedef struct RefChunk {
	u32 base; /* number / 64 */
	u64 bits; /* not 0 */
} RefChunk;

typedef struct RefSet {
	RefChunk *at; /* ascending by base */
	u32 n, cap;
} RefSet;

bool refset_has(const RefSet *s, u32 x);
bool refset_add(RefSet *s, u32 x);                                /* true: it is new */
bool refset_join(RefSet *s, const RefSet *more);                  /* true: s grew */
void refset_minus(const RefSet *a, const RefSet *b, RefSet *out); /* out is emptied first */
void refset_meet(RefSet *s, const RefSet *other);
void refset_copy(RefSet *s, const RefSet *from);
u32 refset_count(const RefSet *s);
void refset_free(RefSet *s);

/* for (RefWalk w = {s}; refset_next(&w, &x);) goes through the elements, ascending. The set must
 * not change meanwhile. */
typedef struct RefWalk {
	const RefSet *set;
	u32 i;
	u64 left; /* of chunk i - 1 */
} RefWalk;
bool refset_next(RefWalk *w, u32 *x);

#endif
