/* impl.h: what the files of src/interact share. */
#ifndef DRIFT_INTERACT_IMPL_H
#define DRIFT_INTERACT_IMPL_H

#include "interact/interact.h"

/* A version with some edits. */
typedef struct TrialVersion {
	u64 key;      /* of the edits */
	char *dir;    /* below the scratch directory */
	char *source; /* what is built: a file, a directory, or a program that was */
	char *cflags; /* or NULL */
	char *log;    /* file for what compilers say */
	NativeVersion *native;
	bool unbuilt; /* it cannot be built */
	Buf said;     /* by the compiler then */
} TrialVersion;

struct Trials {
	TrialsConfig config;
	Edits edits;
	bool *needs;    /* a * edits + b: a cannot be compiled without b */
	bool *asked;    /* by edit: its needs are known */
	bool hasty;     /* what an edit needs is not asked for now */
	bool strict;    /* nothing is put in the place of what nobody defines: OLD does not need it */
	bool begun;     /* strict is known */
	BuildTree tree; /* where programs are built by the user's command; its dir NULL: nowhere */
	VEC(TrialVersion) built;
	u32 builds;                  /* made so far */
	NativeVersion *end[N_SIDES]; /* OLD and NEW */
	VEC(U32List) known;          /* critical sets of earlier inputs */
	const NativeInput *input;    /* that is tried now */
	Flavour flavour;             /* by which it shows */
	NativeSeen seen[N_SIDES];    /* what OLD and NEW do on it */
};

/* Whether there is no time left. */
static inline bool trials_over(const Trials *t)
{
	return t->config.budget && budget_over(t->config.budget);
}

/* versions.c: the version with these edits; NULL: there were enough builds, or no time. */
TrialVersion *trial_version(Trials *t, const bool *take);
/* Before the first: finds out whether OLD can be built as strictly as versions are to be. */
void trial_versions_begin(Trials *t);
void trial_versions_free(Trials *t);

/* needs.c: a set of edits cannot be built. Asks what those of them need that the compiler complains
 * of; false: all that is known. */
bool trials_learn(Trials *t, const bool *take, const Buf *said);

/* Adds edits with the names that the compiler misses until the set can be built; false: it cannot. */
bool trials_widen(Trials *t, bool *take);

#endif
