/* testdir.h: tests as directories.
 *
 * A test is the directory tests/NNNN in a directory of results. It contains cmd (a shell line with
 * "$PROG" for the program, to be run in that directory), stdin and files/. The file world, if there
 * is one, lists values that no native run can be given. The expected results are next to them;
 * their form depends on the command that writes them. replay.h runs tests again.
 *
 * Directories of earlier tests are reused (recycle.c).
 */
#ifndef DRIFT_NATIVE_TESTDIR_H
#define DRIFT_NATIVE_TESTDIR_H

#include "engine/input/inputs.h"

/* Where tests are written. */
typedef struct TestRoot {
	int fd;               /* of DIR/tests; -1: no tests are written */
	const char *dir;      /* DIR */
	const Inputs *inputs; /* inputs of the tests */
	bool files;           /* tests have a files/ directory */
	char *old;            /* directory of the earlier tests; NULL: they are not reused */
	int old_fd;           /* its descriptor; -1: none */
} TestRoot;

/* ---- testdir.c: the parts of a test ---- */

/* True if tests of these inputs have a files/ directory. */
bool tests_need_files(const Inputs *in);
/* Writes a file of the test. */
bool test_put(int dir, const char *test, const char *name, const void *bytes, size_t n, Err *err);
/* Writes standard input, or a file that an argument names, of a test whose directories exist. */
bool test_put_part(const TestRoot *to, const char *test, const Part *part, const Assignment *a,
				   Err *err);
/* Writes the file world: the values that the test needs and no native run can be given. Writes
 * nothing if there are none. */
bool test_put_world(const TestRoot *to, const char *test, const Shape *shape, const Assignment *a,
					Err *err);
/* Writes the whole input into a new directory. entry: the function of --entry, or NULL. */
bool test_put_input(const TestRoot *to, const char *test, const Shape *shape, const Assignment *a,
					const char *entry, Err *err);
/* Adds the values of the world that a command line cannot express, as a comment after it; see
 * engine/input/world.h. */
void test_world(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* Adds the line for the test's cmd. */
void test_command(const Inputs *in, const Shape *shape, const Assignment *a, bool files, Buf *cmd);
/* Adds the variables that are set, NAME=VALUE each, with a blank after it. */
void test_variables(const Inputs *in, const Shape *shape, const Assignment *a, Buf *cmd);
/* Adds only the arguments, each after a blank. */
void test_arguments(const Inputs *in, const Shape *shape, const Assignment *a, Buf *cmd);
/* The same for people: with --call, the call with its values. */
void test_shown(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* Adds the parameters of a function under --entry as in C: n = 3, s = "ab". */
void test_call(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* The same after a command line, as a comment. */
void test_call_comment(const Inputs *in, const char *entry, const Shape *shape, const Assignment *a,
					   Buf *cmd);

/* ---- words.c ---- */

/* Collects the arguments and the environment of a native program; the arena owns the texts. */
void native_words(const Inputs *in, const Shape *s, const Assignment *a, StrList *args,
				  StrList *env, Arena *arena);

/* ---- runsh.c ---- */

/* DIR/tests/run.sh: runs all tests, for one program or for two versions. name is argv[0]. */
bool run_script_write(const char *tests, const char *name, bool versions, Err *err);

/* ---- own.c: recognises what drift made before and may replace ---- */

/* First lines of DIR/tests/run.sh and of build.sh. */
#define RUN_MARK "#!/bin/sh\n# run.sh: made by drift\n"
#define BUILD_MARK "#!/bin/sh\n# build.sh: made by drift\n"

/* True if drift made this tests/, whichever command wrote it. */
bool tests_own(const char *tests);
/* The same for a directory that builds one program or those of two versions; also true if it is
 * empty. */
bool native_own(const char *dir);

/* ---- discard.c ---- */

/* Removes the tests of an earlier command, which are below dir. The removal may continue after this
 * command has ended. */
bool tests_discard(const char *dir, const char *path, Err *err);
/* Continues a removal that an earlier command could not complete. */
void tests_discard_rest(const char *dir);

/* ---- recycle.c ---- */

/* Moves DIR/tests aside. */
bool recycle_begin(TestRoot *to, const char *tests, Err *err);
/* Moves the earlier test of this number back; returns false if there is none. */
bool recycle_take(const TestRoot *to, const char *test);
/* Removes the earlier tests that were not reused. */
void recycle_end(TestRoot *to);

#endif
