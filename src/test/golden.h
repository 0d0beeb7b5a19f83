/* golden.h: differences held against a third version, which is right.
 *
 * A golden version is a later release, a reference program, or a command. A difference is
 *
 *   a regression       OLD does what the golden version does
 *   an incomplete fix  neither version does
 *   progress           NEW does
 *
 * The golden version runs in the machine beside the others. On each pair of paths that differs, all
 * of its paths are looked for by negating its decisions under the condition of the pair; on each,
 * the three behaviours are compared as expressions. A pair on which it is not everywhere the same is
 * split, so that a class holds for all inputs of a group: then it is proved. Where that is not
 * possible in its bounds, the class is that of the witness. Before it is reported the
 * golden version runs natively on the witness as well; what it does there must fit.
 */
#ifndef DRIFT_TEST_GOLDEN_H
#define DRIFT_TEST_GOLDEN_H

#include "test/tester.h"

/* Part of a pair of paths on which the class is the same. */
typedef struct GoldenPart {
	GoldenClass class;
	bool proved;
	KeptInput witness;
	ExprList conds; /* besides those of the pair */
} GoldenPart;

typedef VEC(GoldenPart) GoldenParts;

struct Golden {
	MachineRunner runner; /* of the golden version; its machine is NULL: a command */
	Behaviour seen;       /* of it, on the latest path */
	Assignment input;     /* scratch */
	IntMap tried;         /* key of a pair of behaviours -> pairs of paths that were looked at */
	u64 pairs;            /* in all */
	NativeVersion *native[3];
	char *script; /* what runs the command, absolute; NULL: none */
	u64 doubts;   /* classes that did not fit what was seen natively */
};

/* golden.c: the classes of a pair of paths. The witness of the pair is an input that differs. */
void golden_split(Tester *t, u64 key, u32 shape, const Assignment *witness, const ExprList *conds,
				  Expr differs, GoldenParts *to);
void golden_parts_free(GoldenParts *parts);

/* golden_native.c: the class of a test, as native runs have it; GOLDEN_UNKNOWN: they do not say. */
GoldenClass golden_natively(Tester *t, u32 shape, const Assignment *a, u32 test);

#endif
