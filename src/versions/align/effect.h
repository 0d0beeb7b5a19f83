/* effect.h: how the effect of a change propagated to the output, line by line.
 *
 * The path is found backwards, from the output that differs to the step where the difference began.
 * This header also has the functions that print steps and their values for people. */
#ifndef DRIFT_ALIGN_EFFECT_H
#define DRIFT_ALIGN_EFFECT_H

#include "versions/align/align.h"
#include "output/result/result.h"

/* A source line on the path from a change to the output. */
typedef struct EffectLine {
	int side;         /* the version whose line it is */
	u32 file, line;   /* its location */
	char *where;      /* as text */
	char *value[2];   /* in OLD and NEW; empty: no value can be shown */
	char *source;     /* text of the line */
	bool alone;       /* true if it is unchanged code that the other version did not execute */
	const char *word; /* what happened there, if no value shows it; or "" */
} EffectLine;

typedef VEC(EffectLine) EffectList;

/* Finds the path for an input on which both differ. Leaves the list empty if there is none. */
void effect_find(Aligner *a, AlignedInput of, EffectList *to);
/* The same for runs that are aligned already. */
void effect_of(const Aligner *a, const Alignment *w, EffectList *to);
/* Adds the lines of the path to a key. */
void effect_key(const EffectList *list, Buf *to);
void effect_free(EffectList *list);
/* Fills the result; the list keeps ownership of the texts. */
void effect_fill(const Aligner *a, const EffectList *list, ResultSteps *to);

/* True if the step produces output, or returns from main. */
bool align_is_output(const Aligner *a, int side, const AlignedStep *s);

/* ---- say.c: a step as text ---- */

const Ins *align_ins(const Aligner *a, int side, const AlignedStep *s);
/* Returns its location, or the nearest one that has a line. */
u32 align_loc(const Aligner *a, int side, const AlignedStep *s);
/* Prints its source line. */
void align_source(const Aligner *a, int side, const AlignedStep *s, Buf *to);
/* True if a decision led to a block that the other version has as well. */
bool align_target_known(const Aligner *a, int side, const AlignedStep *s);
/* Prints its value; for a decision, where it led. */
void align_value(const Aligner *a, int side, const AlignedStep *s, Buf *to);

#endif
