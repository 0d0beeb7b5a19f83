/* suggest.h: command lines that are worth trying, for one program or two versions of it.
 *
 * Candidates are made of the program's own words (engine/words/shape.h), of command lines and files
 * of the project next to its sources (examples.c), and, for libraries, of the public functions that
 * lead to a change (library.c). Then each runs once in drift's machine, on its start value (rank.c):
 * those that execute changes come first.
 *
 * A suggestion is no claim. Changes and blocks of a run were observed; a change counts as executed if
 * the run entered a block that contains it.
 *
 * The list owns its texts; the programs must outlive it. */
#ifndef DRIFT_SUGGEST_H
#define DRIFT_SUGGEST_H

#include "engine/words/shape.h"
#include "versions/changes/version.h"
#include "versions/product/subject.h"

typedef struct Suggestion {
	StrList words;      /* arguments of the program */
	const char *input;  /* of --stdin, or NULL */
	const char *entry;  /* of --entry, or NULL */
	const char *call;   /* of --call, or NULL */
	const char *reason; /* why: one line */
	bool ran;           /* true if its start value ran in the machine */
	bool differs;       /* true if runs of OLD and NEW on its start value differ */
	u32 changes;        /* changes that this run executed */
	u32 blocks;         /* of the program that it executed */
	u32 distance;       /* of a function: calls up to the change */
	u32 order;          /* in which it was made */
} Suggestion;

typedef struct Suggestions {
	VEC(Suggestion) list;
	Arena arena;
} Suggestions;

Suggestion *suggestion_add(Suggestions *s, const char *reason);
void suggestions_free(Suggestions *s);
/* Adds what follows the names of the versions, as words for a shell. */
void suggestion_words(const Suggestion *s, Buf *to);

/* From the program's words. */
void suggest_shapes(const Program *p, Suggestions *to);
/* examples.c: from files near a program: scripts and documents that call it, and small files that
 * look like examples. path: the program as the user named it. files: names of more examples, which come first; or NULL. */
void suggest_examples(const Program *p, const char *path, const StrList *files, Suggestions *to);
/* A word of a command line as an argument that varies, unless it is an option. dir: where a file that it
 * names is looked for. */
void suggestion_add_word(Suggestion *s, Suggestions *to, const char *dir, const char *word);
/* Of a command that was given arguments: these, as placeholders, and standard input unless it is set. */
void suggest_given(const Program *p, const StrList *words, bool stdin_given, Suggestions *to);
/* library.c: functions that lead to a change (map NULL: all), the nearest first, and calls of them.
 * Public ones; if headers of the program declare some, only these. all: others as well. The program
 * was loaded with types (LoadOptions.entry). */
void suggest_functions(const Program *p, const ChangeMap *map, bool all, Suggestions *to);
/* reached.c: for each wanted change (NULL: all), prints a line with the nearest public function that
 * calls the changed code, and a command with these words. For libraries, which have no main. */
void suggest_reached(const Program *newer, const ChangeMap *m,
					 bool (*wanted)(void *ctx, u32 change), void *ctx, const char *words, FILE *to);

/* rank.c: runs the start values in NEW and drops lines that cannot be parsed. map: NULL for one
 * program. */
bool suggest_run(Subject *newer, const ChangeMap *map, Suggestions *list, Err *err);
/* Runs the first start of inputs that exist already; then with each of the texts instead of its first
 * text. *best becomes the one that executes most changes, if these are more
 * than without it; else it stays. */
bool suggest_run_inputs(Subject *newer, Inputs *in, const ChangeMap *map, const StrList *texts,
						Suggestion *to, const char **best, Err *err);
/* Texts to begin with: words and characters that the program compares bytes with. They are in the
 * arena. */
void suggest_texts(const Program *p, StrList *texts, Arena *arena);
/* Gives the first text of a call a start value. */
void suggestion_start(Suggestion *s, const char *text, Arena *arena);
/* Sorts, the best first. Of lines that differ only in start values, the best stays; if a line executes a
 * change, those that execute none are dropped. */
void suggest_sort(Suggestions *list);

#endif
