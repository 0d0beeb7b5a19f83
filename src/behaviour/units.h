/* units.h: what a function under --entry leaves behind in two versions.
 *
 * After every run in which both versions returned, their memories are walked in step (walk.c), and
 * what is found becomes part of their behaviours (left.h). What is met and cannot be compared is
 * told once, as is what later calls would find and this one does not show.
 */
#ifndef DRIFT_BEHAVIOUR_UNITS_H
#define DRIFT_BEHAVIOUR_UNITS_H

#include "behaviour/left.h"
#include "input/entry.h"
#include "subject/joint.h"
#include "version/version.h"

typedef struct UnitsConfig {
	JointRunner *pair; /* of OLD and NEW */
	Subject *subject[2];
	const ChangeMap *map;
	const Inputs *inputs;
	const EntryType *result; /* type of what the function returns */
	u32 depth;               /* pointers that are followed */
	bool looks;              /* what it returns and leaves counts */
} UnitsConfig;

typedef struct Units Units;

/* From now on every run of the pair is looked at. */
Units *units_new(const UnitsConfig *config);
void units_end(Units *u);
/* Of the latest run, if both versions returned; else NULL. Not to be dropped. u may be NULL. */
Left *units_left(const Units *u);
/* A limit kept something from being compared; u may be NULL. */
bool units_limited(const Units *u);
/* The source of a native program that calls the function of a subject in which a global is. */
const char *units_native_file(const Subject *of, const Global *g);
/* All that was not compared, in order. */
void units_not_compared(const Units *u, void *ctx, void (*fn)(void *ctx, const char *what));

#endif
