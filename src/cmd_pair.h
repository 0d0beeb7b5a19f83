/* cmd_pair.h: what the commands on two versions share: options, loading, inputs.
 *
 * One struct has the options of all of them; each command's table names those it takes.
 */
#ifndef DRIFT_CMD_PAIR_H
#define DRIFT_CMD_PAIR_H

#include "claim/claim.h"
#include "cmd_format.h"
#include "cmd_sources.h"
#include "cmd.h"
#include "session/session.h"

#define PAIR_INPUT_OPTIONS(X)                                                                  \
	SESSION_INPUT_OPTIONS(X)                                                                   \
	X(TEXT, entry, 0, "entry", "FUNCTION", 0, 0,                                               \
	  "compare one function instead of main: f, or 'int f(int n, char *s)'")                   \
	X(NUM, bound, 0, "bound", "N", 1, 65536, "bytes of objects for its pointers (default 16)") \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                      \
	  "pointers that lead to something in its structs, and that are followed from what it "    \
	  "returns and leaves behind (default 3)")

#define PAIR_WHAT_OPTIONS(X)                                                                    \
	X(GROUP, what, 0, NULL, NULL, 0, 0, "what counts as a difference")                          \
	X(TEXT, output, 0, "output", "WHAT", 0, 0,                                                  \
	  "a list of stdout, stderr, status and files (default: all of them)")                      \
	X(LIST, ignore, 0, "ignore", "REGEX", 0, 0, "lines of output that match do not count")      \
	X(TEXT, undefined, 0, "undefined", "HOW", 0, 0,                                             \
	  "signed overflow in one version only: note (default) or count, as a difference")          \
	X(FLAG, strict, 0, "strict", NULL, 0, 0,                                                    \
	  "exit status 3 where nothing was found and nothing, or nothing that says something, was " \
	  "proved")

#define PAIR_BUDGET_OPTIONS(X)                                                                 \
	X(SECS, time, 0, "time", "TIME", 0, 0, "stop after this time (default 60s; 0 = no limit)") \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX,                                         \
	  "stop when drift itself takes so much (default half of the computer's, at most 4G)")     \
	X(NUM, runs, 0, "runs", "N", 1, INT64_MAX,                                                 \
	  "stop after N runs of both versions; without --time, there is no limit of time then")    \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "solve in N processes; not by partition or random") \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                 \
	  "give up on one query after about this time (counted in work, so results repeat)")       \
	SESSION_LIMIT_OPTIONS(X)

#define PAIR_SOURCE_OPTIONS(X)                                                   \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                  \
	  "compiler options for sources of both versions, quoted as one word")       \
	X(TEXT, old_cflags, 0, "old-cflags", "FLAGS", 0, 0, "for those of OLD only") \
	X(TEXT, new_cflags, 0, "new-cflags", "FLAGS", 0, 0, "for those of NEW only")

/* Of drift test alone. */
#define TEST_WHAT_OPTIONS(X)                                                               \
	X(LIST, accept, 0, "accept", "TEST", 0, 0,                                             \
	  "a difference that is meant, by its directory: neither it nor its like is reported") \
	X(TEXT, baseline, 0, "baseline", "FILE", 0, 0,                                         \
	  "differences that are meant, a line each: id and reason; they are counted only")     \
	X(FLAG, require_proof, 0, "require-proof", NULL, 0, 0,                                 \
	  "exit status 1 unless the versions are proved equivalent")
#define TEST_SEARCH_OPTIONS(X)                                                             \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "search and budget")                             \
	X(TEXT, strategy, 0, "strategy", "NAME", 0, 0,                                         \
	  "auto (default), directed, sequence, reach, path, random, output or signature")      \
	X(TEXT, stop_after, 0, "stop-after", "N", 0, 0,                                        \
	  "stop after the first, N or all (default) semantic changes")                         \
	X(TEXT, prune, 0, "prune", "WHAT", 0, 0,                                               \
	  "leave out only some of what cannot show a difference: reach,infect,propagate,once") \
	X(FLAG, no_prune, 0, "no-prune", NULL, 0, 0,                                           \
	  "explore also what cannot execute a change, or no longer show its effect")           \
	X(FLAG, no_sequences, 0, "no-sequences", NULL, 0, 0,                                   \
	  "do not ask for inputs on which changes follow each other in new orders")            \
	X(FLAG, no_propagate, 0, "no-propagate", NULL, 0, 0,                                   \
	  "do not ask for inputs on which the effect of a change goes further")                \
	X(NUM, seed, 0, "seed", "N", 0, INT64_MAX, "seed of --strategy random")
#define TEST_RESULT_OPTIONS(X)                                                          \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation")                   \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                            \
	  "run tests natively even where there is no sandbox for them")                     \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                    \
	  "report what the machine says without running it natively")                       \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                   \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                               \
	  "directory for result.json and tests (default drift-out)")                        \
	X(FLAG, all, 0, "all", NULL, 0, 0,                                                  \
	  "a test for every pair of paths that differs, not one for each semantic change")  \
	X(FLAG, explain, 0, "explain", NULL, 0, 0,                                          \
	  "say of the first five semantic changes what is to blame, as drift explain does") \
	X(FLAG, why, 0, "why", NULL, 0, 0,                                                  \
	  "explain where the effect of each change ended in a run that does not show it")   \
	FORMAT_OPTIONS(X)

