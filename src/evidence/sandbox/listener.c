/* listener.c: answers calls of a confined process. */
#include "evidence/sandbox/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evidence/sandbox/sandbox.h"

/* ---- handing over ---- */

/* One byte with a descriptor; must not be moved. */
typedef struct Envelope {
	char byte;
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))]; /* the descriptor */
	struct iovec data;                                              /* the byte */
	struct msghdr m;                                                /* both */
} Envelope;

static void envelope_make(Envelope *e)
{
	*e = (Envelope){.byte = 1};
	e->data = (struct iovec){&e->byte, 1};
	e->m = (struct msghdr){.msg_iov = &e->data,
						   .msg_iovlen = 1,
						   .msg_control = e->control,
						   .msg_controllen = sizeof e->control};
}

bool listener_hand_over(int socket, int fd)
{
	Envelope e;
	envelope_make(&e);
	struct cmsghdr *c = CMSG_FIRSTHDR(&e.m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	return sendmsg(socket, &e.m, 0) == 1;
}

int listener_take(int socket)
{
	int fd = -1;
	Envelope e;
	envelope_make(&e);
	if (recvmsg(socket, &e.m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
		return -1;
	struct cmsghdr *c = CMSG_FIRSTHDR(&e.m);
	if (c && c->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(c), sizeof fd);
	return fd;
}

/* ---- predicting Landlock's decision ---- */

/* What a call requires of a name. If it is not so, the call fails with or without the sandbox. */
typedef enum Wants { NO_NAME, IT_IS, IT_IS_NOT, EITHER, OPENED, CREATED } Wants;

/* A name in a call that changes names or opens a file for writing. */
typedef struct Named {
	Wants wants;
	int base; /* argument with the descriptor of a directory; NO_BASE: the working directory */
	int path; /* argument */
} Named;

typedef struct NamedBy {
	int call;
	Named name[2];
} NamedBy;

#define NO_BASE -1
static const NamedBy named_by[] = {
	{SCMP_SYS(open), {{OPENED, NO_BASE, 0}}},
	{SCMP_SYS(openat), {{OPENED, 0, 1}}},
	{SCMP_SYS(creat), {{CREATED, NO_BASE, 0}}},
	{SCMP_SYS(truncate), {{IT_IS, NO_BASE, 0}}},
	{SCMP_SYS(mkdir), {{IT_IS_NOT, NO_BASE, 0}}},
	{SCMP_SYS(mkdirat), {{IT_IS_NOT, 0, 1}}},
	{SCMP_SYS(rmdir), {{IT_IS, NO_BASE, 0}}},
	{SCMP_SYS(unlink), {{IT_IS, NO_BASE, 0}}},
	{SCMP_SYS(unlinkat), {{IT_IS, 0, 1}}},
	{SCMP_SYS(rename), {{IT_IS, NO_BASE, 0}, {EITHER, NO_BASE, 1}}},
	{SCMP_SYS(renameat), {{IT_IS, 0, 1}, {EITHER, 2, 3}}},
	{SCMP_SYS(renameat2), {{IT_IS, 0, 1}, {EITHER, 2, 3}}},
	{SCMP_SYS(link), {{IT_IS, NO_BASE, 0}, {IT_IS_NOT, NO_BASE, 1}}},
	{SCMP_SYS(linkat), {{IT_IS, 0, 1}, {IT_IS_NOT, 2, 3}}},
	{SCMP_SYS(symlink), {{IT_IS_NOT, NO_BASE, 1}}},
	{SCMP_SYS(symlinkat), {{IT_IS_NOT, 1, 2}}},
};

/* Opens the directory that contains a name, if it exists. */
static int open_parent(pid_t pid, int base, char *path)
{
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		path[--n] = 0;
	char *slash = strrchr(path, '/');
	if (!slash)
		return listener_open(pid, base, ".", O_DIRECTORY);
	slash[slash == path] = 0;
	return listener_open(pid, base, path, O_DIRECTORY);
}

/* True if a process outside of the sandbox may write there, and one inside may not. */
static bool is_closed(int fd, const char *dir)
{
	static const char *const open_to_all[] = {"/dev/null", "/dev/full", "/memfd:", "pipe:"};
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	for (size_t i = 0; i < countof(open_to_all); i++)
		if (!strncmp(path, open_to_all[i], strlen(open_to_all[i])))
			return false;
	return !listener_lies_in(fd, dir) && (!access(link, W_OK) || errno != EACCES);
}

/* True for names of the process's own descriptors: from here they lead elsewhere. */
static bool is_own(const char *path)
{
	return !strncmp(path, "/dev/std", 8) || !strncmp(path, "/dev/fd/", 8) ||
		   !strncmp(path, "/proc/self/", 11);
}

/* What one of its names means for a call: it continues, Landlock refuses it, or it fails anyway. */
typedef enum Fate { GOES_ON, IS_CLOSED, FAILS } Fate;

static Fate fate_of(const struct seccomp_notif *q, const Named *name, const char *dir)
{
	char path[PATH_MAX];
	pid_t pid = (pid_t)q->pid;
	int base = name->base == NO_BASE ? AT_FDCWD : (int)q->data.args[name->base];
	bool opens = name->wants >= OPENED;
	/* The flags are the argument after the path. */
	bool creates =
		name->wants == CREATED || (name->wants == OPENED && q->data.args[name->path + 1] & O_CREAT);
	if (!listener_read_path(pid, q->data.args[name->path], path, sizeof path) || !*path ||
		is_own(path))
		return GOES_ON;
	int fd = listener_open(pid, base, path, opens ? 0 : O_NOFOLLOW);
	bool is = fd >= 0;
	if ((name->wants == IT_IS && !is) || (name->wants == IT_IS_NOT && is) ||
		(opens && !is && !creates)) {
		if (is)
			close(fd);
		return FAILS;
	}
	if (is && !opens)
		close(fd);
	if (!is || !opens)
		fd = open_parent(pid, base, path);
	if (fd < 0)
		return FAILS;
	bool closed = is_closed(fd, dir);
	close(fd);
	return closed ? IS_CLOSED : GOES_ON;
}

static const NamedBy *find_named(int call)
{
	for (size_t i = 0; i < countof(named_by); i++)
		if (named_by[i].call == call)
			return &named_by[i];
	return NULL;
}

static bool is_closed_to(const struct seccomp_notif *q, const NamedBy *by, const char *dir)
{
	Fate first = fate_of(q, &by->name[0], dir), second = GOES_ON;
	if (by->name[1].wants != NO_NAME)
		second = fate_of(q, &by->name[1], dir);
	return first != FAILS && second != FAILS && (first == IS_CLOSED || second == IS_CLOSED);
}

/* ---- refusing ---- */

/* True if the answer is not what the kernel would have returned. */
static bool matters(const struct seccomp_notif *q)
{
	struct stat st;
	if (q->data.nr == SCMP_SYS(clone3)) /* the C library then uses clone */
		return false;
	if (q->data.nr != SCMP_SYS(ioctl) || (q->data.args[1] >> 8 & 0xff) != 'T')
		return true;
	/* For a terminal ioctl: an object that is no terminal fails in the same way. */
	int fd = listener_fd((pid_t)q->pid, (int)q->data.args[0]);
	bool terminal = fd >= 0 && !fstat(fd, &st) && S_ISCHR(st.st_mode);
	if (fd >= 0)
		close(fd);
	return terminal;
}

static void note(int call, const char *what, Buf *refused)
{
	char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
	char *text = name ? xasprintf("%s%s", name, what) : xasprintf("system call %d%s", call, what);
	/* Each name is noted once. */
	const char *at = refused->len ? strstr(refused->at, text) : NULL;
	size_t n = strlen(text);
	while (at && ((at != refused->at && at[-1] != ' ') || (at[n] && at[n] != ',')))
		at = strstr(at + 1, text);
	if (!at)
		buf_addf(refused, "%s%s", refused->len ? ", " : "", text);
	free(text);
	free(name);
}

static void refuse(const struct seccomp_notif *q, struct seccomp_notif_resp *r, Buf *refused)
{
	u64 args[6];
	for (int i = 0; i < 6; i++)
		args[i] = q->data.args[i];
	r->error = -sandbox_error(q->data.nr, args);
	if (matters(q))
		note(q->data.nr, "", refused);
}

void listener_answer(int listener, const char *dir, Buf *refused)
{
	struct seccomp_notif q = {0};
	struct seccomp_notif_resp r = {0};
	bool outside = false;
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &q))
		return;
	r.id = q.id;
	const NamedBy *by = find_named(q.data.nr);
	if (by) {
		r.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		outside = is_closed_to(&q, by, dir) && !instead_answer(listener, &q, dir, &r);
	} else if (instead_answer(listener, &q, dir, &r)) {
		; /* same answer as outside */
	} else if (modes_has(q.data.nr)) {
		r.error = modes_change(listener, &q, dir, &outside);
	} else {
		refuse(&q, &r, refused);
	}
	if (outside)
		note(q.data.nr, " outside of its directory", refused);
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &r);
}
