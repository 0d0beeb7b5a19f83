/* sandbox.c: a native process that can write to one directory only.
 *
 * It runs with generated arguments, so it must not be able to do harm. Except for its directory,
 * the file system is read-only for it: through Landlock if the kernel has it, otherwise through its
 * own mount namespace. A filter refuses system calls that it does not need (calls.c). Time, memory
 * and file sizes are limited. Its whole process group ends with it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evidence/sandbox/sandbox.h"
#include "evidence/sandbox/listener.h"

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif

enum { OUTPUT_LIMIT = 16 << 20 }; /* bytes kept of each stream */
static const double LOOK = 0.05;  /* seconds between budget checks */

/* What a child reports if it does not get to the program. */
enum { NO_SANDBOX = 1, NO_PROGRAM = 2 };
enum { SAY_FD = 3 };    /* for this report; closed by execve */
enum { SOCKET_FD = 4 }; /* for sending a descriptor; likewise */

/* ---- Landlock ---- */

static bool landlock_allow(int rules, const char *path, u64 access)
{
	struct landlock_path_beneath_attr beneath = {.allowed_access = access};
	beneath.parent_fd = open(path, O_PATH | O_CLOEXEC);
	bool good = beneath.parent_fd >= 0 &&
				!syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
	if (beneath.parent_fd >= 0)
		close(beneath.parent_fd);
	return good;
}

static bool landlock_confine(const char *dir)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	/* Before version 3, Landlock did not prevent truncating a file elsewhere. */
	if (abi < 3)
		return false;
	u64 write = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
				LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
				LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
				LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
				LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |
				LANDLOCK_ACCESS_FS_REFER | LANDLOCK_ACCESS_FS_TRUNCATE;
	struct landlock_ruleset_attr attr = {.handled_access_fs = write};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
	if (rules < 0)
		return false;
	bool good = landlock_allow(rules, dir, write);
	landlock_allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE);
	landlock_allow(rules, "/dev/full", LANDLOCK_ACCESS_FS_WRITE_FILE);
	good = good && !syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
	return good;
}

/* ---- namespaces ---- */

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return good;
}

static bool set_read_only(const char *path, unsigned flags, bool on)
{
	struct mount_attr attr = {0};
	*(on ? &attr.attr_set : &attr.attr_clr) = MOUNT_ATTR_RDONLY;
	return !syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attr, sizeof attr);
}

/* Makes everything read-only except for the directory, which is mounted on itself. */
static bool mount_confine(const char *dir)
{
	char map[64];
	unsigned uid = getuid(), gid = getgid();
	if (unshare(CLONE_NEWNS | (uid ? CLONE_NEWUSER : 0)))
		return false;
	if (uid) {
		snprintf(map, sizeof map, "%u %u 1", uid, uid);
		if (!write_text("/proc/self/uid_map", map) || !write_text("/proc/self/setgroups", "deny"))
			return false;
		snprintf(map, sizeof map, "%u %u 1", gid, gid);
		if (!write_text("/proc/self/gid_map", map))
			return false;
	}
	return !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
		   !mount(dir, dir, NULL, MS_BIND, NULL) && set_read_only("/", AT_RECURSIVE, true) &&
		   set_read_only(dir, 0, false) && !chdir(dir);
}

/* ---- limits ---- */

static void limit(int what, u64 value)
{
	struct rlimit r = {value, value};
	setrlimit(what, &r);
}

/* Drops privileges, which would bypass the limits. */
static void drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {0};
	for (int cap = 0; cap <= 63; cap++)
		prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
	syscall(SYS_capset, &header, none);
}

static _Noreturn void give_up(char why)
{
	if (write(SAY_FD, &why, 1) != 1)
		_exit(126);
	_exit(127);
}

/* If the kernel has no listeners, refusals go unnoticed. */
static bool filter(void)
{
	int listener = sandbox_filter(SOCKET_FD);
	if (listener < 0)
		return !sandbox_filter(-1);
	bool good = listener_hand_over(SOCKET_FD, listener);
	close(listener);
	return good;
}

