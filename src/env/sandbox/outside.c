/* outside.c: corrects answers that would show a program that it is in a cell.
 *
 * An overlay identifies itself as one and reports the size of its upper layer. A user namespace
 * shows files of others as owned by nobody. drift replaces such answers with those of the same call
 * outside.
 */
#include "env/sandbox/refuse.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/magic.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NOBODY = 65534 }; /* how the kernel shows an id that is unknown in the user namespace */

/* Finds the outside name of the call's object. */
static bool subject(const Guard *g, const TracedTask *task, bool *follow, Buf *path)
{
	int fd = (int)task->args[0];
	u64 flags = 0, name = task->args[0];
	*follow = task->nr != SYS_lstat;
	switch (task->nr) {
	case SYS_fstat:
	case SYS_fstatfs: return target_of_fd(task, fd, path);
	case SYS_stat:
	case SYS_lstat:
	case SYS_statfs: fd = AT_FDCWD; break;
	case SYS_newfstatat: flags = task->args[3]; break;
	case SYS_statx: flags = task->args[2]; break;
	default: return false;
	}
	if (task->nr == SYS_newfstatat || task->nr == SYS_statx)
		name = task->args[1];
	*follow &= !(flags & AT_SYMLINK_NOFOLLOW);
	Buf text = {0};
	PathTarget t = {0};
	bool ok = mem_read_string(task->tid, name, 4096, &text) || (flags & AT_EMPTY_PATH && !name);
	if (ok && !text.len)
		ok = fd != AT_FDCWD && target_of_fd(task, fd, path);
	else if (ok && (ok = target_find(g, task, fd, text.at, *follow, &t) && t.exists))
		buf_adds(path, buf_str(&t.path));
	target_free(&t);
	buf_free(&text);
	return ok;
}

/* Owner and mode, from any of the structures. */
typedef struct Owner {
	u32 uid, gid, mode;
} Owner;

static void show_owner(const Guard *g, const TracedTask *task)
{
	struct stat in = {0}, out;
	struct statx inx = {0};
	bool extended = task->nr == SYS_statx, follow;
	u64 at = task->args[task->nr == SYS_newfstatat ? 2 : extended ? 4 : 1];
	size_t n = extended ? sizeof inx : sizeof in;
	if (mem_read(task->tid, at, extended ? (void *)&inx : (void *)&in, n) != n)
		return;
	Owner has = {in.st_uid, in.st_gid, in.st_mode};
	if (extended)
		has = (Owner){inx.stx_uid, inx.stx_gid, inx.stx_mode};
	/* The owner of a covered directory is the creator of the cover. */
	if (has.uid != NOBODY && has.gid != NOBODY && !S_ISDIR(has.mode))
		return;
	Buf path = {0};
	bool known = subject(g, task, &follow, &path) &&
				 (follow ? stat(path.at, &out) : lstat(path.at, &out)) == 0 &&
				 (out.st_mode & S_IFMT) == (has.mode & S_IFMT);
	buf_free(&path);
	bool covered = known && has.mode == (out.st_mode & ~0222u);
	if (!known || (has.mode != out.st_mode && !covered))
		return;
	in.st_uid = inx.stx_uid = out.st_uid;
	in.st_gid = inx.stx_gid = out.st_gid;
	in.st_mode = out.st_mode;
	inx.stx_mode = (u16)out.st_mode;
	if (S_ISDIR(out.st_mode)) {
		in.st_size = out.st_size;
		inx.stx_size = (u64)out.st_size;
		/* Ftok uses it, for example. */
		in.st_ino = inx.stx_ino = out.st_ino;
	}
	mem_write(task->tid, at, extended ? (void *)&inx : (void *)&in, n);
}

static void show_groups(const TracedTask *task, i64 ret)
{
	gid_t groups[1024];
	int n = getgroups(countof(groups), groups);
	if (n == ret && n > 0 && task->args[0])
		mem_write(task->tid, task->args[1], groups, (size_t)n * sizeof *groups);
}

static void show_file_system(const Guard *g, const TracedTask *task)
{
	struct statfs in, out;
	bool follow;
	Buf path = {0};
	if (mem_read(task->tid, task->args[1], &in, sizeof in) == sizeof in &&
		(in.f_type == OVERLAYFS_SUPER_MAGIC || in.f_type == TMPFS_MAGIC) &&
		subject(g, task, &follow, &path) && statfs(path.at, &out) == 0 && out.f_bsize) {
		/* Subtract what was written inside from the free space. */
		u64 room = (u64)in.f_bavail * (u64)in.f_bsize / (u64)out.f_bsize;
		u64 memory = (u64)in.f_blocks * (u64)in.f_bsize / (u64)out.f_bsize;
		if (memory >= out.f_bavail && room < out.f_bavail)
			out.f_bavail = room;
		mem_write(task->tid, task->args[1], &out, sizeof out);
	}
	buf_free(&path);
}

void guard_translate(const Guard *g, const TracedTask *task, i64 ret)
{
	if (!g->cell || ret < 0 || task->compat)
		return;
	switch (task->nr) {
	case SYS_stat:
	case SYS_lstat:
	case SYS_fstat:
	case SYS_newfstatat:
	case SYS_statx:
		if (g->cell->limited)
			show_owner(g, task);
		break;
	case SYS_getgroups:
		if (g->cell->limited)
			show_groups(task, ret);
		break;
	case SYS_statfs:
	case SYS_fstatfs: show_file_system(g, task); break;
	default: break;
	}
}
