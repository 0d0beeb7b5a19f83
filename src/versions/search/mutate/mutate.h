/* mutate.h: concrete runs of mutated inputs, beside the solver.
 *
 * The solver's guides follow one path at a time. This guide changes inputs blindly and runs them in
 * both versions at machine speed, without expressions. An input is kept if it executes a block or
 * edge that no input executed, or executes one in a new order of magnitude, or executes the changes
 * in a new way. Kept inputs are mutated in turn, and some are given to the solver's guides as a
 * start. New paths of the solver come back as inputs to mutate. If the versions differ on an input,
 * it is reported like a given one and then explored.
 *
 * A run here is never evidence: the client repeats what it reports, and no search becomes
 * exhaustive. The guide depends on its seed and on counts of work, never on time.
 *
 *   mutate.c   the guide: when it works, and what becomes of an input
 *   run.c      machines of its own, and what is new in a run
 *   texts.c    an input as texts, one for each part
 *   change.c   mutates parts of an input
 *   state.c    variables that the versions leave different
 *   prefix.c   what follows an input that was of use
 *   operands.c numbers that runs of the search compared the input with
 *   reduce.c   makes an input smaller on which the versions differ
 *
 * Texts are mutated by engine/words/mutate.h. */
#ifndef DRIFT_SEARCH_MUTATE_H
#define DRIFT_SEARCH_MUTATE_H

#include "engine/words/mutate.h"
#include "versions/search/impl.h"

/* ---- texts.c ---- */

/* An input as texts; numbers are decimal. */
typedef struct InputTexts {
	u32 shape;
	u32 n;     /* parts of the shape */
	Buf *part; /* by part, without its fixed beginning */
} InputTexts;

void texts_take(InputTexts *t, const Inputs *in, u32 shape, const Assignment *a);
void texts_copy(InputTexts *to, const InputTexts *from);
void texts_free(InputTexts *t);
size_t texts_length(const InputTexts *t); /* bytes of all parts */
/* Sets *a. False if it does not satisfy what the shape assumes. */
bool texts_put(const InputTexts *t, Search *search, Assignment *a);
/* True if mutations may change the part. */
bool texts_varies(const Part *part);

/* ---- change.c ---- */

/* Changes some parts of t. other is another input, to take pieces from; of the same shape, or NULL. */
void mutate(Mutator *m, const Shape *shape, InputTexts *t, const InputTexts *other);
/* Adds to the end of a part of t, so that what it does so far is kept. */
void mutate_end(Mutator *m, const Shape *shape, InputTexts *t, const InputTexts *other);
/* Makes a small input of words. */
void mutate_invent(Mutator *m, const Shape *shape, InputTexts *t);

/* ---- run.c ---- */

/* What a run of both showed that no run did before. */
typedef enum RunNews {
	NEWS_NONE,
	NEWS_COUNT,  /* a block or edge was executed in a new order of magnitude */
	NEWS_CHANGE, /* the changes were executed in a new way, or with a new effect */
	NEWS_EDGE,   /* a block or edge was executed for the first time */
} RunNews;

/* A global that both versions have. */
typedef struct StateVariable {
	u64 at[2];  /* its addresses */
	u32 size;   /* bytes */
	u32 global; /* of OLD */
	u32 first;  /* its first place in Bench.ignored */
} StateVariable;

/* A block or edge of OLD. */
typedef struct HitPlace {
	u32 function, flag;
} HitPlace;

typedef VEC(HitPlace) HitPlaceList;

typedef struct Bench {
	Search *search;
	MachineRunner runner[2];
	RunResult result[2];
	Behaviour seen[2];            /* of the latest run, if it differs */
	U32List functions[2];         /* of the subject */
	u8 *known[2];                 /* by function and flag: orders of magnitude so far, as bits */
	u32 *first[2];                /* by function: its position in known */
	KeyMap ways;                  /* ways in which changes were executed */
	HitPlaceList fresh;           /* what the latest run executed of OLD for the first time */
	Buf key;                      /* how the latest run executed the changes, and its effect */
	Buf which;                    /* the variables that it left different */
	u64 runs;                     /* of both */
	u64 reducing;                 /* of these, to make inputs smaller */
	u64 work;                     /* as work of the solver */
	VEC(StateVariable) variables; /* compared after a run */
	bool *ignored;                /* by place: it differs though no change was executed */
	u32 variable;                 /* the first of those, as a global of OLD */
	bool changed;                 /* true if the latest run executed a change */
	bool infected;                /* true if it left different variables */
	bool quiet;                   /* true if runs are no news */
} Bench;

bool bench_begin(Bench *b, Search *search);
void bench_free(Bench *b);
/* Runs an input in both versions. *differs: their outputs do. */
RunNews bench_run(Bench *b, u32 shape, const Assignment *a, bool *differs);
/* True if the latest run executed all of them. */
bool bench_hits_all(Bench *b, const HitPlaceList *places);

/* The order of magnitude of a count, as a bit. */
static inline u8 magnitude(u8 count)
{
	return count < 3     ? count
		   : count == 3  ? 4
		   : count < 8   ? 8
		   : count < 16  ? 16
		   : count < 32  ? 32
		   : count < 128 ? 64
						 : 128;
}

/* ---- state.c ---- */

void state_begin(Bench *b);
void state_end(Bench *b);
/* True if the latest run of both left different variables; adds to the key which. */
bool state_compare(Bench *b);

/* ---- prefix.c ---- */

/* An input as the beginning of others. */
typedef struct Prefix {
	u32 kept;           /* which input */
	u32 length;         /* in bytes; as if longer, if it comes later for another reason */
	u32 turns;          /* so far */
	u32 records, words; /* endings that were tried */
	u32 pieces;         /* likewise */
} Prefix;

typedef struct Prefixes {
	VEC(Prefix) list;
	KeyMap classes; /* which variables differ -> inputs so far */
} Prefixes;

/* Adds an input, unless there are enough with an effect on the same variables; NULL: without one. */
void prefix_add(Prefixes *l, const Buf *which, u32 kept, size_t length);
void prefixes_free(Prefixes *l);
/* Returns the prefix whose turn it is; NO_OPERAND: all endings of all were tried. */
u32 prefix_next(Prefixes *l, const Mutator *m);
/* Adds the next ending of a prefix to t, a copy of its input. False: there is none. */
bool prefix_extend(Prefixes *l, Mutator *m, u32 prefix, const Shape *shape, InputTexts *t);

/* ---- mutate.c ---- */

/* The smallest input with an effect that lives, else one that executes a change; false: there is none. */
bool mutate_nearest(Search *search, Nearest *to, Assignment *input);

/* ---- operands.c ---- */

/* Adds numbers that conditions compare with. */
void operands_take(const ExprPool *p, const ExprList *conds, Dictionary *d);

/* ---- reduce.c ---- */

/* Why an input is kept. */
typedef enum ReduceKind {
	REDUCE_DIFFERS,  /* outputs differ */
	REDUCE_INFECTED, /* the versions leave different variables, in this way */
	REDUCE_EDGES     /* it reaches new code */
} ReduceKind;

/* Removes from t what the latest run does not need for that; *input becomes the assignment of what
 * is left. */
void texts_reduce(Bench *bench, InputTexts *t, ReduceKind kind, Assignment *input);

#endif
