/* pair.h: what the generator of pairs is made of.
 *
 * A block is a small piece of C, kept as text in NAME.blocks with places that vary:
 *
 *     = chosen 1                                         name, class of verdicts it is meant to try
 *     static int g@i(int n) { return @[n + 1@|n + 2@|1 + n@]; }
 *     :                                                  what follows is the body of a function
 *     	show(@x == @k ? g@i(@x) : 0);
 *
 * @[old@|new@|same@] is where a mutation can be: what OLD has, something else, the same written
 * in another way; @- stands for "none". @(a@|b@) is one of these, alike in both versions.
 * @i is the number of the block, @a to @d are numbers from 1 to 9 and @k to @m from 0 to 7, no two
 * the same, @p is one from 1 to 16, @w a larger one; @x, @y are x and y or the other way round; @t is an integer
 * type, @u the unsigned type of its width. "! A B" names inputs to try natively where all cannot
 * be tried ("wide"). "entry PROTOTYPE" makes it a program of its own, for --entry, which with "named" is told
 * the name f alone; "world" means that the
 * block asks the system something that `world` of enumerate.c varies natively. Classes 0 to 16 and 21 to 30
 * and 32 are those that were wrong once; 20 is ordinary C that never was, 31 tries sides that are closed without a run,
 * 33 states that are equal on most paths only, 34 numbers with a fraction.
 */
#ifndef VERDICTS_PAIR_H
#define VERDICTS_PAIR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MAX_BLOCKS = 600, MAX_SPOTS = 16, MAX_TRIES = 4, WORLDS = 4 };

/* What is put at a place of mutation. */
typedef enum Kind { KIND_OLD, KIND_NEW, KIND_SAME, KIND_COUNT } Kind;

typedef struct Block {
	char *name;
	char *classes;          /* numbers, separated by spaces */
	char *entry;            /* prototype, or NULL */
	bool wide;              /* inputs are not restricted */
	bool named;             /* an entry whose prototype is not the same in both versions */
	bool text;              /* an entry that takes text: objects are kept small */
	bool world;             /* what the system answers is varied natively */
	char *tries[MAX_TRIES]; /* inputs that show a difference, or NULL */
	char *decls;            /* before the function */
	char *body;
} Block;

typedef struct Blocks {
	Block list[MAX_BLOCKS];
	unsigned count;
} Blocks;

/* A block with its numbers: the same in both versions. */
typedef struct Use {
	const Block *block;
	unsigned id;                     /* its place in the program */
	uint64_t seed;                   /* of its choices */
	int value[26];                   /* of @a to @z */
	bool crossed;                    /* @x is y */
	unsigned type;                   /* of @t */
	int spot;                        /* where it is mutated, or -1 */
	Kind kind;                       /* and how */
	unsigned spots;                  /* counted by use_write */
	bool has[MAX_SPOTS][KIND_COUNT]; /* what can be put there, found by use_write */
	unsigned choices;                /* met so far */
} Use;

/* expand.c: numbers that are the same everywhere. */
uint64_t random_mix(uint64_t seed);
unsigned random_pick(uint64_t *state, unsigned n);

/* blocks.c: reads all blocks of a directory, by name; false with a message on failure. */
bool blocks_read(Blocks *b, const char *dir);

/* expand.c: fixes the numbers of a use; writes one of its texts, mutated if wanted. `to` may be
 * NULL, to count. */
void use_init(Use *u, const Block *b, unsigned id, uint64_t seed);
void use_begin(Use *u);
void use_write(Use *u, const char *text, bool mutated, FILE *to);

/* guard.c: a condition on the number g that one number satisfies. */
typedef struct Guard {
	unsigned kind;
	uint32_t factor, other;
	uint32_t key; /* the number */
} Guard;
void guard_init(Guard *g, uint64_t seed);
void guard_write(const Guard *g, FILE *to);

/* Which kind of program the blocks become. */
typedef enum Shape {
	SHAPE_MAIN,  /* a program with main */
	SHAPE_UNIT,  /* a function `unit`, for --entry, --call and drift check */
	SHAPE_ENTRY, /* a block that is a function for --entry */
} Shape;

/* program.c: one version of the program; inputs and options of the pair. */
typedef struct Pair {
	Use uses[3];
	unsigned count;
	unsigned changed; /* which of them is mutated */
	uint64_t seed;    /* of everything around the blocks */
	bool wide;        /* inputs are not restricted */
	Shape shape;
	bool guarded; /* the changed block runs only where the guard holds */
	Guard guard;
} Pair;
void program_write(Pair *p, bool mutated, FILE *to);
void program_options(const Pair *p, FILE *to);
void program_inputs(Pair *p, FILE *to);

#endif