/* in: standard input, or -1: the file. */
static _Noreturn void child(const SandboxRun *what, int in, int out, int err, int say, int socket)
{
	if (in < 0)
		in = open(what->input ? what->input : "/dev/null", O_RDONLY);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	bool streams = in >= 0 && dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(err, 2) >= 0;
	/* Each may have the number that the other needs. */
	say = fcntl(say, F_DUPFD_CLOEXEC, SOCKET_FD + 1);
	socket = fcntl(socket, F_DUPFD_CLOEXEC, SOCKET_FD + 1);
	dup3(say, SAY_FD, O_CLOEXEC);
	dup3(socket, SOCKET_FD, O_CLOEXEC);
	closefrom(SOCKET_FD + 1);
	if (!streams || chdir(what->dir))
		give_up(NO_SANDBOX);
	signal(SIGPIPE, SIG_DFL);
	umask(022); /* as in the machine */
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, (u64)what->seconds + 1);
	limit(RLIMIT_FSIZE, OUTPUT_LIMIT);
	limit(RLIMIT_NOFILE, 256);
	bool good = !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
				(landlock_confine(what->dir) || mount_confine(what->dir));
	drop_capabilities();
	good = good && filter();
	close(SOCKET_FD);
	if (!good && !what->unsafe)
		give_up(NO_SANDBOX);
	/* Last: the limit also applies to this process, which may have mapped more. */
	if (what->memory)
		limit(RLIMIT_AS, what->memory);
	execve(what->program, what->argv, what->env);
	give_up(NO_PROGRAM);
}

/* ---- the parent ---- */

static int scratch_file(void)
{
	return memfd_create("drift", MFD_CLOEXEC);
}

static void take_output(int fd, Buf *to)
{
	char piece[65536];
	ssize_t n;
	lseek(fd, 0, SEEK_SET);
	while (to->len < OUTPUT_LIMIT && (n = read(fd, piece, sizeof piece)) > 0)
		buf_add(to, piece, (size_t)n);
}

static bool over(const SandboxRun *what)
{
	return what->budget && budget_over(what->budget);
}

/* Waits for the child for at most so many seconds; returns true if it terminated. Meanwhile it
 * answers calls that the filter passes to it. */
static bool wait_for(pid_t pid, const SandboxRun *what, int listener, int *status, Buf *refused)
{
	double end = now_seconds() + what->seconds;
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	bool ended = false;
	while (!ended) {
		double left = end - now_seconds();
		struct pollfd p[] = {{.fd = fd, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
		if (left <= 0 || over(what))
			break;
		if (what->budget && left > LOOK)
			left = LOOK;
		if (poll(p, 2, fd < 0 ? 1 : (int)(left * 1000) + 1) < 0 && errno != EINTR)
			break;
		if (p[1].revents & POLLIN)
			listener_answer(listener, what->dir, refused);
		else if (p[1].revents)
			listener = -1;
		ended = waitpid(pid, status, WNOHANG) == pid;
	}
	if (fd >= 0)
		close(fd);
	kill(-pid, SIGKILL); /* the group: also the processes it started */
	if (!ended) {
		kill(pid, SIGKILL);
		while (waitpid(pid, status, 0) < 0 && errno == EINTR)
			;
	}
	return ended;
}

bool sandbox_run(const SandboxRun *what, NativeRun *run, Err *err)
{
	int out = scratch_file(), errout = scratch_file(), say[2] = {-1, -1}, ask[2] = {-1, -1};
	int listener = -1, in, other;
	Buf refused = {0};
	char why = 0;
	*run = (NativeRun){0};
	bool given = sandbox_input(what, &in, &other, err);
	bool ready = given && out >= 0 && errout >= 0 && !pipe2(say, O_CLOEXEC) &&
				 !socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ask);
	pid_t pid = ready ? fork() : -1;
	int error = errno;
	if (pid == 0)
		child(what, in, out, errout, say[1], ask[1]);
	if (say[1] >= 0)
		close(say[1]);
	if (pid > 0) {
		if (read(say[0], &why, 1) < 0)
			why = NO_PROGRAM;
		listener = listener_take(ask[0]);
		run->timeout = !wait_for(pid, what, listener, &run->status, &refused);
		/* The limit on processor time means the same as the time limit. */
		run->timeout |= WIFSIGNALED(run->status) && WTERMSIG(run->status) == SIGXCPU;
		take_output(out, &run->out);
		take_output(errout, &run->err);
	}
	int fds[] = {in, other, out, errout, say[0], ask[0], ask[1], listener};
	for (size_t i = 0; i < countof(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	run->refused = refused.len;
	run->deaf = pid > 0 && listener < 0;
	bool good =
		!run->refused ||
		err_set(err, "the sandbox refused %s to the native program, so its run proves nothing",
				refused.at);
	buf_free(&refused);
	if (!given)
		return false;
	if (pid < 0)
		return err_set(err, "cannot start a process: %s", strerror(error));
	if (why == NO_SANDBOX)
		return err_set(err, "this computer supports no sandbox (neither Landlock nor mount "
							"namespaces); --confirm-unsafe runs tests without a sandbox");
	if (run->timeout && over(what))
		return err_set(err, "%s before a native run had ended",
					   what->budget->stop && *what->budget->stop ? "drift was stopped"
																 : "drift reached its time limit");
	return good && (!why || err_set(err, "%s cannot be run", what->program));
}

void native_run_free(NativeRun *run)
{
	buf_free(&run->out);
	buf_free(&run->err);
}
