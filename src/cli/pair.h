/* pair.h: shared by the commands on two versions: options, loading, inputs.
 *
 * One struct has the options of all of them; each command's table names those it takes. */
#ifndef DRIFT_CMD_PAIR_H
#define DRIFT_CMD_PAIR_H

#include "engine/words/dictionary.h"
#include "versions/changes/interface.h"
#include "versions/verdict/comparison.h"
#include "cli/options/format.h"
#include "cli/options/sources.h"
#include "cli/cmd.h"
#include "cli/session/session.h"
#include "cli/trees/trees.h"

#define PAIR_INPUT_OPTIONS(X)                                                                     \
	SESSION_INPUT_OPTIONS(X)                                                                      \
	X(TEXT, entry, 0, "entry", "FUNCTION", 0, 0,                                                  \
	  "compare one function instead of the program: its name, or a prototype such as 'int f(int " \
	  "n, char *s)'")                                                                             \
	X(NUM, bound, 0, "bound", "N", 1, 65536,                                                      \
	  "with --entry: size in bytes of the object that each pointer parameter points to (default " \
	  "16)")                                                                                      \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                         \
	  "with --entry: follow chains of at most N pointers, in arguments and in results (default "  \
	  "3)")

#define SEQUENCE_OPTION(X)                                                                       \
	X(NUM, sequence, 0, "sequence", "N", 1, 8,                                                   \
	  "with --entry: before FUNCTION, call up to N other functions on the struct that FUNCTION " \
	  "gets a pointer to (docs/test-reference.md)")

#define NULL_OPTION(X)                                                                            \
	X(TEXT, null, 0, "null", "WHICH", 0, 0,                                                       \
	  "with --entry: which pointer parameters may be null: never (none; default), tested (those " \
	  "that a version compares with null) or always (all)")

#define PAIR_WHAT_OPTIONS(X)                                                                   \
	X(GROUP, what, 0, NULL, NULL, 0, 0, "what is compared, and the exit status")               \
	X(TEXT, output, 0, "output", "WHAT", 0, 0,                                                 \
	  "compare only these outputs: a list of stdout, stderr, status and files (default: all)") \
	X(LIST, ignore, 0, "ignore", "REGEX", 0, 0,                                                \
	  "ignore lines of output that match this extended regular expression (may be repeated)")  \
	X(TEXT, undefined, 0, "undefined", "HOW", 0, 0,                                            \
	  "what to do if only one version has a signed overflow or shifts by too many bits: note " \
	  "(default: print a note) or count (as a difference)")

#define PAIR_STRICT_OPTION(X)                                                                 \
	X(FLAG, strict, 0, "strict", NULL, 0, 0,                                                  \
	  "exit with 3 if there is neither a difference nor a proof, or if code changed and the " \
	  "proof says nothing about it: no input varies, or no run executes a change")

#define PAIR_BUDGET_OPTIONS(X)                                                                    \
	X(SECS, time, 0, "time", "TIME", 0, 0,                                                        \
	  "stop after TIME, such as 90s or 5m (default 60s; 0: no limit)")                            \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX,                                            \
	  "stop if drift uses more than BYTES of memory (default: half of the computer's memory, at " \
	  "most 4G)")                                                                                 \
	X(NUM, runs, 0, "runs", "N", 1, INT64_MAX,                                                    \
	  "stop after N runs of both versions. The default of --time is then 0 (no limit)")           \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                    \
	  "give up on a query of the solver after about TIME (default 1.6s)")                         \
	SESSION_LIMIT_OPTIONS(X)

#define WORLD_OPTION(X)                                                                         \
	X(TEXT, world, 0, "world", "HOW", 0, 0,                                                     \
	  "vary (default): if drift finds no difference, it searches again, and varies answers of " \
	  "the "                                                                                    \
	  "system that the program asks for (see --vary), and variables and files that it does "    \
	  "not "                                                                                    \
	  "find. fixed: it does not search again")

#define PAIR_SOURCE_OPTIONS(X)                                                                 \
	X(GROUP, compiling, 0, NULL, NULL, 0, 0, "compiling")                                      \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                \
	  "compiler options for the C sources of both versions, as one word: --cflags '-DN=3 "     \
	  "-Iinclude'")                                                                            \
	X(TEXT, old_cflags, 0, "old-cflags", "FLAGS", 0, 0, "more compiler options, for OLD only") \
	X(TEXT, new_cflags, 0, "new-cflags", "FLAGS", 0, 0, "more compiler options, for NEW only")

