/* replay.h: tests, run again.
 *
 * A test is a directory that `drift explore` or `drift test` wrote (native/testdir.h). It is run
 * natively here, in a sandbox and without LLVM; running it in the machine is the engine's
 * (cmd_replay_machine.c). How a run ended goes into a Rerun, which replay_judge holds against what
 * was recorded. A directory of `drift test` has a record of each version: it is two tests.
 *
 * The program of native runs is the user's, or is built by DIR/native/build.sh (of two versions:
 * DIR/native/old/build.sh and new), once for all tests.
 */
#ifndef DRIFT_NATIVE_REPLAY_H
#define DRIFT_NATIVE_REPLAY_H

#include "base/opt.h"
#include "input/entry.h"
#include "input/shell.h"

/* Whose record a test is held against. */
typedef enum ReplayOf { OF_PROGRAM, OF_OLD, OF_NEW, REPLAY_OFS } ReplayOf;

/* What result.json says of the tests beside it. */
typedef struct ReplayResult {
	char *dir;                 /* DIR, without /tests */
	char *program[REPLAY_OFS]; /* as the user named it; NULL: not known */
	char *cflags[REPLAY_OFS];  /* for sources, or NULL */
	char *entry;               /* prototype of --entry, or NULL */
	StrList call;              /* of --call; then programs and cflags are those of the libraries in
								  library and library_cflags */
	char *library[REPLAY_OFS], *library_cflags[REPLAY_OFS];
	char *directory;    /* that names of programs begin from, or NULL */
	EntryBounds bounds; /* of what it is given */
	u64 limit_insns;    /* of a run; 0: not said */
	u64 limit_mem;      /* bytes; 0: not said */
	StrList native;     /* functions of the host that runs may call; ends with NULL */
} ReplayResult;

/* What a test directory says. */
typedef struct ReplayTest {
	const char *dir;
	ReplayOf of;
	Buf cmd, out, err, status, returned; /* the files; status without newline */
	Buf world;                           /* likewise: what no run can be given; "" = nothing */
	bool has_returned;                   /* there is a returned */
	bool files;                          /* there is a files/ */
	ShellLine line;                      /* cmd, read */
} ReplayTest;

/* How the new run ended. */
typedef struct Rerun {
	Buf out, err, status, returned;
	bool has_returned;
	bool native;
	bool timeout; /* it was ended, status says nothing */
} Rerun;

/* test.c */
typedef struct ReplayItem {
	char *dir;
	ReplayOf of;
} ReplayItem;
typedef VEC(ReplayItem) ReplayList;
/* Adds the tests that a word stands for: a test itself, or all in a directory of them, in order. */
bool replay_find(const char *word, ReplayList *to, Err *err);
void replay_list_free(ReplayList *l);
bool replay_read(ReplayTest *t, const ReplayItem *item, Err *err);
/* For messages: "", " old", " new". */
const char *replay_of(ReplayOf of);
void replay_test_free(ReplayTest *t);
/* Reads the result of a test, unless *r is of the same directory. */
void replay_result(ReplayResult *r, const char *test_dir);
void replay_result_free(ReplayResult *r);

/* native.c */
typedef struct NativeReplay {
	char *scratch;              /* directory for the runs */
	char *built_for;            /* DIR of the builds */
	bool built[REPLAY_OFS][2];  /* plain, sanitized: up to date */
	char *with[REPLAY_OFS];     /* BINARY, absolute, or NULL: build */
	bool sanitized[REPLAY_OFS]; /* with: has a sanitizer */
} NativeReplay;

/* with: a binary of each, or NULL. */
bool native_begin(NativeReplay *n, const char *const *with, Err *err);
bool native_replay(NativeReplay *n, const ReplayTest *t, const ReplayResult *of, Rerun *r,
				   Err *err);
void native_end(NativeReplay *n);

/* judge.c */
/* True if the outcome is as recorded; *why says how it differs, or how it ended. */
bool replay_judge(const ReplayTest *t, const Rerun *r, Buf *why);
/* True if no process can show the outcome: a limit of the machine, something unsupported. */
bool replay_cannot(const ReplayTest *t);
/* Of two versions: the machine could not follow the run to the end that is recorded. That end may
 * have been seen natively, so it says nothing. */
bool replay_lost(const ReplayTest *t, const Rerun *r);
void rerun_free(Rerun *r);

#endif
