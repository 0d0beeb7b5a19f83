/* impl.h: private to src/engine/words. */
#ifndef DRIFT_WORDS_IMPL_H
#define DRIFT_WORDS_IMPL_H

#include "engine/words/words.h"

/* A set of texts, or of addresses inside of argv:
 *
 *   bits 0..15    the text of argument 0..14, or of some argument
 *   bits 16..31   the address of argv[0..14], or of some element
 *   bits 32..59   the value of option 0..27
 *   bit 60        the value of some option
 *   bit 61        characters that were read
 *   bit 62        a result of getopt */
typedef u64 TextOrigin;

#define ORIGIN_ARG(k) (1ull << (k))
#define ORIGIN_ARGS 0xffffull
#define ORIGIN_ARGV(k) (1ull << (16 + (k)))
#define ORIGIN_OPTION(i) (1ull << (32 + (i)))
#define ORIGIN_SOME_OPTION (1ull << 60)
#define ORIGIN_READ (1ull << 61)
#define ORIGIN_LETTER (1ull << 62)

typedef struct Origins {
	const Program *p;
	ProgramWords *words;
	TextOrigin **reg;   /* by function and register; NULL: no body */
	TextOrigin **chars; /* the same: characters of such texts */
	TextOrigin *result; /* by function: what it returns */
	u32 **def;     /* by function and register: the instruction that defines it, or NO_OPERAND */
	IntMap memory; /* variable -> TextOrigin of its contents */
	bool changed;  /* in this round */
} Origins;

void origins_find(Origins *o);
void origins_free(Origins *o);
TextOrigin origin_of(const Origins *o, const Function *f, Operand v);
TextOrigin origin_of_char(const Origins *o, const Function *f, Operand v);

/* Value of a constant operand. */
bool operand_value(const Program *p, Operand v, u64 *value);
/* The name of a called function as C programs write it: without __isoc99_ and the like. "": unknown. */
const char *called_name(const Program *p, const Call *c);
/* The instruction that defines a register; NULL: a parameter. */
const Ins *definition(const Origins *o, const Function *f, Operand v);

/* option.c */
void options_find(ProgramWords *w, const Program *p);
/* Options whose code contains the block: a bit of ORIGIN_OPTION each; 0: none is known. */
TextOrigin options_at(const ProgramWords *w, const Program *p, const Function *f, u32 block);

/* fact.c */
void facts_find(Origins *o);
bool word_add(StrList *to, const char *word);

#endif