/* Of drift test alone. */
#define TEST_WHAT_OPTIONS(X)                                                                     \
	X(LIST, accept, 0, "accept", "TEST", 0, 0,                                                   \
	  "do not report the difference that this test shows. TEST is a directory such as "          \
	  "earlier/tests/0001 (may be repeated)")                                                    \
	X(TEXT, baseline, 0, "baseline", "FILE", 0, 0,                                               \
	  "count the differences that FILE lists, but do not report them. A line of FILE is the id " \
	  "of a "                                                                                    \
	  "difference, and a reason. With this option, drift prints the ids; FILE may be missing")   \
	X(FLAG, one_input, 0, "one-input", NULL, 0, 0,                                               \
	  "exit with 0, not 2, if drift compared only one input and found no difference")            \
	X(FLAG, require_proof, 0, "require-proof", NULL, 0, 0,                                       \
	  "exit with 1 if there is neither a difference nor a proof. Any proof is enough, even one " \
	  "that "                                                                                    \
	  "says nothing about a change (see --strict)")
#define TEST_SEARCH_OPTIONS(X)                                                                     \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "search and budget")                                     \
	X(TEXT, strategy, 0, "strategy", "NAME", 0, 0,                                                 \
	  "how to choose the next path: auto (default), directed, sequence, reach, path, random, "     \
	  "output, signature or new; docs/test-reference.md describes them")                           \
	X(TEXT, order, 0, "order", "WHICH", 0, 0,                                                      \
	  "with --strategy path, output, signature or new: which branch to try next: newest, oldest, " \
	  "or coverage (one that may lead to new code)")                                               \
	WORLD_OPTION(X)                                                                                \
	X(TEXT, stop_after, 0, "stop-after", "N", 0, 0,                                                \
	  "stop after N differences: a number, first (1) or all (default)")                            \
	X(TEXT, prune, 0, "prune", "WHAT", 0, 0,                                                       \
	  "which rules may skip runs that cannot show a difference: a list of reach, infect, "         \
	  "propagate and once (default: all); docs/test-reference.md describes them")                  \
	X(FLAG, no_prune, 0, "no-prune", NULL, 0, 0, "skip no runs")                                   \
	X(FLAG, no_sequences, 0, "no-sequences", NULL, 0, 0,                                           \
	  "do not search for inputs that execute the changes in a new order")                          \
	X(FLAG, no_propagate, 0, "no-propagate", NULL, 0, 0,                                           \
	  "do not search for inputs on which the effect of a change gets further than in earlier "     \
	  "runs")                                                                                      \
	X(TEXT, dict, 0, "dict", "FILE", 0, 0,                                                         \
	  "also use the words in FILE to mutate inputs. Each line is \"WORD\" or NAME=\"WORD\", as "   \
	  "in AFL's dictionaries")                                                                     \
	X(TEXT, dict_out, 0, "dict-out", "FILE", 0, 0,                                                 \
	  "write the words that drift finds in the program to FILE, in the format of --dict")          \
	X(FLAG, no_mutate, 0, "no-mutate", NULL, 0, 0, "do not mutate inputs as a fuzzer does")        \
	X(FLAG, prove, 0, "prove", NULL, 0, 0,                                                         \
	  "first try to prove that the changed functions do the same on inputs of any size. Not with " \
	  "--undefined (either value) or --certificate")                                               \
	X(NUM, seed, 0, "seed", "N", 0, INT64_MAX, "seed for random and mutated inputs (default 0)")   \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256,                                                         \
	  "search in N processes; not with --strategy output, signature or random")                    \
	X(TEXT, shard, 0, "shard", "K/N", 0, 0,                                                        \
	  "search only part K of N of the paths, such as 3/16; 'drift merge' joins the results of "    \
	  "all parts")
#define TEST_RESULT_OPTIONS(X)                                                                    \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation")                             \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                      \
	  "run tests natively even if this computer supports no sandbox")                             \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                              \
	  "report differences without running their tests natively")                                  \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                             \
	X(TEXT, resume, 0, "resume", "DIR", 0, 0,                                                     \
	  "use DIR instead of -o, and continue the search that ended early there")                    \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                         \
	  "write result.json and tests to DIR (default drift-out)")                                   \
	X(TEXT, certificate, 0, "certificate", "FILE", 0, 0,                                          \
	  "if the verdict is equivalent, write a proof to FILE, which drift verify can check")        \
	X(FLAG, all, 0, "all", NULL, 0, 0,                                                            \
	  "write a test for every pair of paths (one of OLD, one of NEW) that differs")               \
	X(FLAG, path_conditions, 0, "path-conditions", NULL, 0, 0,                                    \
	  "print for each difference the condition of the paths on which drift found it, not a more " \
	  "general one")                                                                              \
	X(FLAG, explain, 0, "explain", NULL, 0, 0,                                                    \
	  "explain the first five differences as drift explain does")                                 \
	X(FLAG, why, 0, "why", NULL, 0, 0,                                                            \
	  "for each change without a visible effect, show where its effect ended")                    \
	FORMAT_OPTIONS(X)

