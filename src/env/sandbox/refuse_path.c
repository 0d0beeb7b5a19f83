/* refuse_path.c: protects files that no overlay can cover: devices, kernel settings, files of other
 * processes. */
#include "env/sandbox/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static bool is_terminal(const struct stat *st)
{
	return S_ISCHR(st->st_mode) && major(st->st_rdev) >= 136 && major(st->st_rdev) <= 143;
}

/* True for memory devices that keep nothing, and terminals. */
static bool is_harmless(const struct stat *st)
{
	unsigned kind = major(st->st_rdev), number = minor(st->st_rdev);
	if (!S_ISCHR(st->st_mode))
		return !S_ISBLK(st->st_mode);
	return (kind == 1 && (number == 3 || number == 5 || number >= 7) && number <= 9) ||
		   (kind == 5 && number != 1) || is_terminal(st);
}

/* True for the other end of a terminal that the rerun created. */
static bool owns_terminal(const Guard *g, const struct stat *st)
{
	char key[32];
	u32 known;
	snprintf(key, sizeof key, "terminal %u", minor(st->st_rdev));
	return strmap_get(&g->addresses, key, &known);
}

/* ---- names ---- */

static bool refuse_target(Guard *g, const PathTarget *t, const char *what, i64 *ret)
{
	const char *path = buf_str(&t->path);
	*ret = -EPERM;
	if (t->foreign)
		return guard_hold(g, HELD_PROCESSES, "%s %s, through another process", what, path);
	if (t->proc && t->owner)
		return !guard_owns_process(g, t->owner) &&
			   guard_hold(g, HELD_PROCESSES, "%s %s", what, path);
	if (t->exists && (!is_harmless(&t->st) || (is_terminal(&t->st) && !owns_terminal(g, &t->st))))
		return guard_hold(g, HELD_DEVICES, "%s %s", what, path);
	*ret = -EROFS;
	return (t->kernel || t->proc) && !(t->exists && S_ISCHR(t->st.st_mode)) &&
		   guard_hold(g, HELD_KERNEL, "%s %s", what, path);
}

static bool is_inside(const TracedTask *task, const char *path)
{
	struct stat st;
	char *inside = xasprintf("/proc/%d/root%s", task->tid, path);
	bool exists = lstat(inside, &st) == 0;
	free(inside);
	return exists;
}

/* If the file system has no free inode, creating a file must fail in the overlay, too. Files
 * created inside use up inodes as well. */
static bool lacks_inodes(Guard *g, const TracedTask *task, const PathTarget *t)
{
	enum { FEW = 256 };
	struct statvfs fs;
	Buf dir = {0};
	if (!g->cell || t->exists)
		return false;
	buf_adds(&dir, buf_str(&t->path));
	bool known = false;
	for (char *slash; !known && (slash = strrchr(buf_str(&dir), '/'));) {
		slash[slash == dir.at] = 0; /* its directory, or the nearest existing one above it */
		known = statvfs(dir.at, &fs) == 0;
		if (slash == dir.at)
			break;
	}
	buf_free(&dir);
	if (!known || !fs.f_files || fs.f_ffree >= FEW)
		return false;
	u64 used = 0;
	bool listed = false;
	for (size_t i = 0; i < g->made.len; i++) {
		const MadeFile *m = &g->made.at[i];
		used += m->system == fs.f_fsid && is_inside(task, m->path);
		listed |= !strcmp(m->path, buf_str(&t->path));
	}
	if (used >= fs.f_ffree)
		return true;
	if (!listed) {
		MadeFile m = {.system = fs.f_fsid, .path = xstrdup(buf_str(&t->path))};
		vec_push(&g->made, m);
	}
	return false;
}

static bool may_lead_to_proc(const TracedTask *task, int dirfd, const char *path)
{
	if (strstr(path, "proc"))
		return true;
	char link[64], text[8] = {0};
	if (*path == '/')
		return false;
	if (dirfd == AT_FDCWD)
		snprintf(link, sizeof link, "/proc/%d/cwd", task->tid);
	else
		snprintf(link, sizeof link, "/proc/%d/fd/%d", task->tid, dirfd);
	return readlink(link, text, sizeof text - 1) > 0 && !strncmp(text, "/proc", 5);
}

