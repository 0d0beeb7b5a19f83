/* world.h: what a result hangs on besides the inputs, for people and programs. */
#ifndef DRIFT_CASES_WORLD_H
#define DRIFT_CASES_WORLD_H

#include "explore/explore.h"

/* The machines that were run, of one program or of two versions, and their inputs. */
typedef struct WorldView {
	const Program *program[2];
	const Machine *machine[2];
	u32 n;
	const Inputs *inputs;
	bool ended; /* all runs are done: what they never did can be told */
} WorldView;

/* Lines of their own, each with label in front; verdict: what holds in this world, or "". */
void world_print(const WorldView *v, const char *label, const char *verdict, FILE *to);
/* A list of kind, name, where, count, varied. */
struct cJSON *world_json(const WorldView *v);

#endif
