/* impl.h: shared by the files of src/clients/interactions. */
#ifndef DRIFT_INTERACT_IMPL_H
#define DRIFT_INTERACT_IMPL_H

#include "clients/interactions/interact.h"

/* What is built of a version. */
typedef struct TrialProgram {
	char *version; /* a file, a directory, or a program that was built */
	char *cflags;  /* or NULL */
	char *native;  /* directory of a build.sh, or NULL */
} TrialProgram;

/* A version with some edits. */
typedef struct TrialVersion {
	bool *take; /* by edit: it is made */
	char *dir;  /* below the scratch directory */
	TrialProgram of;
	char *log; /* file for what compilers say */
	NativeVersion *native;
	bool unbuilt; /* true if it cannot be built */
	Buf said;     /* the compiler's message then */
} TrialVersion;

struct Trials {
	TrialsConfig config;
	Edits edits;
	bool *needs;    /* a * edits + b: a cannot be compiled without b */
	bool *asked;    /* by edit: its needs are known */
	bool hasty;     /* true: do not find out what an edit needs now */
	bool strict;    /* true: undefined symbols are not replaced by stubs: OLD does not need it */
	bool begun;     /* true if strict is known */
	BuildTree tree; /* where the user's command builds programs; its dir NULL: nowhere */
	VEC(TrialVersion) built;
	u32 builds;                      /* made so far */
	NativeVersion *end[N_SIDES];     /* OLD and NEW */
	TrialProgram given[N_SIDES];     /* what is built of them */
	VEC(U32List) known;              /* critical sets of earlier inputs */
	const NativeInput *input;        /* that is tried now */
	Flavour flavour;                 /* by which the difference shows */
	NativeObservation seen[N_SIDES]; /* what OLD and NEW do on it */
};

/* True if there is no time left. */
static inline bool trials_over(const Trials *t)
{
	return t->config.budget && budget_over(t->config.budget);
}

/* versions.c: returns the version with these edits; NULL: no builds or no time left. */
TrialVersion *trial_version(Trials *t, const bool *take);
/* Replaces a version by what is run of it, which is made below dir. */
bool trial_target(const Trials *t, const char *dir, TrialProgram *p, Err *err);
void trial_program_free(TrialProgram *p);
/* Call before the first: finds out whether OLD can be built as strictly as the versions. */
void trial_versions_begin(Trials *t);
void trial_versions_free(Trials *t);

/* needs.c: for a set of edits that cannot be built: finds out what the edits need that the compiler
 * complains about; returns false if everything is known. */
bool trials_learn(Trials *t, const bool *take, const Buf *said);

/* Adds edits that define the names the compiler misses until the set can be built; returns false if
 * it cannot. */
bool trials_widen(Trials *t, bool *take);

#endif
