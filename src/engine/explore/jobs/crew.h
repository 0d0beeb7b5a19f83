/* crew.h: a search by several processes of one machine.
 *
 * The parent runs the given inputs and gives the open nodes to workers, as jobs (job.h). A worker
 * searches its job alone, with a tree, a solver and a machine of its own, and reports several times
 * a second what it found and which nodes are left (report.h). If a worker has nothing to do, it
 * raises `hungry` in a page that all share, and one that has work gives away a part of its oldest
 * open nodes. The parent merges reports. It runs an input again only if the client asks for that,
 * because the path is to be shown.
 *
 *     parent ── jobs ──► worker 1 ─┐
 *        ▲  └── jobs ──► worker 2 ─┤ reports: new paths, what is left, jobs given away
 *        └─────────────────────────┘
 *
 * A worker that dies is replaced, and the rest of its job, as of its latest report, is given out
 * again. What it found after that report is found again. */
#ifndef DRIFT_JOBS_CREW_H
#define DRIFT_JOBS_CREW_H

#include <stdatomic.h>

#include "engine/explore/explorer.h"

enum { MOST_WORKERS = 256 };

/* Shared by all processes of a search. */
struct CrewPage {
	volatile sig_atomic_t stop; /* not 0: workers report what is left, and wait */
	atomic_ullong runs;         /* of all processes */
	atomic_ullong entered;      /* of these, inputs that were run again to enter jobs */
	atomic_int hungry;          /* workers without a job, less the jobs that wait for one */
	atomic_ullong memory[MOST_WORKERS + 1]; /* bytes of each process; [0]: the parent */
};

typedef struct CrewPage CrewPage;

/* helper.c: what a worker does; ctx is its Explorer. */
void helper_work(void *ctx, u32 number, int fd);
/* Keeps a path that the worker found for its next report. */
void helper_path(struct Helper *h, const Path *path);

/* crew.c: in the parent. */
bool crew_begin(Explorer *x, Err *err);
/* Distributes the open nodes and merges what workers find. Returns why that ended. */
ExploreEnd crew_run(Explorer *x);
/* Returns the statistics of all processes; own are those of the parent. */
const ExploreStats *crew_stats(struct Crew *crew, const ExploreStats *own);
/* Open nodes of jobs. */
u64 crew_waiting(const struct Crew *crew);
void crew_end(Explorer *x);

#endif
