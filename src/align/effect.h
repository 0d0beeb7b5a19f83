/* effect.h: how the effect of a change came to the output, line by line.
 *
 * From what shows in two aligned runs the way leads back to where it began. Steps and their values
 * as people read them are here, too, for all that tell of aligned runs.
 */
#ifndef DRIFT_ALIGN_EFFECT_H
#define DRIFT_ALIGN_EFFECT_H

#include "align/align.h"
#include "result/result.h"

/* A source line on the way from a change to the output. */
typedef struct EffectLine {
	int side;         /* the version whose line it is */
	u32 file, line;   /* there */
	char *where;      /* as text */
	char *value[2];   /* of OLD and NEW; empty: none that can be shown */
	char *source;     /* text of the line */
	bool alone;       /* unchanged code that the other version did not execute */
	const char *word; /* what happened there, if no value says it; or "" */
} EffectLine;

typedef VEC(EffectLine) EffectList;

/* Of an input on which both differ; empty if it cannot be told. */
void effect_find(Aligner *a, AlignedInput of, EffectList *to);
/* The same of runs that are aligned already. */
void effect_of(const Aligner *a, const Why *w, EffectList *to);
/* Stands for the lines of the way. */
u64 effect_way(const EffectList *list);
void effect_free(EffectList *list);
/* For results; texts stay the list's. */
void effect_fill(const Aligner *a, const EffectList *list, ResultSteps *to);

/* Whether a step puts out something, or returns from main. */
bool align_is_output(const Aligner *a, int side, const WhyStep *s);

/* ---- say.c: a step as text ---- */

const Ins *align_ins(const Aligner *a, int side, const WhyStep *s);
/* Its source line. */
void align_source(const Aligner *a, int side, const WhyStep *s, Buf *to);
/* Its value; of a decision, where it led. */
void align_value(const Aligner *a, int side, const WhyStep *s, Buf *to);

#endif