/* A named pipe that existed before may have a reader. Inside a cell the two cannot connect. */
static bool refuse_pipe(Guard *g, const PathTarget *t, i64 *ret)
{
	u32 known;
	if (!t->exists || !S_ISFIFO(t->st.st_mode) || t->proc || t->foreign ||
		strmap_get(&g->addresses, t->path.at, &known))
		return false;
	*ret = -ENXIO;
	if (!g->cell)
		return guard_hold(g, HELD_SOCKETS, "writing to pipe %s", t->path.at);
	if (access(t->path.at, F_OK) == 0)
		guard_note_isolated(g, HELD_SOCKETS, "writing to pipe %s", t->path.at);
	return false;
}

void learn_path(Guard *g, const TracedTask *task, i64 ret)
{
	bool at = task->nr == SYS_mknodat;
	Buf path = {0};
	PathTarget t = {0};
	u32 number;
	if (ret == 0 && task->nr == SYS_ioctl && (u32)task->args[1] == TIOCGPTN &&
		mem_read(task->tid, task->args[2], &number, 4) == 4) {
		buf_addf(&path, "terminal %u", number);
		strmap_put(&g->addresses, path.at, 1);
		buf_free(&path);
	}
	if (ret != 0 || (!at && task->nr != SYS_mknod) || !S_ISFIFO((mode_t)task->args[1 + at]))
		return;
	if (mem_read_string(task->tid, task->args[at], 4096, &path) && path.len &&
		target_find(g, task, at ? (int)task->args[0] : AT_FDCWD, path.at, false, &t))
		strmap_put(&g->addresses, t.path.at, 1);
	target_free(&t);
	buf_free(&path);
}

static bool refuse_open(Guard *g, const TracedTask *task, i64 *ret)
{
	bool at = task->nr == SYS_openat || task->nr == SYS_openat2;
	int dirfd = at ? (int)task->args[0] : AT_FDCWD;
	u64 flags = task->nr == SYS_creat ? O_WRONLY | O_CREAT | O_TRUNC : task->args[1 + at];
	struct open_how how = {0};
	if (task->nr == SYS_openat2 && mem_read(task->tid, task->args[2], &how, sizeof how))
		flags = how.flags;
	bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_TRUNC | O_CREAT);
	Buf path = {0};
	PathTarget t = {0};
	bool refused = false;
	if (mem_read_string(task->tid, task->args[at], 4096, &path) && path.len &&
		(writes || may_lead_to_proc(task, dirfd, path.at)) &&
		target_find(g, task, dirfd, path.at, !(flags & O_NOFOLLOW), &t)) {
		if (writes) {
			refused = refuse_target(g, &t, "writing to", ret);
			refused = refused || refuse_pipe(g, &t, ret);
			if (!refused && flags & O_CREAT && lacks_inodes(g, task, &t)) {
				*ret = -ENOSPC;
				refused = true;
			}
		} else if (t.foreign && (!t.exists || S_ISDIR(t.st.st_mode))) {
			refused = refuse_target(g, &t, "opening", ret);
		}
	}
	target_free(&t);
	buf_free(&path);
	return refused;
}

/* Refuses calls that change names. Calls that change the target of a link follow a link at the end
 * of the name. */
