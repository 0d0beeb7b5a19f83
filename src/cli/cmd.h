/* cmd.h: the commands of drift. Only these files print and exit.
 *
 * There are two programs. `drift` (front.c) is what users start: it is small, runs `env` and native
 * `replay` itself and passes every other command to the engine (main.c), which links LLVM and
 * Z3. */
#ifndef DRIFT_CMD_H
#define DRIFT_CMD_H

#include "base/opt.h"

/* The engine's commands: name, purpose. */
#define ENGINE_COMMANDS(X)                                                \
	X(test, "find inputs on which two versions differ")                   \
	X(diff, "print what two versions do, side by side")                   \
	X(suite, "select, order, reduce and augment a suite of tests")        \
	X(compare, "compare search strategies on two versions")               \
	X(verify, "check a proof that two versions are equivalent")           \
	X(check, "check that a change does what was meant, and nothing else") \
	X(explain, "explain why two versions differ on one input")            \
	X(explore, "explore the paths of a program and write tests")          \
	X(merge, "join the results of parts of a search")                     \
	X(replay, "run tests again and compare with the recorded outcome")    \
	X(run, "run a program in drift's virtual machine")                    \
	X(changes, "print what changed between two versions")                 \
	X(suggest, "print command lines that are worth trying")               \
	X(slice, "print what a value at a line depends on")                   \
	X(graph, "print control flow, dependence and calls as graphs")        \
	X(report, "make an HTML page of a result")                            \
	X(show, "print a difference of the last result again")

/* cmd_NAME: argv[0] is the command's name; the result is the exit status. */
#define COMMAND_DECLARE(name, summary)     \
	int cmd_##name(int argc, char **argv); \
	extern const OptCommand name##_command_spec;
ENGINE_COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE

/* For commands that load programs. */
/* See world_clock. */
#define CLOCK_OPTION(X)                                                                    \
	X(TEXT, clock, 0, "clock", "DATE", 0, 0,                                               \
	  "the date that the program sees: YYYY-MM-DD (at 23:59 UTC) or YYYY-MM-DDTHH:MM:SSZ " \
	  "(default: today, 23:59 UTC)")

#define CACHE_OPTION(X) \
	X(FLAG, no_cache, 0, "no-cache", NULL, 0, 0, "do not use the cache of loaded programs")

/* Standard error if it is a terminal, which can show a status line; NULL otherwise. */
FILE *status_terminal(void);

/* For commands that run in one process only: returns false if -j asks for more. instead names what
 * takes -j. */
bool one_process(long long jobs, const char *what, const char *instead, Err *err);

/* needs.c: options that need others. */
typedef struct OptNeed {
	bool given;         /* true if the option is on the command line */
	const char *option; /* its name */
	bool met;           /* true if what it needs is given */
	const char *needs;  /* that, for the message */
} OptNeed;
/* Returns false if one of them is given without what it needs; err names it. */
bool options_needed(const OptNeed *list, size_t n, Err *err);
/* flags_fit.c: returns false if compiler options are given for a program that is not compiled. */
bool cflags_fit(const char *cflags, const char *prog, Err *err);

#endif
