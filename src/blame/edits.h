/* edits.h: the texts of two versions, and what must be edited in the one to get the other.
 *
 * An edit is a piece of text as `diff -U0` has it: lines of OLD that give way to lines of NEW, one
 * of them perhaps none. A version of a program is a file with the headers that lie beside it, or a
 * directory. Any set of edits can be put into OLD, which makes a version between the two.
 *
 * What a build left in a directory is no part of a version: objects, libraries, programs, logs.
 *
 * Edits are about text. What they mean to the program the change map says (version.h); a
 * declaration is an edit and no change.
 */
#ifndef DRIFT_BLAME_EDITS_H
#define DRIFT_BLAME_EDITS_H

#include <time.h>

#include "base/base.h"
#include "version/version.h"

/* A file of either version, or of both. */
typedef struct EditFile {
	char *name;          /* below the version's root */
	char *other;         /* its name in NEW if that is another one, else NULL */
	bool there[N_SIDES]; /* it is in that version */
	bool plain;          /* text; others are taken whole */
	bool runs;           /* it may be executed */
	bool database;       /* it says how the sources are compiled, and is no part of them */
	struct timespec when[N_SIDES]; /* it was last written */
	Buf text[N_SIDES];
	VEC(u32) line[N_SIDES]; /* where each line begins, and the end */
} EditFile;

typedef struct Edit {
	u32 file;
	u32 from[N_SIDES], to[N_SIDES]; /* lines [from, to); 1 is the first */
} Edit;

typedef struct Edits {
	VEC(EditFile) files;
	VEC(Edit) at;        /* in order of files and lines */
	char *root[N_SIDES]; /* directories of the versions */
	char *main;          /* of a version that is a file, its name; NULL: a directory */
} Edits;

/* False with one line in err when a version is neither a source file nor a directory, or cannot be
 * read. Both must be of one kind. */
bool edits_find(const char *old, const char *now, Edits *e, Err *err);
void edits_free(Edits *e);

/* OLD with those edits that have their flag set, into a directory, which is made. What the compiler
 * is to be given is `to`, or the file of a version that is a file. level: in C sources, lines that are in
 * both versions have the same number whatever edits are taken: empty lines make up for the rest. */
bool edits_write(const Edits *e, const bool *take, bool level, const char *to, Err *err);
/* The same where a version with the edits `was` lies, by writing only what is not the same. C sources
 * and headers count as written now; times of others stay, or rules would make makefiles again. */
bool edits_rewrite(const Edits *e, const bool *was, const bool *take, bool level, const char *to,
				   Err *err);
/* C, headers, and what C is made from. */
bool edit_file_is_code(const EditFile *f);
/* "parse.c:41" or "parse.c:41-43": lines of NEW, or of OLD where NEW has none. */
void edit_place(const Edits *e, u32 edit, Buf *to);
/* Its lines of one side, as they are. */
void edit_text(const Edits *e, u32 edit, Side s, Buf *to);
/* Whether the edit holds the word, as C reads words, in what it puts in. */
bool edit_has_word(const Edits *e, u32 edit, const char *word);
/* The next name of C in quotes that a compiler complains of, to be freed; NULL: there is none. */
char *edit_next_name(const char **at);

#endif
