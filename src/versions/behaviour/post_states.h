/* post_states.h: the post-states of a function under --entry in two versions.
 *
 * After every run in which both versions returned, their memories are walked in step (walk.c), and
 * the differences become part of their behaviours (post_state.h). Memory that cannot be compared is
 * reported once. So is state that later calls would observe and this one does not show. */
#ifndef DRIFT_BEHAVIOUR_UNITS_H
#define DRIFT_BEHAVIOUR_UNITS_H

#include "versions/behaviour/post_state.h"
#include "engine/input/entry.h"
#include "versions/product/product.h"
#include "versions/changes/version.h"

typedef struct PostStatesConfig {
	ProductRunner *pair; /* of OLD and NEW */
	Subject *subject[2];
	const ChangeMap *map;
	const Inputs *inputs;
	const EntryType *result[2]; /* return types of the function */
	u32 depth;                  /* most pointers to follow */
	bool looks;                 /* true if returned value and post-state are compared */
} PostStatesConfig;

typedef struct PostStates PostStates;

/* From now on every run of the pair is observed. */
PostStates *post_states_new(const PostStatesConfig *config);
void post_states_end(PostStates *u);
/* Returns the post-states of the latest run if both versions returned, else NULL. The caller must
 * not drop them. u may be NULL. */
PostState *post_states_latest(const PostStates *u);
/* True if a limit prevented a comparison; u may be NULL. */
bool post_states_limited(const PostStates *u);
/* For a native program that calls the subject's function: returns the source file that defines a
 * global. */
const char *post_states_native_file(const Subject *of, const Global *g);
/* Reports everything that was not compared, in order. */
void post_states_not_compared(const PostStates *u, void *ctx,
							  void (*fn)(void *ctx, const char *what));

#endif
