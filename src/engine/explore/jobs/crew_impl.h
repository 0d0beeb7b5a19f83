/* crew_impl.h: shared by crew.c, which has the worker processes, and parts.c, which has the parts of the
 * search: what is left of each job, and what was found. */
#ifndef DRIFT_JOBS_CREW_IMPL_H
#define DRIFT_JOBS_CREW_IMPL_H

#include "engine/explore/jobs/crew.h"
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/kept.h"
#include "engine/explore/jobs/nursery.h"
#include "engine/explore/jobs/report.h"

/* Entries of a search that is kept. */
enum { ENTRY_JOBS, ENTRY_REPORT };

typedef struct CrewJob {
	Buf bytes;
	u64 number; /* from 1, in the order in which jobs were made */
	u32 lost;   /* workers that died with it before they reported anything of it */
} CrewJob;

typedef struct CrewWorker {
	int fd;      /* our end of its socket; -1: there is no such worker */
	Buf in;      /* what it sent and is not processed yet */
	CrewJob job; /* the rest of its job */
	bool busy;
} CrewWorker;

struct Crew {
	Nursery nursery;
	VEC(CrewWorker) workers;
	VEC(CrewJob) jobs; /* wait for a worker */
	ExploreStats sum;  /* of all workers */
	ExploreStats all;  /* with the parent's */
	u64 n_jobs;        /* jobs made so far */
	SearchFile kept;   /* where the search is kept */
	ExploreEnd end;    /* why a worker ended; END_DONE: none did */
};

typedef struct Crew Crew;

/* parts.c */
/* Adds a job that waits for a worker; takes ownership of the bytes. */
void crew_add_job(Crew *c, CrewJob *job);
/* Makes jobs of the nodes that the given inputs left open, n of them. */
void crew_split(Explorer *x, u32 n);
/* Merges the reports of earlier processes. */
void crew_go_on(Explorer *x);
/* Merges a report of this job: what the job was is replaced by what is left of it. */
void crew_merge(Explorer *x, CrewJob *job, JobReport *r);
/* Adds a report to the file that keeps the search, if there is one. */
void crew_keep_report(Explorer *x, const CrewJob *job, const void *at, size_t n);

#endif