/* Changes that are wrong together, and a third version. */
#define TEST_JUDGE_OPTIONS(X)                                                                    \
	X(GROUP, judgement, 0, NULL, NULL, 0, 0, "more about differences")                           \
	X(FLAG, interactions, 0, "interactions", NULL, 0, 0,                                         \
	  "find changes that cause a difference only in combination")                                \
	X(NUM, builds, 0, "builds", "N", 0, 100000,                                                  \
	  "with --interactions: build at most N versions that have only some of the edits (default " \
	  "250)")                                                                                    \
	SOURCE_TREE_OPTIONS(X)                                                                       \
	X(TEXT, golden, 0, "golden", "SPEC", 0, 0,                                                   \
	  "a third version that is known to be right. drift then reports each difference as a "      \
	  "regression, an incomplete fix or progress")                                               \
	X(TEXT, golden_cmd, 0, "golden-cmd", "CMD", 0, 0,                                            \
	  "instead of --golden: a shell command whose output and exit status are right")             \
	X(TEXT, golden_cflags, 0, "golden-cflags", "FLAGS", 0, 0,                                    \
	  "compiler options for the sources of --golden (default: --cflags)")

#define TEST_OPTIONS(X)    \
	PAIR_INPUT_OPTIONS(X)  \
	SEQUENCE_OPTION(X)     \
	NULL_OPTION(X)         \
	PAIR_WHAT_OPTIONS(X)   \
	PAIR_STRICT_OPTION(X)  \
	TEST_WHAT_OPTIONS(X)   \
	TEST_JUDGE_OPTIONS(X)  \
	TEST_SEARCH_OPTIONS(X) \
	PAIR_BUDGET_OPTIONS(X) \
	TEST_RESULT_OPTIONS(X) \
	PAIR_SOURCE_OPTIONS(X)

/* Of drift diff alone; --all, the formats and --strategy share fields with drift test's. */
#define DIFF_FIELDS(X) \
	X(TEXT, by, 0, "by", "KIND", 0, 0, "partition inputs by output (default) or by path")

/* Of drift suite alone. */
#define SUITE_FIELDS(X)                                                                          \
	X(TEXT, measure, 0, "measure", "WHAT", 0, 0,                                                 \
	  "what the reduced suite must still cover: output (default: partitions by output), change " \
	  "(partitions by change), or coverage (blocks and branches of NEW)")

/* Of drift compare alone. */
#define COMPARE_FIELDS(X)                                                                       \
	X(TEXT, wanted, 0, "strategies", "LIST", 0, 0,                                              \
	  "strategies: a list of path, path+prune, reach, signature, output, sequence, isolation, " \
	  "random (default: these), new, directed, auto and auto-prune; docs/compare.md describes " \
	  "them")                                                                                   \
	X(TEXT, orders, 0, "orders", "LIST", 0, 0,                                                  \
	  "orders for path, path+prune, signature, output and new: a list of newest, oldest and "   \
	  "coverage (default: the strategy's own)")                                                 \
	X(NUM, draws, 0, "seed", "N", 0, INT64_MAX, "seed of the strategy random")

/* Of drift check alone. */
#define CHECK_OPTIONS_OWN(X)                                                                       \
	X(GROUP, checked, 0, NULL, NULL, 0, 0, "what is checked")                                      \
	X(TEXT, contract, 0, "contract", "FILE", 0, 0,                                                 \
	  "read contracts from FILE: comments above prototypes. A comment without a prototype is the " \
	  "contract of the program")                                                                   \
	X(LIST, function, 0, "function", "NAME", 0, 0, "check only this function (may be repeated)")   \
	X(TEXT, tests, 0, "tests", "DIR", 0, 0,                                                        \
	  "run the tests in DIR, and check only the calls of changed functions in these runs")         \
	X(FLAG, suggest, 0, "suggest", NULL, 0, 0,                                                     \
	  "propose contracts for changed functions, and print those whose clauses all hold")           \
	X(TEXT, emit, 0, "emit", "FILE", 0, 0,                                                         \
	  "instead of checking, write a C file that checks the function named by --function while "    \
	  "your "                                                                                      \
	  "program runs")                                                                              \
	X(LIST, prototypes, 0, "shape", "PROTOTYPE", 0, 0,                                             \
	  "the inputs of a function: its prototype with the sizes of parameters, such as "             \
	  "'int f(char s[4])' (may be repeated)")                                                      \
	X(TEXT, globals, 0, "globals", "HOW", 0, 0,                                                    \
	  "values of the globals that the function reads: initial (default), zero, or vary (they are " \
	  "inputs)")

