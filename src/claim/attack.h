/* attack.h: inputs for a second opinion; private to opinion.c and attack*.c. */
#ifndef DRIFT_CLAIM_ATTACK_H
#define DRIFT_CLAIM_ATTACK_H

#include "claim/claim.h"

/* Numbers and texts that occur in both programs, those of changed functions first. */
typedef struct Words {
	VEC(u64) numbers; /* sign extended; the ends of ranges come after the program's own */
	VEC(Buf) texts;
} Words;

/* A run of both versions. */
typedef struct SeenRun {
	KeptInput input;
	ConstraintList decisions; /* the first of them, in order */
} SeenRun;

typedef struct Paths {
	VEC(SeenRun) runs;
	IntMap turns; /* how often decisions were turned round, by place and by what was before */
} Paths;

/* What is at work. */
typedef struct Attack {
	Claim *claim;
	Words words;
	Paths paths;
	u32 shape;
	Assignment start; /* the input that others are made from */
	Assignment a;     /* the one being made */
	u64 random;
	u64 stop; /* inputs, until the next kind has its turn */
} Attack;

/* Makes inputs until opinion_goes_on says no, or it knows no more. */
void attack(Claim *claim);
bool attack_goes_on(const Attack *k);
/* Runs a model of conditions and goal, in k->a; false: there was none, or it was known. */
bool attack_model(Attack *k, Solver *s, ExprList *conds, Expr goal, const Assignment *near);

/* attack_words.c */
void words_take(const Claim *claim, Words *to);
void words_free(Words *w);

/* attack_paths.c */

/* The latest run was on k->a: its decisions are to be turned round, and its outputs asked about. */
void paths_follow(Attack *k);
void paths_free(Paths *p);
void attack_starts(Attack *k);
void attack_paths(Attack *k);

#endif
