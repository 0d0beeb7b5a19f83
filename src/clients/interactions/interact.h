/* interact.h: finds which edits a difference needs together, by experiment on its witness.
 *
 * Subsets of the edits between the sources (clients/blame/edits.h) are applied to OLD; each version
 * is built once and run on many inputs. For an input on which OLD and NEW differ, a critical set is
 * a set of edits with which OLD does what NEW does, while with one of them less it does not. Delta
 * debugging finds one (clients/blame/experiment.h).
 *
 * An edit may need others to compile: a use needs its declaration. Such an edit includes those it
 * needs, but not the other way round. Edits that a critical set contains for no other reason are
 * its support. Otherwise a declaration would join all of its uses. We find out what an edit needs
 * when a set that contains it cannot be built.
 *
 * Two runs are the same if everything the search observes is the same. Line numbers in messages are
 * not compared: they move with every edit above them. */
#ifndef DRIFT_INTERACT_H
#define DRIFT_INTERACT_H

#include "base/lines.h"
#include "clients/blame/experiment.h"
#include "clients/blame/lab.h"
#include "clients/blame/tree.h"
#include "evidence/native/program.h"

typedef struct TrialsConfig {
	const char *version[N_SIDES];
	const char *cflags[N_SIDES]; /* with the options that make __FILE__ the same */
	const char *given;           /* the part of OLD's that the user gave; NULL: none */
	const SourceTrees *from;     /* for programs that were built; its root NULL: for sources */
	const char *name;            /* argv[0] */
	const char *scratch;         /* directory for versions and builds; removed at the end */
	u32 builds;                  /* most builds, for all inputs together */
	Budget *budget;              /* ends experiments; NULL: none */
	bool unsafe;                 /* run even without a sandbox */
	u32 observe;                 /* OBSERVE_* */
	const LineFilter *filter;    /* lines to ignore; NULL: none */
	const BlameTarget *target;   /* what is run of a version; NULL: main */
} TrialsConfig;

/* The edits that one input needs. */
typedef struct CriticalSet {
	U32List edits;   /* ascending */
	U32List support; /* edits that these need to compile */
} CriticalSet;

typedef struct Trials Trials;

/* Returns NULL with one line in err if there are no sources of both versions. */
Trials *trials_new(const TrialsConfig *config, Err *err);
void trials_free(Trials *t);
const Edits *trials_edits(const Trials *t);
u32 trials_builds(const Trials *t); /* made so far */
/* likely: lists of edits, the most likely first, that may do what NEW does; the first that does is
 * reduced instead of all edits. Edits of all lists but the last are tried alone before. Returns
 * false with one line in err if natively the versions do the same on the input, or no set was
 * proved minimal. The caller frees the set. */
bool trials_critical(Trials *t, const NativeInput *in, const U32List *likely, size_t n_likely,
					 CriticalSet *out, Err *err);
void critical_set_free(CriticalSet *c);

#endif
