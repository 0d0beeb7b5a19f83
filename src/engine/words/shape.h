/* shape.h: shapes of inputs, made of the words of a program.
 *
 * A WordShape is what follows `drift test OLD NEW`: arguments with placeholders, and standard input.
 * One program gets several: one for each option, subcommand and start value that it knows. Which of
 * them are good is for others to find out, by running them. */
#ifndef DRIFT_WORDS_SHAPE_H
#define DRIFT_WORDS_SHAPE_H

#include "engine/words/words.h"

typedef struct WordShape {
	StrList words;      /* arguments */
	const char *input;  /* of --stdin, or NULL */
	const char *reason; /* what it is made of: "option -n takes a number (main.c:11)" */
} WordShape;

typedef struct WordShapes {
	VEC(WordShape) list;
	Arena arena; /* of their texts */
} WordShapes;

/* The program must outlive the shapes. */
void word_shapes(const Program *p, const ProgramWords *w, WordShapes *to);
void word_shapes_free(WordShapes *s);

/* What an argument looks like, given what the program does with it; start: contents of a file. */
const char *word_placeholder(WordShapes *s, const TextFacts *t, const char *start);

#endif
