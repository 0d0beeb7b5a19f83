/* test_sandbox.c: which system calls a confined process can make, asked of the kernel. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

#include "evidence/sandbox/sandbox.h"

enum { BEYOND = 64 }; /* numbers above the table that are tried */

typedef int Question(void); /* 0, or a number that says what was wrong */

/* The question's answer in a process with the filter. */
static int confined(Question *q)
{
	pid_t child = fork();
	if (!child) {
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || sandbox_filter(-1))
			_exit(255);
		_exit(q());
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static bool refused(long result)
{
	return result == -1 && (errno == EPERM || errno == ENOSYS);
}

/* Arguments that no call can do anything with, should one get through. */
static long senseless(int call)
{
	return syscall(call, -1L, -1L, -1L, -1L, -1L, -1L);
}

/* Calls of the kernel's own trampolines: no filter sees them, and from elsewhere they end the
 * process. */
static bool of_the_kernel(int call)
{
	return call == 335 || call == 336; /* uretprobe, uprobe */
}

static int report[2]; /* how a child says which call it was */

static int all_others(void)
{
	int wrong = 0;
	for (int call = 0; call <= sandbox_last_call() + BEYOND; call++)
		if (sandbox_answer(call) == SANDBOX_REFUSES && !of_the_kernel(call) &&
			!refused(senseless(call))) {
			wrong = 1;
			if (write(report[1], &call, sizeof call) < 0)
				return 2;
		}
	return wrong;
}

/* Whatever is not in the table of what is allowed, known or not, does not get to the kernel. */
static void test_table(void **unused)
{
	(void)unused;
	assert_int_equal(pipe2(report, O_NONBLOCK), 0);
	int wrong = confined(all_others), call;
	while (read(report[0], &call, sizeof call) == sizeof call)
		print_error("system call %d gets through\n", call);
	assert_int_equal(wrong, 0);
	assert_true(sandbox_last_call() > 400);
}

/* The table must not grow by what changes things outside. */
static void test_forbidden(void **unused)
{
	(void)unused;
	static const int calls[] = {SYS_utime,
								SYS_utimes,
								SYS_futimesat,
								SYS_utimensat,
								SYS_chmod,
								SYS_fchmod,
								SYS_fchmodat,
								452 /* fchmodat2 */,
								SYS_chown,
								SYS_lchown,
								SYS_fchown,
								SYS_fchownat,
								SYS_setxattr,
								SYS_lsetxattr,
								SYS_fsetxattr,
								SYS_removexattr,
								SYS_socket,
								SYS_socketpair,
								SYS_connect,
								SYS_sendto,
								SYS_sendmsg,
								SYS_ptrace,
								SYS_process_vm_writev,
								SYS_process_vm_readv,
								SYS_mount,
								SYS_umount2,
								SYS_move_mount,
								SYS_open_tree,
								SYS_fsopen,
								SYS_mount_setattr,
								SYS_pivot_root,
								SYS_chroot,
								SYS_unshare,
								SYS_setns,
								SYS_setsid,
								SYS_setpgid,
								SYS_bpf,
								SYS_keyctl,
								SYS_io_uring_setup,
								SYS_pidfd_send_signal,
								SYS_pidfd_getfd,
								SYS_shmget,
								SYS_msgget,
								SYS_semget,
								SYS_mq_open,
								SYS_reboot,
								SYS_kexec_load,
								SYS_init_module,
								SYS_ioprio_set,
								SYS_perf_event_open,
								SYS_userfaultfd,
								SYS_open_by_handle_at,
								SYS_vhangup,
								SYS_syslog};
	for (size_t i = 0; i < countof(calls); i++)
		assert_int_equal(sandbox_answer(calls[i]), SANDBOX_REFUSES);
}

static int by_argument(void)
{
	struct utimbuf now = {0, 0};
	struct timeval times[2] = {{0, 0}, {0, 0}};
	if (!refused(kill(getppid(), 0)))
		return 1;
	if (kill(getpid(), 0) || syscall(SYS_tgkill, getpid(), gettid(), 0))
		return 2;
	if (!refused(syscall(SYS_clone, 0x10000000L | SIGCHLD, 0, 0, 0, 0))) /* CLONE_NEWUSER */
		return 3;
	if (!refused(fcntl(0, F_SETOWN, getppid())))
		return 4;
	if (fcntl(2, F_GETFD) < 0)
		return 5;
	if (ioctl(2, TIOCSTI, "x") != -1 || errno != ENOTTY)
		return 6;
	if (!refused(mknod("/tmp/drift-device", S_IFCHR | 0600, 0)))
		return 7;
	if (!refused(utime("/tmp", &now)) || !refused(utimes("/tmp", times)) ||
		!refused(chmod("/tmp", 01777)))
		return 8;
	if (!refused(syscall(SYS_prlimit64, getppid(), 0, NULL, NULL)))
		return 9;
	return 0;
}

static void test_arguments(void **unused)
{
	(void)unused;
	assert_int_equal(confined(by_argument), 0);
}

/* Children, pipes and threads still work. */
static int ordinary_things(void)
{
	int ends[2], status;
	char got[3] = "";
	if (pipe(ends))
		return 1;
	pid_t child = fork();
	if (!child) {
		dup2(ends[1], 1);
		execl("/bin/sh", "sh", "-c", "echo hi", NULL);
		_exit(1);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		return 2;
	if (read(ends[0], got, 2) != 2 || strcmp(got, "hi"))
		return 3;
	return 0;
}

static void test_ordinary(void **unused)
{
	(void)unused;
	assert_int_equal(confined(ordinary_things), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_forbidden),
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_ordinary),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
