/* records.h: lines that were of use, to be repeated and combined as wholes.
 *
 * A program that reads commands or records needs several in a row. A line of an input that reached
 * new code is kept here. It is adopted by another text: its names become names of that text, so
 * that `sort a.x` becomes `sort t.n` where a table t is. A name is a token that is no word of the
 * dictionary; a number becomes a number. */
#ifndef DRIFT_WORDS_RECORDS_H
#define DRIFT_WORDS_RECORDS_H

#include "engine/words/dictionary.h"

struct Mutator;

typedef struct Records {
	VEC(Buf) lines; /* each once, without its newline; owned */
	KeyMap known;
} Records;

/* Adds the lines of a text, unless they are known or there are enough. */
void records_add(Records *r, const Buf *text);
void records_free(Records *r);
/* Copies a line to *out, with names of the text. */
void record_adopt(struct Mutator *m, const Buf *line, const Buf *text, Buf *out);
/* Draws a record for a text, into m->scratch and with a newline at its end. False: there is none. */
bool record_draw(struct Mutator *m, const Buf *text);
/* Draws a name of a text, or a number if digits; into m->piece. False: it has none. */
bool name_draw(struct Mutator *m, const Buf *text, bool digits);

#endif
