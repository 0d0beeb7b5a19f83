/* verify.h: checks a certificate (versions/certificate) of two versions.
 *
 * The checker derives everything again. It asks for each node of the tree whether its edges cover all
 * inputs above it, and runs both versions on the input of each leaf, from the beginning and without
 * shortcuts. The condition of the leaf must imply every decision of these runs, and under it the
 * behaviours must be equal. A leaf with a cut needs less, and needs an argument why the rest does not
 * matter; the checker makes it itself.
 *
 * It trusts lowering, symbolic runs, the map of changes, the closed call graph, and Z3 (prove.h). It uses
 * nothing of the search, its tree, its solver or its verdict; tests/tree/edges enforces that.
 *
 * The caller owns what the config names, and keeps it until verify returns. */
#ifndef DRIFT_VERIFY_H
#define DRIFT_VERIFY_H

#include "engine/input/entry.h"
#include "versions/certificate/certificate.h"
#include "versions/product/product.h"

typedef enum VerifyAnswer {
	VERIFY_PROVED,  /* the certificate is right */
	VERIFY_REFUTED, /* something in it is wrong, or missing */
	VERIFY_TROUBLE, /* it could not be checked */
	VERIFY_GAVE_UP, /* Z3 did not answer a question */
} VerifyAnswer;

typedef struct VerifyConfig {
	Subject *subject[2];     /* OLD and NEW, without snapshots */
	Inputs *inputs;          /* bound to a pool */
	bool entry;              /* true if one function is compared */
	const Entry *entry_type; /* its prototype, or NULL */
	const Entry *entry_old;  /* OLD's */
	u32 depth;               /* most pointers to follow after the call */
	u32 observe;             /* OBSERVE_*: what is compared */
	bool count_overflow;     /* true if signed overflow in one version only is a difference */
	const StrList *unseen;   /* what the program does that is not compared; NULL: nothing */
	u32 z3_limit;            /* units of work for one question; 0: no limit */
} VerifyConfig;

typedef struct VerifyFigures {
	u64 nodes;     /* of the tree */
	u64 leaves;    /* all of them */
	u64 cut;       /* of these, with a cut */
	u64 runs;      /* of both versions */
	u64 questions; /* to Z3 */
} VerifyFigures;

/* Writes the reason of any answer but VERIFY_PROVED to why, one line. */
VerifyAnswer verify(const VerifyConfig *config, const Certificate *c, VerifyFigures *figures,
					Buf *why);

#endif
