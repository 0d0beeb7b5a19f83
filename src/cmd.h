/* cmd.h: the commands of drift. Only these files print and exit.
 *
 * There are two programs. `drift` (front.c) is what users start: it is small, does `env` and native
 * runs of `replay` itself and hands every other command to the engine (main.c), which brings LLVM
 * and Z3 along.
 */
#ifndef DRIFT_CMD_H
#define DRIFT_CMD_H

#include "base/opt.h"

/* The engine's commands: name, what it is good for. */
#define ENGINE_COMMANDS(X)                                                \
	X(test, "find inputs on which two versions differ")                   \
	X(diff, "print what two versions do, side by side")                   \
	X(check, "check that a change does what was meant, and nothing else") \
	X(explain, "say why the versions differ on one input")                \
	X(explore, "find the paths of a program, as tests")                   \
	X(replay, "run a test again: is the outcome as recorded?")            \
	X(run, "run a program in the machine")                                \
	X(changes, "print what changed between two versions")                 \
	X(slice, "print what a value at a line came from")                    \
	X(graph, "print control flow, dependence and calls as graphs")        \
	X(report, "make a page of a result, to look at")

/* cmd_NAME: argv[0] is the command's name; the result is the exit status. */
#define COMMAND_DECLARE(name, summary)     \
	int cmd_##name(int argc, char **argv); \
	extern const OptCommand name##_command_spec;
ENGINE_COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE

/* It has commands of its own, with their own help and manual. */
int cmd_env(int argc, char **argv);
void env_manual(FILE *to);
void env_complete(const char *shell, FILE *to);

/* Of commands that load programs. */
#define CACHE_OPTION(X) \
	X(FLAG, no_cache, 0, "no-cache", NULL, 0, 0, "load programs anew, and keep nothing of them")

/* "drift: message" on stderr; returns EXIT_TROUBLE. */
int complain(const Err *err);

/* -j where there is one process only: false with more than that. instead says what takes -j. */
bool one_process(long long jobs, const char *what, const char *instead, Err *err);

#endif
