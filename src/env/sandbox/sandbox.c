/* sandbox.c: creates namespaces in a helper process; the program and its oracle enter them. */
#include "env/sandbox/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
	const char *name;
	int flag;
	unsigned share; /* EnvSandboxShare bit that disables it */
} spaces[SANDBOX_SPACES] = {
	{"user", CLONE_NEWUSER, 0},
	{"mnt", CLONE_NEWNS, 0},
	{"uts", CLONE_NEWUTS, 0},
	{"ipc", CLONE_NEWIPC, SANDBOX_IPC},
	{"net", CLONE_NEWNET, SANDBOX_NETWORK},
};

/* What the helper reports: one of these bytes, or an error message. */
enum {
	SAYS_READY = 1,   /* it has its namespaces */
	SAYS_USER = 2,    /* the same, and a user namespace whose users drift must map */
	SAYS_DONE = 3,    /* the tree of mounts exists */
	SAYS_LIMITED = 4, /* the same, and there is a user namespace: this one or an outer one */
	REPLY = 1024,     /* bytes of an error message */
};

/* ---- the helper ---- */

static _Noreturn void reply(int to, const char *text)
{
	char buffer[REPLY] = {0};
	snprintf(buffer, sizeof buffer, "%s", text);
	bool ok = write(to, buffer, sizeof buffer) == (ssize_t)sizeof buffer;
	_exit(ok ? 0 : 1);
}

/* The loopback device of a new network namespace is down; brings it up. */
static void switch_loopback_on(void)
{
	struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (s >= 0) {
		ioctl(s, SIOCSIFFLAGS, &request);
		close(s);
	}
}

static int wanted_spaces(unsigned shared)
{
	int flags = 0;
	for (size_t i = 1; i < SANDBOX_SPACES; i++)
		if (!(shared & spaces[i].share))
			flags |= spaces[i].flag;
	return flags;
}

static _Noreturn void helper(const EnvSandboxPlan *plan, int from, int to)
{
	Err err = {0};
	char byte = SAYS_READY;
	int flags = wanted_spaces(plan->shared);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGXFSZ, SIG_IGN); /* the program's limit applies to this process, too */
	StrMap owners = {0};
	overlay_owners(plan, &owners);
	bool own_user = unshare(flags) != 0;
	if (own_user) {
		byte = SAYS_USER;
		if (unshare(flags | CLONE_NEWUSER) != 0) {
			err_set(&err, "namespaces are not permitted: %s", strerror(errno));
			reply(to, err.text);
		}
	}
	/* A process outside must write the user mapping of a user namespace. */
	if (write(to, &byte, 1) != 1 || read(from, &byte, 1) != 1)
		_exit(1);
	if (!(plan->shared & SANDBOX_NETWORK))
		switch_loopback_on();
	bool limited = own_user;
	if (!overlay_world(plan, &owners, &limited, &err))
		reply(to, err.text);
	byte = limited ? SAYS_LIMITED : SAYS_DONE;
	/* The helper stays until drift has opened its namespaces. */
	if (write(to, &byte, 1) != 1 || read(from, &byte, 1) < 0)
		_exit(1);
	_exit(0);
}

/* ---- drift's side ---- */

static bool put_text(pid_t pid, const char *file, const char *text)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", pid, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Maps every user to itself if that is permitted, otherwise only drift's user. */
static bool map_users(pid_t pid)
{
	char own[64];
	snprintf(own, sizeof own, "%u %u 1\n", geteuid(), geteuid());
	if (!put_text(pid, "uid_map", "0 0 4294967295\n") && !put_text(pid, "uid_map", own))
		return false;
	if (put_text(pid, "gid_map", "0 0 4294967295\n"))
		return true;
	snprintf(own, sizeof own, "%u %u 1\n", getegid(), getegid());
	return put_text(pid, "setgroups", "deny") && put_text(pid, "gid_map", own);
}

