/* golden.h: compares differences with a third version, which is correct.
 *
 * A golden version is a later release, a reference program, or a command. A difference is
 *
 *   a regression       if OLD does what the golden version does
 *   an incomplete fix  if neither version does
 *   progress           if NEW does
 *
 * The golden version runs in the machine beside the others. On each pair of paths that differs, we
 * look for all of its paths by negating its decisions under the condition of the pair. On each, the
 * three behaviours are compared as expressions. If it is not the same everywhere, the pair is
 * split, so that a class is valid for all inputs of a group: then it is proved. If that exceeds its
 * bounds, the class is that of the witness. Before the class is reported, the golden version also
 * runs natively on the witness; the native behaviour must match the class. With --entry, the class is
 * that of the witness in the machine: see golden_entry.c. */
#ifndef DRIFT_TEST_GOLDEN_H
#define DRIFT_TEST_GOLDEN_H

#include "clients/test/tester.h"

/* Part of a pair of paths on which the class is the same. */
typedef struct GoldenPart {
	GoldenClass class;
	bool proved;
	KeptInput witness;
	ExprList conds; /* besides those of the pair */
} GoldenPart;

typedef VEC(GoldenPart) GoldenParts;

struct Golden {
	/* Of the golden version; its machine is NULL for a command, and with --entry. */
	MachineRunner runner;
	Search *beside[2]; /* with --entry: it as NEW, beside OLD and beside NEW */
	Behaviour seen;    /* of it, on the latest path */
	Assignment input;  /* scratch */
	IntMap tried;      /* key of a pair of behaviours -> pairs of paths that were examined */
	u64 pairs;         /* in all */
	NativeVersion *native[3];
	char *script; /* absolute path of the script that runs the command; NULL: none */
	u64 doubts;   /* classes that native runs did not confirm */
};

/* golden.c: finds the classes of a pair of paths. The witness of the pair is an input that
 * differs. */
void golden_split(Tester *t, u64 key, u32 shape, const Assignment *witness, const ExprList *conds,
				  Expr differs, GoldenParts *to);
void golden_parts_free(GoldenParts *parts);

/* golden_entry.c, with --entry: begins, ends, and returns the class of an input. */
bool golden_entry_begin(Tester *t, Err *err);
void golden_entry_free(Golden *g);
GoldenClass golden_entry_class(Tester *t, u32 shape, const Assignment *a);

/* golden_native.c: returns the class of a test by native runs; GOLDEN_UNKNOWN: they do not decide
 * it. */
GoldenClass golden_natively(Tester *t, u32 shape, const Assignment *a, u32 test);

#endif
