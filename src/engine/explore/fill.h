/* fill.h: fills the result model (output/result/result.h) from an exploration.
 *
 * Every client of an explorer reports these in the same way: solver statistics, coverage, and
 * what the result depends on besides the inputs. The model borrows texts from the program and
 * the machine.
 */
#ifndef DRIFT_EXPLORE_FILL_H
#define DRIFT_EXPLORE_FILL_H

#include "engine/explore/explore.h"
#include "output/result/result.h"

/* own: statistics of the client's own solver, or NULL. */
void fill_solver(Result *r, const ExploreStats *s, const SolveStats *own);
/* A group of figures, which is left out if nothing was compiled. code: NULL or that of all machines. */
void fill_compiled(Result *r, const NativeCode *code);
void fill_coverage(Result *r, const Program *p, const Machine *m);
ResultEnd fill_end(ExploreEnd end);
/* Returns a location of a program; its text is in the result's arena. */
ResultLocation fill_location(Result *r, const Program *p, u32 loc);

/* fill_shape.c; borrows from the inputs. */
void fill_shapes(const Inputs *in, ResultShapes *to);

/* ---- fill_world.c ---- */

/* The machines that ran, of one program or of several versions, and their inputs. */
typedef struct WorldView {
	const Program *program[RESULT_SUBJECTS];
	const Machine *machine[RESULT_SUBJECTS];
	u32 n;
	const Inputs *inputs;
	bool ended; /* true if all runs are done, so that we can report what they never did */
	/* Of several versions: how close to a change it was asked; or NULL. */
	ResultNear (*near)(const void *ctx, u32 version, const WorldAsk *ask);
	const void *ctx;
} WorldView;

void fill_world(Result *r, const WorldView *v);
/* Returns the place of the first call of a function of math.h of which C does not say what it returns; 0: there is none. */
u32 program_approximate(const Program *p);

#endif