static bool refuse_change(Guard *g, const TracedTask *task, i64 *ret)
{
	const CallSpec *spec = call_spec(task->nr);
	bool follows = task->nr == SYS_chmod || task->nr == SYS_fchmodat || task->nr == SYS_chown ||
				   task->nr == SYS_truncate || task->nr == SYS_chdir || task->nr == SYS_chroot;
	bool makes = task->nr == SYS_mkdir || task->nr == SYS_mkdirat || task->nr == SYS_symlink ||
				 task->nr == SYS_symlinkat || task->nr == SYS_mknod || task->nr == SYS_mknodat;
	bool refused = false;
	for (int i = 0; i < 6 && ARG_KIND(spec->args[i]) != ARG_NONE && !refused; i++) {
		if (ARG_KIND(spec->args[i]) != ARG_PATH)
			continue;
		bool at = i > 0 && ARG_KIND(spec->args[i - 1]) == ARG_DIRFD;
		Buf path = {0};
		PathTarget t = {0};
		if (mem_read_string(task->tid, task->args[i], 4096, &path) && path.len &&
			target_find(g, task, at ? (int)task->args[i - 1] : AT_FDCWD, path.at, follows, &t)) {
			if (spec->class != CLASS_PATH) /* changes only the task's own root or directory */
				refused = t.foreign && refuse_target(g, &t, call_name(task->nr), ret);
			else if (t.foreign || t.kernel || t.proc)
				refused = refuse_target(g, &t, call_name(task->nr), ret);
			if (!refused && makes && lacks_inodes(g, task, &t)) {
				*ret = -ENOSPC;
				refused = true;
			}
		}
		target_free(&t);
		buf_free(&path);
	}
	return refused;
}

bool refuse_path(Guard *g, const TracedTask *task, i64 *ret)
{
	switch (task->nr) {
	case SYS_open:
	case SYS_openat:
	case SYS_openat2:
	case SYS_creat: return refuse_open(g, task, ret);
	case SYS_open_by_handle_at:
		/* It needs no name: any descriptor leads to a file system. */
		*ret = -EPERM;
		return (task->args[2] & O_ACCMODE) != O_RDONLY &&
			   guard_hold(g, HELD_MOUNTS, "writing to a file by its handle");
	case SYS_chdir:
	case SYS_chroot: return refuse_change(g, task, ret);
	default: return call_spec(task->nr)->class == CLASS_PATH && refuse_change(g, task, ret);
	}
}

/* ---- ioctl ---- */

/* Requests to block devices that only query. */
static bool only_asks(u64 request)
{
	switch (request) {
	case BLKGETSIZE:
	case BLKGETSIZE64:
	case BLKSSZGET:
	case BLKBSZGET:
	case BLKPBSZGET:
	case BLKROGET:
	case TCGETS: return true;
	default: return false;
	}
}

/* Requests about network settings that only query. */
static bool asks_network(u64 request)
{
	switch (request) {
	case SIOCGIFNAME:
	case SIOCGIFCONF:
	case SIOCGIFFLAGS:
	case SIOCGIFADDR:
	case SIOCGIFDSTADDR:
	case SIOCGIFBRDADDR:
	case SIOCGIFNETMASK:
	case SIOCGIFMETRIC:
	case SIOCGIFMTU:
	case SIOCGIFHWADDR:
	case SIOCGIFINDEX:
	case SIOCGIFTXQLEN:
	case SIOCGIFMAP:
	case SIOCGARP:
	case SIOCGSTAMP_OLD:
	case SIOCGSTAMPNS_OLD:
	case SIOCATMARK:
	case SIOCGPGRP:
	case FIOGETOWN: return true;
	default: return false;
	}
}

bool refuse_ioctl(Guard *g, const TracedTask *task, i64 *ret)
{
	struct stat st;
	char link[64];
	u64 request = (u32)task->args[1];
	if (task->nr != SYS_ioctl)
		return false;
	*ret = -EPERM;
	if (request == TIOCSTI || request == TIOCLINUX || request == TIOCCONS || request == TIOCVHANGUP)
		return guard_hold(g, HELD_DEVICES, "a request to a terminal");
	if (request >> 8 == 0x54)
		return false; /* other requests to terminals; there are many */
	if (request >> 8 == 0x89)
		return !asks_network(request) && (!g->cell || g->cell->shared & SANDBOX_NETWORK) &&
			   guard_hold(g, HELD_KERNEL, "a setting of the network");
	snprintf(link, sizeof link, "/proc/%d/fd/%d", task->tid, (int)task->args[0]);
	if (only_asks(request) || stat(link, &st) != 0 || is_harmless(&st))
		return false;
	Buf path = {0};
	target_of_fd(task, (int)task->args[0], &path);
	bool held = guard_hold(g, HELD_DEVICES, "a request to %s", buf_str(&path));
	buf_free(&path);
	return held;
}
