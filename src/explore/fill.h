/* fill.h: from an exploration to the model of what was found (result/result.h).
 *
 * What every client of an explorer tells in the same way: figures of the solver, coverage, and what
 * the result hangs on besides the inputs. Texts that the model borrows are the program's and the
 * machine's.
 */
#ifndef DRIFT_EXPLORE_FILL_H
#define DRIFT_EXPLORE_FILL_H

#include "explore/explore.h"
#include "result/result.h"

/* own: of a solver that the client has for itself, or NULL. */
void fill_solver(Result *r, const ExploreStats *s, const SolveStats *own);
void fill_coverage(Result *r, const Program *p, const Machine *m);
ResultEnd fill_end(ExploreEnd end);
/* A place of a program; its text is in the result's arena. */
ResultPlace fill_place(Result *r, const Program *p, u32 loc);

/* ---- fill_world.c ---- */

/* The machines that were run, of one program or of several versions, and their inputs. */
typedef struct WorldView {
	const Program *program[RESULT_SUBJECTS];
	const Machine *machine[RESULT_SUBJECTS];
	u32 n;
	const Inputs *inputs;
	bool ended; /* all runs are done: what they never did can be told */
} WorldView;

void fill_world(Result *r, const WorldView *v);

#endif
