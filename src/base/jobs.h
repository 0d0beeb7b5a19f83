/* jobs.h: runs several child processes at once and collects their output.
 *
 * The caller fills in the upper fields of each Job and calls jobs_run. It starts the jobs in order,
 * at most at_once at a time, and returns when all have ended. A signal that would end this process
 * goes to the children first and takes effect when they have ended. So no child is left running,
 * and a compiler can remove its half-written output.
 */
#ifndef DRIFT_JOBS_H
#define DRIFT_JOBS_H

#include "base/budget.h"

#include <sys/types.h>

typedef struct Job {
	char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	const char *dir;   /* working directory, or NULL for ours */
	const char *input; /* file that becomes standard input, or NULL for ours */
	/* Its TMPDIR, or NULL for ours. A job that is killed leaves its temporary files there. */
	const char *temp;
	bool capture; /* true: keep its output; otherwise its output goes where ours goes */
	/* True for a script: signals go to all processes it started; it reads no terminal. */
	bool group;
	bool decides;   /* true: if it fails, the other jobs are ended or not started */
	Budget *budget; /* of the first job: ends all jobs when it is used up; may be NULL */

	Buf out, err; /* its output; freed by job_free */
	int status;   /* as from waitpid; exit status 127 if the job never ran */
	/* False if it could not be started, or if another job had failed that decides. */
	bool started;
	int error;    /* errno if it could not be started, otherwise 0 */
	bool stopped; /* a signal to this process arrived before the job had succeeded */

	pid_t pid; /* while it runs */
	/* Standard output, standard error, and a pipe that closes with the process; -1: closed. */
	int fds[3];
} Job;

void jobs_run(Job *jobs, size_t n, size_t at_once);
bool job_ok(const Job *job); /* started and ended with exit status 0 */
void job_free(Job *job);

#endif
