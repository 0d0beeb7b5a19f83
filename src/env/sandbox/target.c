/* target.c: resolves a name as a task would.
 *
 * It follows links one by one. So /proc/self is the task's own entry, not drift's, and it detects a
 * link in /proc that jumps to the root or to files of another process. */
#include "env/sandbox/refuse.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/statfs.h>
#include <unistd.h>

enum { MAX_LINKS = 40 };

typedef struct TargetWalk {
	const Guard *guard;
	const TracedTask *task;
	int root;     /* descriptor of the task's root directory */
	Buf at;       /* resolved part; "" is the root */
	Buf rest;     /* part that is not resolved yet */
	u32 links;    /* number of links followed */
	bool foreign; /* true if it jumped through another process */
	bool missing; /* true if `at` does not exist */
} TargetWalk;

static const char *below_root(const Buf *path)
{
	return path->len > 1 ? path->at + 1 : ".";
}

/* The process number in a path in /proc. */
static pid_t process_in(const char *path)
{
	for (const char *p = strchr(path, '/'); p; p = strchr(p + 1, '/'))
		if (p[1] >= '0' && p[1] <= '9')
			return (pid_t)atol(p + 1);
	return 0;
}

static bool on_proc(const TargetWalk *w)
{
	struct statfs fs;
	int fd = openat(w->root, below_root(&w->at), O_PATH | O_NOFOLLOW | O_CLOEXEC);
	bool proc = fd >= 0 && fstatfs(fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
	if (fd >= 0)
		close(fd);
	return proc;
}

static void pop(Buf *path)
{
	while (path->len && path->at[--path->len] != '/')
		;
	if (path->at)
		path->at[path->len] = 0;
}

/* Replaces the link at `at` by its target. */
static bool follow_link(TargetWalk *w, const char *name, size_t n)
{
	char text[4096];
	ssize_t len = readlinkat(w->root, below_root(&w->at), text, sizeof text - 1);
	if (len <= 0 || ++w->links > MAX_LINKS)
		return false;
	text[len] = 0;
	bool proc = on_proc(w);
	if (proc && n == 4 && !strncmp(name, "self", n))
		snprintf(text, sizeof text, "%d", w->task->tgid);
	else if (proc && n == 11 && !strncmp(name, "thread-self", n))
		snprintf(text, sizeof text, "%d/task/%d", w->task->tgid, w->task->tid);
	else if (proc && process_in(w->at.at)) {
		w->foreign |= !guard_owns_process(w->guard, process_in(w->at.at));
		if (text[0] != '/')
			return true; /* a pipe or socket: the link itself is the target */
	}
	Buf rest = {0};
	buf_addf(&rest, "%s/%s", text, buf_str(&w->rest));
	buf_free(&w->rest);
	w->rest = rest;
	if (text[0] == '/')
		w->at.len = 0;
	else
		pop(&w->at);
	if (w->at.at)
		w->at.at[w->at.len] = 0;
	return true;
}

/* Resolves the next part of `rest`; returns false if a part is missing. */
static bool step(TargetWalk *w, bool follow_last)
{
	struct stat st;
	const char *name = buf_str(&w->rest) + strspn(buf_str(&w->rest), "/");
	size_t n = strcspn(name, "/");
	const char *after = name + n + strspn(name + n, "/");
	Buf rest = {0};
	buf_adds(&rest, after);
	bool ok = true;
	if (n == 2 && !strncmp(name, "..", 2)) {
		pop(&w->at);
	} else if (n && !(n == 1 && *name == '.')) {
		buf_addc(&w->at, '/');
		size_t start = w->at.len;
		buf_add(&w->at, name, n);
		w->missing = fstatat(w->root, below_root(&w->at), &st, AT_SYMLINK_NOFOLLOW) != 0;
		ok = !w->missing || !rest.len;
		if (!w->missing && S_ISLNK(st.st_mode) && (follow_last || rest.len)) {
			char *copy = xstrndup(w->at.at + start, n);
			buf_free(&w->rest);
			w->rest = rest;
			ok = follow_link(w, copy, n);
			free(copy);
			return ok;
		}
	}
	buf_free(&w->rest);
	w->rest = rest;
	return ok;
}

/* Starts at the directory of a relative name; returns false if it is unknown. */
static bool start_at(TargetWalk *w, const char *link)
{
	char path[4096], root[4096];
	char root_link[64];
	snprintf(root_link, sizeof root_link, "/proc/%d/root", w->task->tid);
	ssize_t n = readlink(link, path, sizeof path - 1);
	ssize_t k = readlink(root_link, root, sizeof root - 1);
	if (n <= 0 || k <= 0 || path[0] != '/')
		return false;
	path[n] = root[k] = 0;
	/* In a task with its own root (chroot), names start there. */
	if (k > 1 && !strncmp(path, root, (size_t)k))
		buf_adds(&w->at, path + k);
	else if (strcmp(path, "/") != 0)
		buf_adds(&w->at, path);
	return true;
}

/* True if the target of the link is on a mount of the task's own tree. */
static bool is_inside(const TargetWalk *w, const char *link)
{
	struct statx st;
	u64 known = 0;
	char path[64];
	if (!w->guard->cell || statx(AT_FDCWD, link, 0, STATX_MNT_ID, &st) != 0 ||
		!(st.stx_mask & STATX_MNT_ID))
		return true;
	IntMap *mounts = (IntMap *)(uintptr_t)&w->guard->mounts;
	if (intmap_get(mounts, st.stx_mnt_id + 1, &known))
		return true;
	Buf text = {0};
	snprintf(path, sizeof path, "/proc/%d/mountinfo", w->task->tid);
	file_read(path, &text, NULL);
	for (const char *l = buf_str(&text); *l;) {
		u64 id = strtoull(l, NULL, 10);
		intmap_put(mounts, id + 1, 1);
		l += strcspn(l, "\n");
		l += *l == '\n';
	}
	buf_free(&text);
	return intmap_get(mounts, st.stx_mnt_id + 1, &known);
}

static void look_at(const TargetWalk *w, PathTarget *out)
{
	struct statfs fs;
	int fd = openat(w->root, below_root(&w->at), O_PATH | O_NOFOLLOW | O_CLOEXEC);
	out->exists = fd >= 0 && fstat(fd, &out->st) == 0;
	if (fd >= 0)
		close(fd);
	/* A file that is to be created is on the file system of its directory. */
	Buf dir = {0};
	buf_adds(&dir, buf_str(&w->at));
	if (!out->exists)
		pop(&dir);
	fd = openat(w->root, below_root(&dir), O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && fstatfs(fd, &fs) == 0) {
		out->proc = fs.f_type == PROC_SUPER_MAGIC;
		out->kernel = !fs.f_blocks && fs.f_type != TMPFS_MAGIC && fs.f_type != RAMFS_MAGIC &&
					  fs.f_type != DEVPTS_SUPER_MAGIC && fs.f_type != OVERLAYFS_SUPER_MAGIC;
		out->owner = out->proc ? process_in(buf_str(&w->at)) : 0;
	}
	if (fd >= 0)
		close(fd);
	buf_free(&dir);
}

bool target_find(const Guard *g, const TracedTask *task, int dirfd, const char *path, bool follow,
				 PathTarget *out)
{
	TargetWalk w = {.guard = g, .task = task};
	char link[64];
	*out = (PathTarget){0};
	snprintf(link, sizeof link, "/proc/%d/root", task->tid);
	w.root = open(link, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dirfd == AT_FDCWD)
		snprintf(link, sizeof link, "/proc/%d/cwd", task->tid);
	else
		snprintf(link, sizeof link, "/proc/%d/fd/%d", task->tid, dirfd);
	bool ok = w.root >= 0 && (*path == '/' || start_at(&w, link));
	if (ok && *path != '/')
		w.foreign = !is_inside(&w, link);
	buf_adds(&w.rest, path);
	while (ok && w.rest.len)
		ok = step(&w, follow);
	if (ok)
		look_at(&w, out);
	out->foreign = w.foreign;
	buf_addf(&out->path, "%s", w.at.len ? w.at.at : "/");
	if (w.root >= 0)
		close(w.root);
	buf_free(&w.at);
	buf_free(&w.rest);
	return ok;
}

void target_free(PathTarget *t)
{
	buf_free(&t->path);
}

bool target_of_fd(const TracedTask *task, int fd, Buf *path)
{
	char link[64], text[4096];
	snprintf(link, sizeof link, "/proc/%d/fd/%d", task->tid, fd);
	ssize_t n = readlink(link, text, sizeof text - 1);
	if (n <= 0 || text[0] != '/')
		return false;
	buf_add(path, text, (size_t)n);
	return true;
}
