/* replay.h: shared by the two halves of drift replay: replay.c, and replay_machine.c in the engine
 * or front.c in the front. */
#ifndef DRIFT_CMD_REPLAY_H
#define DRIFT_CMD_REPLAY_H

#include "cli/cmd.h"
#include "evidence/native/replay.h"

#define REPLAY_OPTIONS(X)                                                                          \
	X(FLAG, native, 0, "native", NULL, 0, 0,                                                       \
	  "run natively. DIR/native/build.sh builds the program, with sanitizers for tests of errors") \
	X(TEXT, with, 0, "with", "BINARY", 0, 0, "run this binary natively")                           \
	X(TEXT, old, 0, "old", "PROG", 0, 0,                                                           \
	  "for tests of drift test: where OLD is now; with --native, a binary of OLD")                 \
	X(TEXT, new_version, 0, "new", "PROG", 0, 0, "for tests of drift test: the same for NEW")      \
	X(FLAG, tap, 0, "tap", NULL, 0, 0, "print TAP, the Test Anything Protocol")                    \
	X(TEXT, program, 0, "program", "PROG", 0, 0, "where the program is now, if it was moved")      \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                    \
	  "compiler options for the C sources (default: those in result.json)")                        \
	CACHE_OPTION(X)

typedef struct ReplayCommand {
	REPLAY_OPTIONS(OPT_FIELD)
} ReplayCommand;

/* Tests being run again. */
typedef struct ReplayRun ReplayRun;
struct ReplayRun {
	const ReplayCommand *options;
	ReplayResult result;  /* of the current test */
	NativeReplay *native; /* NULL: in the machine */
	void *machine;        /* of the engine's half */
	bool (*run)(ReplayRun *run, const ReplayTest *t, Rerun *r, Err *err);
};

/* Prints one line for each; returns the exit status. */
int replay_all(ReplayRun *run, const ReplayList *tests);
int replay_machine(const ReplayCommand *o, char **argv, const ReplayList *tests);

#endif
