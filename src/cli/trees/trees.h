/* trees.h: the directories of two versions, and the files that each was compiled from.
 *
 * A relative path in --cflags can enter in many ways: -I, -include, -Wp,-I, @FILE, a path that one
 * option begins and another ends. So drift does not read the options for it. It runs the compiler in
 * the directory of the version, and takes the compiler's own account of the files that it read. If a
 * version was compiled with a file of the other one, or with one beside both, though it has its own,
 * the comparison would not be one of these versions. It is refused.
 *
 * `git drift` names the tops of its trees and the work tree in the environment. */
#ifndef DRIFT_CMD_TREES_H
#define DRIFT_CMD_TREES_H

#include "engine/load/program.h"
#include "output/result/result.h"

/* The two versions and the options for compiling them, as words of a command line. */
typedef struct PairWords {
	const char *version[2], *cflags, *own_cflags[2];
} PairWords;

typedef struct Trees {
	char *root[2]; /* directory of a version, under its one name; NULL: it has no sources here */
	char *work;    /* the work tree of git drift, or NULL */
	char *written; /* a directory that drift itself writes sources to, or NULL */
	bool inside;   /* relative paths of --cflags start in root; false: in the current directory */
} Trees;

/* Finds the directories, and where relative paths start: in the directories of the versions if the
 * options name something there, otherwise in the current one; for git drift always in the trees. */
bool trees_choose(const PairWords *of, const char *written, Trees *to, Err *err);
void trees_free(Trees *t);
/* The compiler options of a version, with the directory that their paths start in; to be freed,
 * NULL: none. */
char *trees_flags(const Trees *t, int side, const PairWords *of);
/* The same of a version beside these two. */
char *trees_flags_of(const Trees *t, const char *prog, const char *cflags);
/* The rest of a path below a directory; NULL: it is not there, or there is no directory. */
const char *tree_below(const char *dir, const char *path);
/* False with one line in err if a version was compiled with a file that is not its own. */
bool trees_apart(const Trees *t, const Program *const program[2], Err *err);
/* reads.c: lists what they were compiled from, and compares the files. Names are in the arena;
 * lists are to be freed. False: a version is not given as sources. */
bool trees_reads(const Trees *t, const Program *const program[2], ResultReads *to, Arena *arena);
void trees_reads_free(ResultReads *r);
/* Adds to an error of the compiler where paths of --cflags started. */
void trees_say(const Trees *t, const PairWords *of, Err *err);

#endif
