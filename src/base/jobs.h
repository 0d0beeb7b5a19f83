/* jobs.h: several child processes at once, with what they print.
 *
 * The caller fills in the upper fields of each Job and calls jobs_run, which starts them in
 * order, so many at a time, and returns when all have ended. A signal that would end
 * this process is passed on to the children first and takes effect when they are gone, so
 * that nobody is left running and a compiler can remove its half-written output.
 */
#ifndef DRIFT_JOBS_H
#define DRIFT_JOBS_H

#include "base/budget.h"

#include <sys/types.h>

typedef struct Job {
	char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	const char *dir;   /* working directory, or NULL for ours */
	const char *input; /* file that becomes standard input, or NULL for ours */
	bool capture;      /* keep what it prints; otherwise it goes where ours goes */
	bool group;        /* a script: signals are for all that it started; reads no terminal */
	bool decides;      /* if it fails, the other jobs are pointless: ended or not started */
	Budget *budget;    /* of the first job: all of them end when it is over; or NULL */

	Buf out, err; /* what it printed; freed by job_free */
	int status;   /* as from waitpid; of a job that never ran, exit status 127 */
	bool started; /* false: could not be started, or another job decided */
	int error;    /* errno when it could not be started, else 0 */
	bool stopped; /* a signal came for this process, and the job had not ended well by itself */

	pid_t pid;  /* while it runs */
	int fds[3]; /* standard output, standard error, and a pipe that ends with the process; -1
				 * when closed */
} Job;

void jobs_run(Job *jobs, size_t n, size_t at_once);
bool job_ok(const Job *job); /* started and ended with exit status 0 */
void job_free(Job *job);

#endif
