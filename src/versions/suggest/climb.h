/* climb.h: a search for start values, between suggestions and the search of drift test.
 *
 * Lines are edited and run, OLD and NEW, in drift's machine and without expressions: thousands of
 * runs take seconds. A line is kept if it comes nearer to a change, by steps of control dependence,
 * or executes a block that no earlier line did. The search ends when the outputs of both versions
 * differ, or when its runs or its time are used up.
 *
 * Four files: line.c has the words of a line, ready to be edited. hint.c has the texts, numbers and
 * options that edits use, from the code that changed first. edit.c changes a line at random: it adds and
 * removes words, and engine/words/mutate.h changes texts. climb.c has the loop.
 *
 * Like every suggestion, what it finds is a hint: drift test runs the line again and confirms it. */
#ifndef DRIFT_CLIMB_H
#define DRIFT_CLIMB_H

#include "engine/words/mutate.h"
#include "versions/suggest/suggest.h"

typedef struct ClimbOptions {
	u32 runs;   /* of NEW */
	double end; /* deadline on the clock of now_seconds */
} ClimbOptions;

/* Starts with the lines of the list that have neither entry nor call, and adds the best that it found,
 * if they are better than those. */
void suggest_climb(Subject *const subject[N_SIDES], const ChangeMap *map, const ClimbOptions *o,
				   Suggestions *list);

/* ---- line.c ---- */

typedef enum WordKind {
	WORD_FIXED,    /* as it stands */
	WORD_NUMBER,   /* @int */
	WORD_TEXT,     /* @str */
	WORD_CONTENTS, /* @text or @file */
} WordKind;

typedef struct LineWord {
	WordKind kind;
	Buf before; /* text in front of the placeholder, as in -@str:1 */
	Buf value;  /* the start value; FIXED: the whole word */
	Buf given;  /* the word as it came; empty: it was edited since */
	u32 bound;  /* TEXT, CONTENTS: bytes */
} LineWord;

typedef struct WordLine {
	VEC(LineWord) words;
	LineWord input; /* of --stdin */
	bool reads;     /* true if there is input */
} WordLine;

/* Returns false if a file that the suggestion names cannot be read. *to must be empty. */
bool line_read(const Suggestion *s, WordLine *to);
void line_copy(const WordLine *from, WordLine *to);
void line_free(WordLine *l);
/* The words as arguments of drift, in the arena. Returns false if a value cannot be written as a word. */
bool line_words(const WordLine *l, Arena *arena, Suggestion *to);
void line_remove(WordLine *l, size_t at);
void line_insert(WordLine *l, size_t at, WordKind kind, const char *value);
/* Marks a word as edited. A number that is none any more becomes a text. */
void line_word_edited(LineWord *w);

/* ---- hint.c ---- */

typedef struct HintOption {
	const char *text; /* with its dashes */
	bool value;       /* true if a word must follow */
	bool number;      /* true if that is a number */
} HintOption;

typedef struct Hints {
	Dictionary dict; /* words: those of functions that changed; others: of the program */
	VEC(HintOption) options;
	bool input;  /* true if the program reads standard input */
	Arena arena; /* of the options */
} Hints;

void hints_find(Subject *const subject[N_SIDES], const ChangeMap *map, Hints *to);
void hints_free(Hints *h);

/* ---- edit.c ---- */

/* Makes a text the contents of a file, and contents a text. */
void line_turn(LineWord *w);
/* Changes the line once; other: a line to take contents from. m draws from h->dict. */
void line_edit(WordLine *l, const Hints *h, const WordLine *other, Mutator *m);

#endif
