/* sequence.h: longest common subsequences of lists of keys. */
#ifndef DRIFT_VERSION_SEQUENCE_H
#define DRIFT_VERSION_SEQUENCE_H

#include "base/base.h"

/* Calls pair(i, j, arg) for each element of the longest common subsequence of two lists of keys, in
 * no particular order. Returns false if the lists are too long and too different to be aligned in
 * full. */
bool sequence_align(const u64 *a, u32 n, const u64 *b, u32 n_b, Arena *arena,
					void (*pair)(u32 i, u32 j, void *arg), void *arg);

#endif
