/* words.h: the words that a program knows, and the inputs that it takes.
 *
 * Read off the loaded program, without running it: what it does with its arguments (converts them to
 * numbers, opens them, compares them with words), which options it has (strings of getopt, tables
 * of getopt_long, characters in switches), how it reads standard input (formats of scanf), and the
 * words that it compares its input with.
 *
 * Two ideas. Origins (origin.c): each register has a set of texts that it may point into, such as
 * argument 2 or the value of option -n; sets flow through assignments, calls and variables. Facts
 * (fact.c): each call of a known function says something about the texts of its arguments.
 *
 * Everything here is a hint: it may be incomplete, and a proposal made of it may be useless. Nothing
 * here supports a verdict.
 *
 * Words own everything they point to, but for texts of the program, which must outlive them. */
#ifndef DRIFT_WORDS_H
#define DRIFT_WORDS_H

#include "engine/load/program.h"

enum {
	WORDS_ARGS = 15,        /* arguments that are told apart */
	WORDS_ANY = WORDS_ARGS, /* an argument whose number is not known */
	WORDS_OPTIONS = 28,     /* options whose values are told apart */
	WORDS_MOST = 64,        /* words in a list */
};

/* What the program does with one text that it is given. */
typedef struct TextFacts {
	bool number;   /* converts it to an integer */
	bool real;     /* converts it to a floating point number */
	bool opened;   /* opens it as a file to read */
	bool created;  /* opens it as a file to write */
	bool looked;   /* uses it in another way */
	StrList words; /* compares it with these */
	u32 loc;       /* where the first of these happens */
} TextFacts;

/* An option of the program. */
typedef struct OptionFacts {
	char letter;      /* 0: it has only a name */
	const char *name; /* without dashes; NULL: it has only a letter */
	bool value;       /* true if a value must follow */
	TextFacts text;   /* what happens with the value */
	u32 loc;          /* where it is known from */
} OptionFacts;

typedef struct ProgramWords {
	TextFacts arg[WORDS_ARGS + 1]; /* by number of the argument; WORDS_ANY: any */
	VEC(OptionFacts) options;      /* in the order of the program */
	bool letters;     /* true if the options are characters of an argument, without getopt */
	bool input;       /* true if it reads standard input */
	bool files;       /* true if it opens files */
	u32 input_loc;    /* where it reads standard input */
	StrList formats;  /* of scanf, for what it reads */
	StrList scanned;  /* of sscanf, for texts of any origin */
	StrList compared; /* words that it compares with texts of any origin */
	Buf characters;   /* in switches, each once */
	Arena arena;      /* of texts that are not the program's */
} ProgramWords;

ProgramWords *program_words(const Program *p);
void program_words_free(ProgramWords *w);

/* The text at an address that the program cannot change, or NULL. */
const char *words_literal(const Program *p, u64 address);
/* True if anything is known about it. */
bool text_facts_any(const TextFacts *t);

/* A short text that a format of scanf reads: "%d %s" becomes "1 a", "%d , %d" becomes "1,1". */
void words_sample(const char *format, Buf *to);

#endif