static bool open_spaces(EnvSandbox *c, pid_t pid, Err *err)
{
	for (size_t i = 0; i < SANDBOX_SPACES; i++) {
		char path[64];
		if (i == 0 ? !c->own_user : (c->shared & spaces[i].share) != 0)
			continue;
		snprintf(path, sizeof path, "/proc/%d/ns/%s", pid, spaces[i].name);
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		/* Uses a high number, if possible, so that the program's numbers stay the same. */
		int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 200);
		if (high >= 0)
			close(fd);
		c->spaces[i] = high >= 0 ? high : fd;
		if (c->spaces[i] < 0)
			return err_set(err, "%s: %s", path, strerror(errno));
	}
	return true;
}

/* Reads the next report of the helper: returns true if the helper continues; otherwise err has its
 * message. */
static bool hear(int from, char *byte, Err *err)
{
	char rest[REPLY] = {0};
	while (read(from, byte, 1) < 0)
		if (errno != EINTR)
			return err_set(err, "the helper died");
	if (*byte >= SAYS_READY && *byte <= SAYS_LIMITED)
		return true;
	rest[0] = *byte;
	if (read(from, rest + 1, sizeof rest - 1) < 0 || !rest[0])
		return err_set(err, "the helper died");
	rest[sizeof rest - 1] = 0;
	return err_set(err, "%s", rest);
}

static bool converse(EnvSandbox *c, pid_t pid, int from, int to, Err *err)
{
	char byte = 0;
	if (!hear(from, &byte, err))
		return false;
	c->own_user = byte == SAYS_USER;
	if (c->own_user && !map_users(pid))
		return err_set(err, "the user namespace cannot be given users: %s", strerror(errno));
	byte = 0;
	if (write(to, "g", 1) != 1)
		return err_set(err, "the helper died");
	bool ok = hear(from, &byte, err) && open_spaces(c, pid, err);
	c->limited = byte == SAYS_LIMITED;
	return ok;
}

bool env_sandbox_open(EnvSandbox *c, const EnvSandboxPlan *plan, Err *err)
{
	int up[2], down[2];
	*c = (EnvSandbox){.spaces = {-1, -1, -1, -1, -1}, .shared = plan->shared};
	if (pipe2(up, O_CLOEXEC) != 0)
		return err_set(err, "pipe: %s", strerror(errno));
	if (pipe2(down, O_CLOEXEC) != 0) {
		close(up[0]);
		close(up[1]);
		return err_set(err, "pipe: %s", strerror(errno));
	}
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		close(up[0]);
		close(down[1]);
		helper(plan, down[0], up[1]);
	}
	close(up[1]);
	close(down[0]);
	c->cwd = getcwd(NULL, 0);
	bool ok = pid > 0 && converse(c, pid, up[0], down[1], err);
	close(up[0]);
	close(down[1]);
	int status;
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	c->open = true;
	if (!ok)
		env_sandbox_close(c);
	return ok;
}

void env_sandbox_close(EnvSandbox *c)
{
	for (size_t i = 0; c->open && i < SANDBOX_SPACES; i++)
		if (c->spaces[i] >= 0)
			close(c->spaces[i]);
	free(c->cwd);
	*c = (EnvSandbox){0};
}

/* ---- inside ---- */

/* A process that enters a user namespace gets all capabilities in it. This restores the program's
 * earlier ones; a program that is not root loses the rest at execve. */
static bool keep_capabilities(u64 had)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {0};
	for (unsigned long cap = 0; cap < 64 && !geteuid(); cap++)
		if (!(had >> cap & 1) && prctl(PR_CAPBSET_READ, cap, 0, 0, 0) == 1 &&
			prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) != 0)
			return false;
	data[0].permitted = data[0].effective = (u32)had;
	data[1].permitted = data[1].effective = (u32)(had >> 32);
	return syscall(SYS_capset, &header, data) == 0;
}

static bool read_capabilities(u64 *out)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {0};
	if (syscall(SYS_capget, &header, data) != 0)
		return false;
	*out = data[0].permitted | (u64)data[1].permitted << 32;
	return true;
}

/* drift's own working directory was removed: the program gets such a one, too. It is made and removed
 * in the part that keeps changes. */
static bool enter_removed(void)
{
	static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm", ""};
	for (size_t i = 0; i < countof(places); i++) {
		char path[64];
		snprintf(path, sizeof path, "%s/drift-gone-%d", places[i], getpid());
		if (mkdir(path, 0700) == 0)
			return chdir(path) == 0 && rmdir(path) == 0;
	}
	return false;
}

