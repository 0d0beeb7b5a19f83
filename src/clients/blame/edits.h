/* edits.h: the texts of two versions, and the edits that turn one into the other.
 *
 * An edit is a hunk of `diff -U0`: lines of OLD that are replaced by lines of NEW; either may be
 * empty. A version of a program is a file with the headers beside it, or a directory. Any set of
 * edits can be applied to OLD, which makes a version between the two.
 *
 * Build products in a directory are not part of a version: objects, libraries, programs, logs.
 *
 * Edits are about text. The change map (version.h) says what they mean to the program; a
 * declaration is an edit and no change. */
#ifndef DRIFT_BLAME_EDITS_H
#define DRIFT_BLAME_EDITS_H

#include <time.h>

#include "base/base.h"
#include "versions/changes/version.h"

/* A file of either version, or of both. */
typedef struct EditFile {
	char *name;                    /* below the version's root */
	char *other;                   /* its name in NEW if it differs, else NULL */
	bool there[N_SIDES];           /* true if that version has it */
	bool plain;                    /* true if it is text; other files are copied whole */
	bool runs;                     /* true if it is executable */
	bool database;                 /* true if it is a compilation database, not a source */
	struct timespec when[N_SIDES]; /* when it was last written */
	Buf text[N_SIDES];
	VEC(u32) line[N_SIDES]; /* offset of each line, and of the end */
} EditFile;

typedef struct Edit {
	u32 file;
	u32 from[N_SIDES], to[N_SIDES]; /* lines [from, to); 1 is the first */
} Edit;

typedef struct Edits {
	VEC(EditFile) files;
	VEC(Edit) at;        /* in order of files and lines */
	char *root[N_SIDES]; /* directories of the versions */
	char *main;          /* name of a version that is a file; NULL: a directory */
} Edits;

/* Returns false with one line in err if a version is neither a source file nor a directory, or
 * cannot be read. Both must be of the same kind. */
bool edits_find(const char *old, const char *now, Edits *e, Err *err);
void edits_free(Edits *e);

/* Writes OLD with those edits that have their flag set into a new directory. The compiler must be
 * given `to`, or the file of a version that is a file. level: in C sources, lines of both versions
 * have the same number whatever edits are taken: empty lines fill the gaps. */
bool edits_write(const Edits *e, const bool *take, bool level, const char *to, Err *err);
/* The same in a directory that has the version with the edits `was`: writes only files that differ.
 * C sources and headers count as written now; other files keep their times, or rules would rebuild
 * makefiles. */
bool edits_rewrite(const Edits *e, const bool *was, const bool *take, bool level, const char *to,
				   Err *err);
/* Options for the sources of a version between the two: those of OLD, but paths that start in OLD's
 * directory start in `sources`. To be freed. */
char *edits_flags(const Edits *e, const char *given, const char *sources);
/* True for C, headers, and files that C is generated from. */
bool edit_file_is_code(const EditFile *f);
/* "parse.c:41" or "parse.c:41-43": lines of NEW, or of OLD where NEW has none. */
void edit_location(const Edits *e, u32 edit, Buf *to);
/* Prints its lines of one side unchanged. */
void edit_text(const Edits *e, u32 edit, Side s, Buf *to);
/* True if the edit inserts the word, as a C token. */
bool edit_has_word(const Edits *e, u32 edit, const char *word);
/* Returns the next C name in quotes in a compiler's message, to be freed; NULL: there is none. */
char *edit_next_name(const char **at);

#endif
