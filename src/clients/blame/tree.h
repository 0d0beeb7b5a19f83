/* tree.h: versions between two trees, made by the command that builds a program in them.
 *
 * There is one copy of OLD's tree, with its build products. To make another version, only the files
 * that differ are written, and the command is run again: a build takes as long as after such an
 * edit by hand. Few makefiles track headers. So if a header changes, the C sources that include it
 * count as written; if another file changes, all of them do.
 *
 * The built program stays until the next one is built. */
#ifndef DRIFT_BLAME_TREE_H
#define DRIFT_BLAME_TREE_H

#include "base/budget.h"
#include "clients/blame/edits.h"

/* Where the sources of built programs are, and how to build them. */
typedef struct SourceTrees {
	const char *root[N_SIDES]; /* directories; NULL: the versions are sources themselves */
	const char *build;         /* shell command that builds the program in such a tree */
	const char *program;       /* the program it builds, below the tree */
} SourceTrees;

typedef struct BuildTree {
	const Edits *edits;
	const SourceTrees *from;
	char *dir;      /* the copy; removed at the end */
	char *program;  /* in it */
	bool *has;      /* edits that it has; NULL: there is no copy yet */
	bool level;     /* true if shared lines have the same number in it: see edits_write */
	Budget *budget; /* ends builds; or NULL */
} BuildTree;

/* The caller keeps ownership of the arguments. */
void build_tree_begin(BuildTree *t, const Edits *edits, const SourceTrees *from, const char *dir,
					  Budget *budget);
/* Builds OLD with these edits; returns false if that fails, with the compiler's message in said. */
bool build_tree_make(BuildTree *t, const bool *take, Buf *said);
void build_tree_end(BuildTree *t);

#endif
