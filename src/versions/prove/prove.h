/* prove.h: proofs without a bound: changed functions that do the same as before.
 *
 * For each pair of matched functions whose code differs, we try to relate both bodies step by step:
 * from points of OLD and NEW at which certain equations hold, both run to the next points, do the
 * same on the way, and the equations hold there again. Points are loop heads, calls, returns and
 * ends. A call of the same function with the same arguments in the same memory is one step, whatever
 * the function does. So a proof is about one pair of functions, in every program and for every input,
 * and it shows that both end alike. docs/design/proofs.md has the argument.
 *
 * Nothing is run. A pair that has something which the argument does not cover is refused by name. The
 * caller owns the Proofs; the map and the programs must outlive them. */
#ifndef DRIFT_PROVE_PROVE_H
#define DRIFT_PROVE_PROVE_H

#include "versions/changes/version.h"

typedef struct Proofs Proofs;

typedef struct ProveOptions {
	u32 entry[N_SIDES]; /* the function that is called instead of main, or NO_OPERAND */
	u64 work;           /* instructions that may be walked for a pair; 0: the default */
} ProveOptions;

typedef enum ProofResult {
	PROOF_NONE,    /* the functions may differ */
	PROOF_EQUAL,   /* they do the same in every state, and end alike */
	PROOF_REFUSED, /* they have something that no rule covers */
} ProofResult;

/* A pair of matched functions whose code differs. */
typedef struct ProvedPair {
	u32 function[N_SIDES];
	ProofResult result;
	const char *why; /* of the other results: one line */
	u32 points;      /* PROOF_EQUAL: pairs of points that were related */
	u32 asked;       /* questions that Z3 answered */
} ProvedPair;

Proofs *proofs_find(const ChangeMap *map, const Program *old, const Program *newer,
					const ProveOptions *options);
void proofs_free(Proofs *p);

u32 proofs_count(const Proofs *p);
const ProvedPair *proofs_at(const Proofs *p, u32 k);
/* True if the change is a refactoring: all of its code is in functions that do the same as before. */
bool proofs_refactoring(const Proofs *p, u32 change);
/* True if all changes are, and nothing else can tell the versions apart. Otherwise *why is a line. */
bool proofs_equivalent(const Proofs *p, const char **why);

#endif
