/* crew_impl.h: shared by crew.c, which has the worker processes, and parts.c, which has the parts of the
 * search: what is left of each job, and what was found. */
#ifndef DRIFT_JOBS_CREW_IMPL_H
#define DRIFT_JOBS_CREW_IMPL_H

#include "engine/explore/jobs/crew.h"
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/kept.h"
#include "engine/explore/jobs/nursery.h"
#include "engine/explore/jobs/report.h"
#include "engine/explore/jobs/shard.h"

/* Entries of a search that is kept. */
enum { ENTRY_JOBS, ENTRY_REPORT, ENTRY_SHARD, ENTRY_WORLD };

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
	u64 n_jobs;        /* number of the latest job that was made */
	size_t asked;      /* questions to the world that the file has */
	u64 first;         /* with shards: jobs that all of them begin with */
	u64 step;          /* from the number of a job to that of the next one */
	SearchFile kept;   /* where the search is kept */
	ExploreEnd end;    /* why a worker ended; END_DONE: none did */
};

typedef struct Crew Crew;

/* parts.c */
/* Adds a job that waits for a worker; takes ownership of the bytes. */
void crew_add_job(Crew *c, CrewJob *job);
/* What the caller says of the search, and the inputs that it begins with. */
Digest crew_identity(Explorer *x);
/* Makes n jobs of the nodes that are open, or fewer. */
void crew_split(Explorer *x, u32 n);
/* Writes the entry that has all jobs. */
void crew_jobs_entry(const Crew *c, Buf *entry);
/* Adds an entry to the file that keeps the search, if there is one. */
void crew_keep(Explorer *x, const Buf *entry);
void crew_keep_report(Explorer *x, const CrewJob *job, const void *at, size_t n);
/* Keeps what was asked of the world, if there is more than before. */
void crew_keep_world(Explorer *x);
/* Merges the reports of earlier processes. */
void crew_go_on(Explorer *x);
/* Reads an entry behind the first ones: merges a report of a job that `of` accepts, or compares worlds. Returns false
 * if the bytes are no such entry. */
bool crew_again(Explorer *x, ByteReader *entry, const SearchShard *of);
/* After the last entry: jobs of which nothing is left are done. */
void crew_drop_done(Crew *c);
/* Merges a report of this job: what the job was is replaced by what is left of it. */
void crew_merge(Explorer *x, CrewJob *job, JobReport *r);

/* shard.c */
/* Returns false if a file to merge cannot be read, is of another search, or is given twice. */
bool shard_files_fit(Explorer *x, Err *err);
/* True if the job is one of this shard; of any, if shard is NULL. */
bool shard_has(const SearchShard *shard, u64 job);
/* Divides the search among shards, and takes the parts of this one; or merges the files of shards. Returns
 * false if the budget ended before that; *end says why. */
bool shard_begin(Explorer *x, ExploreEnd *end);

#endif
