/* tree.h: versions between two trees, by the command that builds a program in them.
 *
 * One copy of OLD's tree is kept, with what was built there. To get another version only the files
 * that are not the same in it are written, and the command is run again: a build takes what it
 * takes a person after such an edit. Few makefiles know which header goes where: where one changes,
 * the C sources that include it count as written, and all of them where something else does.
 *
 * The program that is built stays until the next one is.
 */
#ifndef DRIFT_BLAME_TREE_H
#define DRIFT_BLAME_TREE_H

#include "base/budget.h"
#include "blame/edits.h"

/* Where the sources of programs are that were built, and how that is done. */
typedef struct SourceTrees {
	const char *root[N_SIDES]; /* directories; NULL: the versions are sources themselves */
	const char *build;         /* command of the shell that makes the program in such a tree */
	const char *program;       /* what it makes, below the tree */
} SourceTrees;

typedef struct BuildTree {
	const Edits *edits;
	const SourceTrees *from;
	char *dir;      /* the copy; removed at the end */
	char *program;  /* in it */
	bool *has;      /* edits that are in it; NULL: there is no copy so far */
	bool level;     /* lines of both versions have one number in it: see edits_write */
	Budget *budget; /* ends builds; or NULL */
} BuildTree;

/* The caller keeps what it is given. */
void build_tree_begin(BuildTree *t, const Edits *edits, const SourceTrees *from, const char *dir,
					  Budget *budget);
/* OLD with these edits; false: it cannot be built, and what was said of it is in said. */
bool build_tree_make(BuildTree *t, const bool *take, Buf *said);
void build_tree_end(BuildTree *t);

#endif
