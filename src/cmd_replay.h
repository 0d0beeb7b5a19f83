/* cmd_replay.h: what the two halves of drift replay share: cmd_replay.c, and cmd_replay_machine.c
 * in the engine or front.c in the front. */
#ifndef DRIFT_CMD_REPLAY_H
#define DRIFT_CMD_REPLAY_H

#include "cmd.h"
#include "native/replay.h"

#define REPLAY_OPTIONS(X)                                                                      \
	X(FLAG, native, 0, "native", NULL, 0, 0,                                                   \
	  "run natively; the program is built by DIR/native/build.sh, with sanitizers for errors") \
	X(TEXT, with, 0, "with", "BINARY", 0, 0, "run BINARY natively")                            \
	X(TEXT, old, 0, "old", "PROG", 0, 0,                                                       \
	  "of drift test: the old version, when it is elsewhere; with --native, its binary")       \
	X(TEXT, new_version, 0, "new", "PROG", 0, 0, "likewise the new version")                   \
	X(FLAG, tap, 0, "tap", NULL, 0, 0, "print TAP, the Test Anything Protocol")                \
	X(TEXT, program, 0, "program", "PROG", 0, 0,                                               \
	  "the program, when it is no longer where result.json says")                              \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                \
	  "compiler options for sources (default: as recorded)")                                   \
	CACHE_OPTION(X)

typedef struct ReplayCommand {
	REPLAY_OPTIONS(OPT_FIELD)
} ReplayCommand;

/* Tests being run again. */
typedef struct ReplayRun ReplayRun;
struct ReplayRun {
	const ReplayCommand *options;
	ReplayResult result;  /* of the test at hand */
	NativeReplay *native; /* NULL: in the machine */
	void *machine;        /* of the engine's half */
	bool (*run)(ReplayRun *run, const ReplayTest *t, Rerun *r, Err *err);
};

/* Prints one line for each; the result is the exit status. */
int replay_all(ReplayRun *run, const ReplayList *tests);
int replay_machine(const ReplayCommand *o, char **argv, const ReplayList *tests);

#endif
