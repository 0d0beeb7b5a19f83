/* replay.h: runs tests again.
 *
 * A test is a directory that `drift explore` or `drift test` wrote (evidence/native/testdir.h).
 * Here it runs natively, in a sandbox and without LLVM; the engine runs it in the machine
 * (replay_machine.c). The outcome of a run goes into a Rerun, and replay_judge compares it with the
 * recorded outcome. A directory of `drift test` has a recorded outcome of each version, so it is
 * two tests.
 *
 * The program of native runs is the user's, or DIR/native/build.sh builds it (for two versions:
 * DIR/native/old/build.sh and new), once for all tests.
 */
#ifndef DRIFT_NATIVE_REPLAY_H
#define DRIFT_NATIVE_REPLAY_H

#include "base/opt.h"
#include "engine/input/entry.h"
#include "engine/input/shell.h"

/* The program or version whose recorded outcome a test is compared with. */
typedef enum ReplayOf { OF_PROGRAM, OF_OLD, OF_NEW, REPLAY_OFS } ReplayOf;

/* How drift check called the function of a test. */
typedef struct ReplayCheck {
	bool is;              /* true if it was drift check */
	char *globals, *null; /* --globals and --null, or NULL */
	StrList names, nulls; /* that the contract uses, and compares with null */
} ReplayCheck;

/* What result.json says about the tests next to it. */
typedef struct ReplayResult {
	char *dir;                 /* DIR, without /tests */
	char *program[REPLAY_OFS]; /* as the user named it; NULL: unknown */
	char *cflags[REPLAY_OFS];  /* for sources, or NULL */
	char *entry;               /* prototype of --entry, or NULL */
	/* Of --call; program and cflags are then replaced by library and library_cflags. */
	StrList call;
	char *library[REPLAY_OFS], *library_cflags[REPLAY_OFS];
	char *directory;    /* base directory for the names of programs, or NULL */
	EntryBounds bounds; /* of its arguments */
	ReplayCheck check;  /* of a test of drift check */
	i64 clock;          /* when the recorded runs began; 0: not known */
	u64 limit_insns;    /* of a run; 0: not given */
	u64 limit_mem;      /* bytes; 0: not given */
	StrList native;     /* functions of the host that runs may call; ends with NULL */
} ReplayResult;

/* The contents of a test directory. */
typedef struct ReplayTest {
	const char *dir;
	ReplayOf of;
	Buf cmd, out, err, status, returned; /* the files; status without newline */
	Buf world;         /* the file world: values that no run can be given; "": none */
	OsInputKind kind;  /* of standard input; the only value in that file that a run can be given */
	bool has_returned; /* the file returned exists */
	bool files;        /* the directory files/ exists */
	ShellLine line;    /* cmd, parsed */
} ReplayTest;

/* The outcome of the new run. */
typedef struct Rerun {
	Buf out, err, status, returned;
	bool has_returned;
	bool native;
	bool timeout; /* the time limit ended it, status means nothing */
} Rerun;

/* replay_test.c */
typedef struct ReplayItem {
	char *dir;
	ReplayOf of;
} ReplayItem;
typedef VEC(ReplayItem) ReplayList;
/* Adds the tests that a word names: a test itself, or all tests in a directory, in order. */
bool replay_find(const char *word, ReplayList *to, Err *err);
void replay_list_free(ReplayList *l);
bool replay_read(ReplayTest *t, const ReplayItem *item, Err *err);
/* For messages: "", " old", " new". */
const char *replay_of(ReplayOf of);
void replay_test_free(ReplayTest *t);
/* Reads the result that a test belongs to, unless *r is already of the same directory. */
void replay_result(ReplayResult *r, const char *test_dir);
void replay_result_free(ReplayResult *r);

/* replay_native.c */
typedef struct NativeReplay {
	char *scratch;              /* directory for the runs */
	char *built_for;            /* DIR of the builds */
	bool built[REPLAY_OFS][2];  /* without sanitizers, with sanitizers: true if up to date */
	char *with[REPLAY_OFS];     /* BINARY, absolute, or NULL: run build.sh */
	bool sanitized[REPLAY_OFS]; /* true if `with` has a sanitizer */
} NativeReplay;

/* with: a binary for each version, or NULL. */
bool native_begin(NativeReplay *n, const char *const *with, Err *err);
bool native_replay(NativeReplay *n, const ReplayTest *t, const ReplayResult *of, Rerun *r,
				   Err *err);
void native_end(NativeReplay *n);

/* judge.c */
/* True if the outcome is as recorded; *why says how it differs, or how it ended. */
bool replay_judge(const ReplayTest *t, const Rerun *r, Buf *why);
/* True if no process can show the outcome: a limit of the machine, or something unsupported. */
bool replay_cannot(const ReplayTest *t);
/* For two versions: true if the machine could not follow the run to its recorded end. That end may
 * have been observed natively, so this is no contradiction. */
bool replay_lost(const ReplayTest *t, const Rerun *r);
void rerun_free(Rerun *r);

#endif