#define CHECK_NULL_OPTION(X)                                                                     \
	X(TEXT, null, 0, "null", "WHICH", 0, 0,                                                      \
	  "pointer parameters that may be null: tested (default, but not in drift test: those that " \
	  "the "                                                                                     \
	  "code or the contract compares with null), always (all) or never (none)")

typedef struct PairCommand {
	TEST_OPTIONS(OPT_FIELD)
	DIFF_FIELDS(OPT_FIELD)
	SUITE_FIELDS(OPT_FIELD)
	COMPARE_FIELDS(OPT_FIELD)
	CHECK_OPTIONS_OWN(OPT_FIELD)
	StrList names;             /* that a contract uses */
	StrList nulls;             /* names that it compares with null */
	struct Compiled *compiled; /* what loads of the same sources share; NULL: nothing */
} PairCommand;

/* A session on two versions. */
typedef struct PairJob {
	PairCommand o;
	Session s;
	const char *given[2];        /* versions as they were given */
	const char *entry;           /* --entry as it was given; a wrapper may replace o.entry */
	size_t n_words;              /* arguments after --; s.words may have more, of --call */
	bool results;                /* true if the command writes a directory */
	Trees *roots;                /* directories of the versions; NULL: not known yet */
	char *flags[MOST_SUBJECTS];  /* as they were given, with the directory that paths start in */
	char *cflags[MOST_SUBJECTS]; /* with the options that make __FILE__ the same */
	VEC(Start) accept;
	VEC(const char *) accept_names;
	Dictionary dict; /* of --dict */
	ComparisonConfig config;
	ResultCall call;   /* of --call */
	ResultReads reads; /* of versions that are given as sources */
	SourceTrees trees; /* for drift test: sources of versions for experiments */
	Arena arena;       /* of the texts in them */
	ResultOutput output;
	struct Compiled *compiled; /* its own, which jobs of pair_begin_again share; or NULL */
	bool joins;          /* true if the versions of a function may have different parameters */
	Entry old_entry;     /* OLD's prototype */
	Entry golden_entry;  /* that of --golden */
	Interface interface; /* of the function under --entry: what changed */
	StrList nullable; /* parameters that may be null; names belong to the programs or the command */
} PairJob;

/* Parses, loads both versions, creates inputs, and fills job->config except for what only the
 * command knows. results: true if the command writes a directory. */
bool pair_begin(PairJob *job, const OptCommand *spec, bool results, int argc, char **argv,
				Err *err);
/* The same for one function, or for the program (entry is NULL), for a command that checks several
 * and has parsed its options. */
bool pair_begin_part(PairJob *job, const PairCommand *o, const StrList *operands,
					 const StrList *words, const char *entry, Err *err);
/* The same versions and inputs again, with other options. The command, and operands of its own, belong
 * to the first job. */
bool pair_begin_again(PairJob *job, const PairJob *first, const PairCommand *o, Err *err);
/* The same for a job whose options, operands and words are filled in. */
bool pair_begin_filled(PairJob *job, bool results, Err *err);
/* entry.c: the parameters of --entry as inputs, those of both versions, and globals. */
bool pair_entry_inputs(PairJob *job, Err *err);
/* Replaces --entry by a call of the function after calls on its object. */
bool pair_sequence(PairJob *job, Err *err);
/* Checks that --globals and --null are meaningful. */
bool pair_entry_options(const PairCommand *o, Err *err);
void pair_end(PairJob *job);
/* Returns the exit status for a comparison. */
int pair_status(const PairJob *job, const Comparison *comparison);

/* A version's compiler options as they were given, with the directory that their paths start in; to
 * be freed, NULL: there are none. */
char *pair_given_flags(const PairJob *job, int side);
void pair_words(const PairWords *of, Buf *to);
/* flags.c: returns a version's compiler options, with those that set its source names; to be freed,
 * NULL: none. */
char *pair_flags(const char *flags, const char *prog, const char *newer);

#endif