bool env_sandbox_enter(const EnvSandbox *c)
{
	u64 had = 0;
	if (!read_capabilities(&had))
		return false;
	for (size_t i = 0; i < SANDBOX_SPACES; i++)
		if (c->spaces[i] >= 0 && setns(c->spaces[i], spaces[i].flag) != 0)
			return false;
	if (c->cwd ? chdir(c->cwd) != 0 : !enter_removed())
		return false;
	return !c->own_user || keep_capabilities(had);
}

/* Opens the same file inside, at the same position; returns -1 if it does not exist there. */
static int open_again(int fd, const struct stat *st)
{
	char link[64], path[4096];
	struct stat now;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	int flags = fcntl(fd, F_GETFL);
	if (n <= 0 || path[0] != '/' || flags < 0)
		return -1;
	int again = open(path, (flags & ~(O_CREAT | O_TRUNC | O_EXCL)) | O_CLOEXEC);
	if (again >= 0 &&
		(fstat(again, &now) != 0 || now.st_size != st->st_size ||
		 (now.st_mode & S_IFMT) != (st->st_mode & S_IFMT) ||
		 now.st_mtim.tv_sec != st->st_mtim.tv_sec || now.st_mtim.tv_nsec != st->st_mtim.tv_nsec)) {
		close(again);
		return -1;
	}
	if (again >= 0 && S_ISREG(st->st_mode))
		lseek(again, lseek(fd, 0, SEEK_CUR), SEEK_SET);
	return again;
}

/* Copies an unnamed file (a here-document, a deleted file) to a new one. */
static int copy_contents(int fd, const struct stat *st)
{
	enum { MOST = 1 << 28 };
	char link[64];
	int copy = st->st_size <= MOST ? memfd_create("drift", MFD_CLOEXEC) : -1;
	off_t at = 0;
	while (copy >= 0 && at < st->st_size && sendfile(copy, fd, &at, (size_t)(st->st_size - at)) > 0)
		;
	snprintf(link, sizeof link, "/proc/self/fd/%d", copy);
	int again =
		copy >= 0 ? open(link, (fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND)) | O_CLOEXEC) : -1;
	if (copy >= 0)
		close(copy);
	if (again >= 0)
		lseek(again, lseek(fd, 0, SEEK_CUR), SEEK_SET);
	return again;
}

static bool cut_descriptor(int fd)
{
	struct stat st;
	int kept = fcntl(fd, F_GETFD);
	if (kept < 0 || kept & FD_CLOEXEC || fstat(fd, &st) != 0)
		return true;
	bool file = S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
	int again = file ? open_again(fd, &st) : -1;
	if (again < 0 && S_ISREG(st.st_mode))
		again = copy_contents(fd, &st);
	/* The user reads the terminal, and a null device keeps nothing, so both may be shared. */
	if (again < 0 && S_ISCHR(st.st_mode) && (isatty(fd) || major(st.st_rdev) == 1))
		return true;
	if (again < 0)
		again = open("/dev/null", (fcntl(fd, F_GETFL) & O_ACCMODE) | O_CLOEXEC);
	bool ok = again >= 0 && dup2(again, fd) == fd;
	if (!ok && again >= 0 && errno == EBADF) /* its number exceeds the limit of descriptors */
		ok = close(fd) == 0;
	if (again >= 0)
		close(again);
	return ok;
}

bool env_sandbox_cut_descriptors(int from, bool input)
{
	VEC(int) fds = {0};
	DIR *dir = opendir("/proc/self/fd");
	for (struct dirent *e; dir && (e = readdir(dir));)
		if (e->d_name[0] != '.' && atoi(e->d_name) != dirfd(dir))
			vec_push(&fds, atoi(e->d_name));
	bool ok = dir != NULL;
	if (dir)
		closedir(dir);
	for (size_t i = 0; ok && i < fds.len; i++)
		if (fds.at[i] >= from || (input && fds.at[i] == 0))
			ok = cut_descriptor(fds.at[i]);
	vec_free(&fds);
	return ok;
}
