/* testdir.h: tests as directories.
 *
 * A test is tests/NNNN below a directory of results: cmd (a shell line with "$PROG" for the
 * program, to be run in its directory), stdin, files/ and world (what no run of it can be given, if
 * anything), and what was recorded beside them. What is recorded is up to the command that writes
 * it; replay.h runs tests again.
 *
 * Directories of earlier tests are used again (recycle.c).
 */
#ifndef DRIFT_NATIVE_TESTDIR_H
#define DRIFT_NATIVE_TESTDIR_H

#include "input/inputs.h"

/* Where tests are written. */
typedef struct TestPlace {
	int fd;               /* of DIR/tests; -1: none are written */
	const char *dir;      /* DIR */
	const Inputs *inputs; /* theirs */
	bool files;           /* tests have a files/ directory */
	char *old;            /* where earlier tests were put; NULL: not looked for */
	int old_fd;           /* the same; -1 if there are none */
} TestPlace;

/* ---- testdir.c: the parts of a test ---- */

/* True if tests of these inputs have a files/ directory. */
bool tests_need_files(const Inputs *in);
/* A file of the test. */
bool test_put(int dir, const char *test, const char *name, const void *bytes, size_t n, Err *err);
/* Standard input, or a file that an argument names, of a test whose directories exist. */
bool test_put_part(const TestPlace *to, const char *test, const Part *part, const Assignment *a,
				   Err *err);
/* What of the world a test needs that no run of it can be given: the file world, if anything. */
bool test_put_world(const TestPlace *to, const char *test, const Shape *shape, const Assignment *a,
					Err *err);
/* All of the input, in a directory that is made; entry: of --entry, or NULL. */
bool test_put_input(const TestPlace *to, const char *test, const Shape *shape, const Assignment *a,
					const char *entry, Err *err);
/* Values of the world that no command line can show, as a comment behind it; see input/world.h. */
void test_world(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* The line for a test's cmd. */
void test_command(const Inputs *in, const Shape *shape, const Assignment *a, bool files, Buf *cmd);
/* Only the arguments, each with a blank in front. */
void test_arguments(const Inputs *in, const Shape *shape, const Assignment *a, Buf *cmd);
/* The same for people: under --call, the call with its values. */
void test_shown(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* How a C programmer would write the parameters of a function under --entry: n = 3, s = "ab". */
void test_call(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* The same behind a command line, as a comment. */
void test_call_comment(const Inputs *in, const char *entry, const Shape *shape, const Assignment *a,
					   Buf *cmd);

/* ---- words.c ---- */

/* What a native program is given as arguments and environment; texts are the arena's. */
void native_words(const Inputs *in, const Shape *s, const Assignment *a, StrList *args,
				  StrList *env, Arena *arena);

/* ---- runsh.c ---- */

/* DIR/tests/run.sh: runs all tests, of one program or of two versions. name is argv[0]. */
bool run_script_write(const char *tests, const char *name, bool versions, Err *err);

/* ---- own.c: what drift made before, and may replace ---- */

/* First lines of DIR/tests/run.sh and of build.sh. */
#define RUN_MARK "#!/bin/sh\n# run.sh: made by drift\n"
#define BUILD_MARK "#!/bin/sh\n# build.sh: made by drift\n"

/* Whether a tests/ is drift's, whichever command wrote it. */
bool tests_own(const char *tests);
/* The same of a directory that builds one program, or those of two versions; an empty one, too. */
bool native_own(const char *dir);

/* ---- discard.c ---- */

/* Removes tests of an earlier command, which are below dir; that may last longer than this one. */
bool tests_discard(const char *dir, const char *path, Err *err);
/* Goes on where an earlier command could not. */
void tests_discard_rest(const char *dir);

/* ---- recycle.c ---- */

/* Puts DIR/tests aside. */
bool recycle_begin(TestPlace *to, const char *tests, Err *err);
/* False: there is none of this number. */
bool recycle_take(const TestPlace *to, const char *test);
/* Removes what was not taken. */
void recycle_end(TestPlace *to);

#endif
