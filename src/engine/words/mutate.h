/* mutate.h: random mutations of texts, always the same for the same seed.
 *
 * The only place that knows how to change a text: bytes, ranges, decimal numbers, words of a
 * dictionary, lines and tokens, and pieces of another text. The guide of the search
 * (versions/search/mutate) changes values of one shape with it; the search for command lines
 * (versions/suggest) changes words of a line, and adds and removes words itself.
 *
 *   mutate.c         bytes, numbers and words
 *   mutate_lines.c   lines and tokens
 *   records.h        lines that were of use, as wholes */
#ifndef DRIFT_WORDS_MUTATE_H
#define DRIFT_WORDS_MUTATE_H

#include "engine/words/records.h"

typedef struct Mutator {
	u64 random; /* state of the random numbers */
	const Dictionary *dict;
	const Records *records; /* lines to combine; NULL: none */
	Buf scratch, piece;     /* of one mutation */
} Mutator;

u32 draw(Mutator *m, u32 below); /* below > 0 */
void mutator_free(Mutator *m);
/* Draws a number in decimal, into m->piece. */
void draw_number(Mutator *m);
/* Draws a word of the dictionary, or a number or a character, into m->piece. */
void draw_word(Mutator *m);
/* Everything that draw_word may draw from the dictionary, by number, into m->piece. */
u32 count_pieces(const Mutator *m);
void put_piece(Mutator *m, u32 i);
/* Puts a number in decimal into m->piece. */
void put_number(Mutator *m, i64 v);
/* Replaces n bytes at a position by others, within the bound of the text. */
void text_replace(Buf *text, size_t at, size_t n, const void *bytes, size_t len, u32 bound);
/* Changes a text once. other: a text to take pieces from, or NULL. */
void mutate_text(Mutator *m, Buf *text, const Buf *other, u32 bound);
/* Changes lines and tokens of a text. */
void mutate_lines(Mutator *m, Buf *text, const Buf *other, u32 bound);
/* Appends a record, or a line of the text or of the other one. */
void repeat_line(Mutator *m, Buf *text, const Buf *other, u32 bound);
/* Appends a line of words to a text. */
void invent_line(Mutator *m, Buf *text, u32 bound);

#endif
