/* test_env_pulse.c: how long a rerun computed and slept. */
#include "env/replay/replay.h"

#include <setjmp.h>
#include <cmocka.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AGO = 1000 }; /* seconds since the made-up start of the run */

static pid_t sleeper(void)
{
	pid_t pid = fork();
	if (pid == 0)
		for (;;)
			pause();
	return pid;
}

static char state_of(pid_t pid)
{
	char path[64];
	Buf b = {0};
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	file_read(path, &b, NULL);
	const char *after = b.len ? strrchr(b.at, ')') : NULL;
	char state = after ? after[2] : 0;
	buf_free(&b);
	return state;
}

/* One look at a run of one task that began long ago. */
static RunPulse look_at(pid_t pid)
{
	Tracer t = {.start = now_seconds() - AGO};
	TracedTask task = {.tid = pid, .tgid = pid, .live = true, .in_call = true, .nr = SYS_pause};
	RunPulse p;
	vec_push(&t.tasks, &task);
	pulse_begin(&p);
	pulse_take(&p, &t);
	vec_free(&t.tasks);
	return p;
}

static void sleep_counts(void **state)
{
	(void)state;
	pid_t pid = sleeper();
	while (state_of(pid) != 'S')
		usleep(1000);
	RunPulse p = look_at(pid);
	assert_true(p.idle >= AGO);
	assert_true(p.still);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void being_kept_waiting_does_not(void **state)
{
	(void)state;
	pid_t pid = sleeper();
	int status;
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		skip();
	}
	ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
	waitpid(pid, &status, __WALL);
	assert_int_equal(state_of(pid), 't'); /* it would run if it were let: not its time */
	RunPulse p = look_at(pid);
	assert_true(p.idle == 0);
	assert_true(p.work < AGO);
	assert_false(p.still);
	kill(pid, SIGKILL);
	waitpid(pid, &status, __WALL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sleep_counts),
		cmocka_unit_test(being_kept_waiting_does_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
