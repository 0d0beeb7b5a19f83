/* report.h: what a process reports about its job: a result, as bytes with a version.
 *
 * A report has everything since the one before it, together with the nodes that are still open. So
 * whoever has the reports of a job can give the rest of it to another process, and nothing is lost or
 * counted twice. A reader treats a report as hostile: it uses nothing before all of it was read. */
#ifndef DRIFT_JOBS_REPORT_H
#define DRIFT_JOBS_REPORT_H

#include "engine/explore/jobs/bytes.h"
#include "engine/explore/explore.h"

/* How the work on a job goes on. */
typedef enum ReportKind {
	REPORT_MORE,  /* the process continues with the nodes of `own` */
	REPORT_DONE,  /* the job is done; `own` has no nodes */
	REPORT_ENDED, /* the budget ended the work; `own` is left */
	REPORT_RENEW, /* another process has to continue with `own`: this one has grown too large */
	REPORT_WRONG, /* the job could not be read */
	N_REPORT_KINDS,
} ReportKind;

/* A new path. */
typedef struct ReportPath {
	u32 shape;
	const u8 *packed; /* its input; see inputs_pack */
	ByteReader told;  /* what ExploreEvents.describe wrote */
} ReportPath;

typedef struct JobReport {
	ReportKind kind;
	ExploreEnd end;        /* of REPORT_ENDED */
	ExploreStats stats;    /* since the report before */
	VEC(Remark) remarks;   /* likewise; owned */
	VEC(ReportPath) paths; /* likewise */
	ByteReader own;        /* job: what is left of the process's own */
	VEC(ByteReader) given; /* jobs: what it gives away */
} JobReport;

/* Reads a report; it borrows from the bytes. Returns false if they are not one. */
bool report_read(JobReport *r, const Inputs *in, const void *bytes, size_t n);
void report_free(JobReport *r);
/* Appends statistics, as differences since `before`. */
void report_stats(Buf *to, const ExploreStats *now, const ExploreStats *before);
/* Adds the statistics of a report. */
void report_add_stats(ExploreStats *to, const ExploreStats *more);
/* Appends everything before the paths. */
void report_head(Buf *to, ReportKind kind, ExploreEnd end);
void report_remarks(Buf *to, const Remark *list, size_t n);

#endif