/* Changes that are wrong together, and a third version. */
#define TEST_JUDGE_OPTIONS(X)                                                                     \
	X(GROUP, judgement, 0, NULL, NULL, 0, 0, "what is said of differences")                       \
	X(FLAG, interactions, 0, "interactions", NULL, 0, 0,                                          \
	  "which changes are needed together, in which order they were executed, and where "          \
	  "they meet")                                                                                \
	X(NUM, builds, 0, "builds", "N", 0, 100000,                                                   \
	  "versions between OLD and NEW that may be built for that (default 250)")                    \
	SOURCE_TREE_OPTIONS(X)                                                                        \
	X(TEXT, golden, 0, "golden", "SPEC", 0, 0,                                                    \
	  "a third version that is right: differences are regressions, incomplete fixes or progress") \
	X(TEXT, golden_cmd, 0, "golden-cmd", "CMD", 0, 0,                                             \
	  "the same of a command, run on each test: its output and exit status are right")            \
	X(TEXT, golden_cflags, 0, "golden-cflags", "FLAGS", 0, 0,                                     \
	  "compiler options for sources of the third version (default: --cflags)")

#define TEST_OPTIONS(X)    \
	PAIR_INPUT_OPTIONS(X)  \
	PAIR_WHAT_OPTIONS(X)   \
	TEST_WHAT_OPTIONS(X)   \
	TEST_JUDGE_OPTIONS(X)  \
	TEST_SEARCH_OPTIONS(X) \
	PAIR_BUDGET_OPTIONS(X) \
	TEST_RESULT_OPTIONS(X) \
	PAIR_SOURCE_OPTIONS(X)

/* Of drift diff alone; --all, the formats and --strategy share fields with drift test's. */
#define DIFF_FIELDS(X) \
	X(TEXT, by, 0, "by", "KIND", 0, 0, "output (default) or path: what is one partition")

/* Of drift check alone. */
#define CHECK_OPTIONS_OWN(X)                                                                     \
	X(GROUP, checked, 0, NULL, NULL, 0, 0, "what is checked")                                    \
	X(TEXT, contract, 0, "contract", "FILE", 0, 0,                                               \
	  "contracts in a file: of the program, or of functions above their prototypes")             \
	X(LIST, function, 0, "function", "NAME", 0, 0, "check only this function (may be repeated)") \
	X(TEXT, tests, 0, "tests", "DIR", 0, 0,                                                      \
	  "check functions where runs call them: those of the tests in DIR, of --seeds, and of -- "  \
	  "ARG")                                                                                     \
	X(FLAG, suggest, 0, "suggest", NULL, 0, 0,                                                   \
	  "propose contracts for changed functions; each is checked before it is shown")             \
	X(LIST, prototypes, 0, "shape", "PROTOTYPE", 0, 0,                                           \
	  "parameters of a function as they are to be tried: 'int f(char s[4])'")                    \
	X(TEXT, globals, 0, "globals", "HOW", 0, 0,                                                  \
	  "globals that the function reads: initial (default), zero, or vary: inputs as well")       \
	X(TEXT, null, 0, "null", "WHICH", 0, 0,                                                      \
	  "pointer parameters that may be null: tested (default; where a version or the contract "   \
	  "holds them against null), always or never")

typedef struct PairCommand {
	TEST_OPTIONS(OPT_FIELD)
	DIFF_FIELDS(OPT_FIELD)
	CHECK_OPTIONS_OWN(OPT_FIELD)
	StrList names; /* that a contract uses */
	StrList nulls; /* of these, what it holds against null */
} PairCommand;

/* A session on two versions. */
typedef struct PairJob {
	PairCommand o;
	Session s;
	const char *given[2];        /* versions as they were given */
	char *flags[MOST_SUBJECTS];  /* as they were given */
	char *cflags[MOST_SUBJECTS]; /* with what makes __FILE__ the same */
	VEC(Start) accept;
	VEC(const char *) accept_names;
	ClaimConfig config;
	ResultCall call;   /* of --call */
	SourceTrees trees; /* of drift test: where versions for experiments come from */
	Arena arena;       /* of what stands in them */
	Told told;
	bool joins;       /* the versions of a function may have other parameters */
	Entry old_entry;  /* what OLD's are */
	StrList nullable; /* parameters that may be null; names belong to the programs or the command */
} PairJob;

/* Parses, loads both versions, makes inputs, and fills job->config but for what only the command
 * knows. results: it leaves a directory behind. */
bool pair_begin(PairJob *job, const OptCommand *spec, bool results, int argc, char **argv,
				Err *err);
/* The same of one function, or of the program (entry is NULL), for a command that looks at several
 * and has read its options. */
bool pair_begin_part(PairJob *job, const PairCommand *o, const StrList *operands,
					 const StrList *words, const char *entry, Err *err);
/* The same of a job in which options, operands and words are filled in. */
bool pair_begin_filled(PairJob *job, bool results, Err *err);
/* cmd_entry.c: the parameters of --entry as inputs, those of both versions, and globals. */
bool pair_entry_inputs(PairJob *job, Err *err);
/* Whether what --globals and --null say means something. */
bool pair_entry_options(const PairCommand *o, Err *err);
void pair_end(PairJob *job);
/* The exit status of a claim. */
int pair_status(const PairJob *job, const Claim *claim);

/* Options of both kinds, to be freed; NULL: there are none. */
char *pair_join_flags(const char *a, const char *b);
/* The two versions and the options for compiling them, as words of a command line. */
typedef struct PairWords {
	const char *version[2], *cflags, *own_cflags[2];
} PairWords;
void pair_words(const PairWords *of, Buf *to);
/* cmd_flags.c: a version's compiler options, with the names that its sources have for themselves;
 * to be freed, NULL: none. */
char *pair_flags(const char *flags, const char *prog, const char *newer);

#endif
