/* dictionary.h: words, characters and numbers to make inputs of.
 *
 * They are found in a program, or read from a file in the format of AFL's dictionaries: a word in
 * quotes on each line, perhaps behind NAME= or NAME@LEVEL=, with \\, \" and \xNN; lines that begin
 * with # are comments. A dictionary owns its words. */
#ifndef DRIFT_WORDS_DICTIONARY_H
#define DRIFT_WORDS_DICTIONARY_H

#include "engine/load/program.h"

typedef struct Dictionary {
	VEC(Buf) words;   /* the program compares texts with them, or a file has them */
	VEC(Buf) others;  /* other short texts in its data */
	VEC(i64) numbers; /* constants that it compares with */
	Buf characters;   /* that it compares with, each once */
} Dictionary;

/* Adds a word, another text or a number, unless it is there or the list is full. */
void dictionary_word(Dictionary *d, const void *bytes, size_t len);
void dictionary_other(Dictionary *d, const void *bytes, size_t len);
void dictionary_number(Dictionary *d, i64 value);
/* Adds what the program knows. */
void dictionary_find(Dictionary *d, const Program *p);
/* Adds the words of another one. */
void dictionary_join(Dictionary *d, const Dictionary *from);
bool dictionary_read(Dictionary *d, const char *path, Err *err);
/* Writes words and other texts, as such a file. */
bool dictionary_write(const Dictionary *d, const char *path, Err *err);
void dictionary_free(Dictionary *d);

#endif
