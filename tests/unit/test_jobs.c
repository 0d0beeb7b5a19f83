/* test_jobs.c: child processes side by side. */
#include "base/jobs.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SH(script)                                                       \
	((char *const[]){(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c", \
					 (char *)(uintptr_t)script, NULL})

static void output_and_status(void **state)
{
	(void)state;
	Job jobs[3] = {
		{.argv = SH("echo out; echo err >&2; exit 3"), .capture = true},
		{.argv = SH("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"), .capture = true},
		{.argv = SH("cat; pwd"), .capture = true, .input = "/dev/null", .dir = "/"},
	};
	jobs_run(jobs, 3, 2);
	assert_string_equal(buf_str(&jobs[0].out), "out\n");
	assert_string_equal(buf_str(&jobs[0].err), "err\n");
	assert_int_equal(WEXITSTATUS(jobs[0].status), 3);
	assert_false(job_ok(&jobs[0]));
	assert_true(job_ok(&jobs[1]));
	assert_int_equal(jobs[1].out.len, 300000);
	assert_int_equal(jobs[1].err.len, 300000);
	assert_string_equal(buf_str(&jobs[2].out), "/\n");
	for (int i = 0; i < 3; i++)
		job_free(&jobs[i]);
}

/* The one that decides fails: the running one is ended, the next one is not started. */
static void deciding_job(void **state)
{
	(void)state;
	Job jobs[3] = {
		{.argv = SH("exit 1"), .decides = true},
		{.argv = SH("exec sleep 100"), .capture = true},
		{.argv = SH("echo never"), .capture = true},
	};
	jobs_run(jobs, 3, 2);
	assert_true(jobs[1].started && WIFSIGNALED(jobs[1].status));
	assert_int_equal(WTERMSIG(jobs[1].status), SIGTERM);
	assert_false(jobs[2].started);
	assert_false(job_ok(&jobs[2]));
	assert_int_equal(jobs[2].out.len, 0);
	for (int i = 0; i < 3; i++)
		job_free(&jobs[i]);
}

static void missing_program(void **state)
{
	(void)state;
	char *const argv[] = {(char *)(uintptr_t) "/no/such/program", NULL};
	Job jobs[2] = {{.argv = argv, .capture = true}, {.argv = SH("exit 0")}};
	jobs_run(jobs, 2, 1);
	assert_false(jobs[0].started);
	assert_int_not_equal(jobs[0].error, 0);
	assert_true(job_ok(&jobs[1]));
	job_free(&jobs[0]);
	job_free(&jobs[1]);
}

/* TMPDIR of one job only; the rest of the environment is ours. */
static void own_temp(void **state)
{
	(void)state;
	setenv("TMPDIR", "/ours", 1);
	setenv("TEST_JOBS", "kept", 1);
	Job jobs[2] = {
		{.argv = SH("echo $TMPDIR $TEST_JOBS; env | grep -c ^TMPDIR="),
		 .temp = "/theirs",
		 .capture = true},
		{.argv = SH("echo $TMPDIR $TEST_JOBS"), .capture = true},
	};
	jobs_run(jobs, 2, 2);
	assert_string_equal(buf_str(&jobs[0].out), "/theirs kept\n1\n");
	assert_string_equal(buf_str(&jobs[1].out), "/ours kept\n");
	for (int i = 0; i < 2; i++)
		job_free(&jobs[i]);
	unsetenv("TMPDIR");
}

/* A signal reaches the children, and us when they are gone. */
static void signal_is_passed_on(void **state)
{
	(void)state;
	pid_t child = fork();
	if (child == 0) {
		/* The job tells us by a signal that it runs; $PPID is the process that started it. */
		Job job = {.argv = SH("kill -TERM $PPID; exec sleep 100"), .capture = true};
		jobs_run(&job, 1, 1);
		_exit(0);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_and_status),   cmocka_unit_test(deciding_job),
		cmocka_unit_test(missing_program),     cmocka_unit_test(own_temp),
		cmocka_unit_test(signal_is_passed_on),
	};
	return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
