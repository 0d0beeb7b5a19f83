/* impl.h: shared by the files of src/evidence/witness. */
#ifndef DRIFT_EVIDENCE_WITNESS_IMPL_H
#define DRIFT_EVIDENCE_WITNESS_IMPL_H

#include "evidence/native/testdir.h"
#include "evidence/witness/witness.h"

struct Evidence {
	EvidenceConfig config;
	TestRoot location; /* of the tests; fd is -1 without DIR */
	u32 tests;         /* written so far */
	char *scratch;     /* directory for native programs */
	char *log;         /* see evidence_log */
	char *native[2];   /* DIR/native/old and new, with --entry */
	Confirmer *confirmer;
	WitnessCounts counts;
	Err io_trouble;
};

static inline const Behaviour *evidence_behaviour(const Evidence *ev, int side)
{
	return &ev->config.seen->now[side];
}

/* record.c: writes outputs and endings of both versions again. */
bool witness_rewrite(Evidence *ev, const Witness *x, Err *err);

/* world.c: runs one judgement in the world that the input describes. Which call of malloc is the
 * n-th depends on the C library, so other calls are tried as well if that one shows nothing. */
Confirmation world_try(Evidence *ev, const Shape *s, const Assignment *a, NativeInput *in,
					   const WitnessJudge *judge, Err *err);
/* Reports which answers of the system native runs did not get; returns true if there are any. */
bool world_hides(const Evidence *ev, const Shape *s, const Assignment *a, Err *err);

/* native_end.c: replaces the end that the machine does not know by the native observation. */
bool witness_take_native(Evidence *ev, Witness *x, Err *err);

#endif
