/* refute_inputs.h: inputs that try to refute `equivalent`; private to refute.c and refute_*.c. */
#ifndef DRIFT_COMPARISON_REFUTE_INPUTS_H
#define DRIFT_COMPARISON_REFUTE_INPUTS_H

#include "versions/verdict/impl.h"

/* Numbers and texts that occur in both programs, those of changed functions first. */
typedef struct Words {
	VEC(u64) numbers; /* sign extended; the ends of ranges come after the program's own */
	VEC(Buf) texts;
} Words;

/* A run of both versions. */
typedef struct ObservedRun {
	KeptInput input;
	ConstraintList decisions; /* the first of them, in order */
} ObservedRun;

typedef struct Paths {
	VEC(ObservedRun) runs;
	IntMap sequences; /* (sequence so far, condition) -> number of the sequence */
	IntMap turned;    /* (sequence, condition): this one was asked for after it */
	IntMap turns;     /* location -> how often its decisions were negated */
} Paths;

/* The state while inputs are made. */
typedef struct RefuteInputs {
	Comparison *comparison;
	Words words;
	Paths paths;
	u32 shape;
	Assignment start; /* the input that others are derived from */
	Assignment a;     /* the one being made */
	u64 random;
	u64 stop; /* number of inputs after which the next kind is tried */
} RefuteInputs;

/* Makes inputs until refute_goes_on returns false, or it has no more. */
void refute_inputs(Comparison *comparison);
bool refute_inputs_goes_on(const RefuteInputs *k);
/* Runs a model of conditions and goal, in k->a; returns false if there was none, or it was
 * known. */
bool refute_inputs_model(RefuteInputs *k, Solver *s, ExprList *conds, Expr goal,
						 const Assignment *near);

/* refute_words.c */
void words_take(const Comparison *comparison, Words *to);
void words_free(Words *w);

/* refute_paths.c */

/* The latest run was on k->a: queues its decisions for negation, and asks about its outputs. */
void paths_follow(RefuteInputs *k);
void paths_free(Paths *p);
void refute_inputs_starts(RefuteInputs *k);
void refute_paths(RefuteInputs *k);

#endif
