/* interact.h: which edits are needed together for a difference, by experiment on its witness.
 *
 * The edits between the sources (blame/edits.h) are put into OLD in subsets; each version is built
 * once and run on many inputs. For an input on which OLD and NEW differ, a critical set is a set of
 * edits with which OLD does what NEW does, while with one of them less it does not. Delta debugging
 * finds one (blame/experiment.h).
 *
 * An edit may need others to be compiled: a use needs its declaration. Such an edit brings them
 * along, one way only; those that a critical set has for no other reason are its support. Otherwise
 * a declaration would tie all of its uses into one. What an edit needs is asked when a set that has
 * it cannot be built.
 *
 * Two runs are the same by what counts in the search. Numbers of lines in messages are not compared:
 * they move with every edit above them.
 */
#ifndef DRIFT_INTERACT_H
#define DRIFT_INTERACT_H

#include "base/lines.h"
#include "blame/experiment.h"
#include "blame/tree.h"
#include "native/program.h"

typedef struct TrialsConfig {
	const char *version[N_SIDES];
	const char *cflags[N_SIDES]; /* with what makes __FILE__ the same */
	const char *given;           /* of OLD's, what the user gave; NULL: nothing */
	const SourceTrees *from;     /* of programs that were built; its root NULL: of sources */
	const char *name;            /* argv[0] */
	const char *scratch;         /* directory for versions and builds; removed at the end */
	u32 builds;                  /* that may be made, for all inputs together */
	Budget *budget;              /* ends experiments; NULL: none */
	bool unsafe;                 /* run even without a sandbox */
	u32 see;                     /* SEE_* */
	const LineFilter *filter;    /* lines that do not count; NULL: none */
} TrialsConfig;

/* What one input needs. */
typedef struct CriticalSet {
	U32List edits;   /* ascending */
	U32List support; /* that these need to be compiled */
} CriticalSet;

typedef struct Trials Trials;

/* NULL with one line in err: there are no sources of both versions. */
Trials *trials_new(const TrialsConfig *config, Err *err);
void trials_free(Trials *t);
const Edits *trials_edits(const Trials *t);
u32 trials_builds(const Trials *t); /* made so far */
/* likely: lists of edits, the most likely first, that may do what NEW does; the first that does is
 * looked into instead of all edits. Edits of all lists but the last are tried alone before. False with one line in err: natively the versions do the same on the
 * input, or no set was found and shown to be smallest. The set is the caller's to free. */
bool trials_critical(Trials *t, const NativeInput *in, const U32List *likely, size_t n_likely,
					 CriticalSet *out, Err *err);
void critical_set_free(CriticalSet *c);

#endif
