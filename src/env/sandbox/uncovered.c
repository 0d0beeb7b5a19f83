/* uncovered.c: files that a cell covers in part only.
 *
 * Without privilege, a file of somebody else that the user may write is covered by a copy, which is
 * a mount point of its own and belongs to the user. Such a name cannot be removed or renamed, and
 * the copy grants more than the file. Other directories are read-only inside. An error that only the
 * cell causes must not count as an answer of this system: it is noted as held back.
 */
#include "env/sandbox/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The n-th path argument of the call: its index, or -1. */
static int path_arg(const CallSpec *spec, int n)
{
	for (int i = 0; i < 6; i++)
		if (ARG_KIND(spec->args[i]) == ARG_PATH && n-- == 0)
			return i;
	return -1;
}

/* Resolves a path argument as seen from outside. */
static bool find_target(const Guard *g, const TracedTask *task, int arg, bool follow, PathTarget *t)
{
	const CallSpec *spec = call_spec(task->nr);
	bool at = arg > 0 && ARG_KIND(spec->args[arg - 1]) == ARG_DIRFD;
	Buf path = {0};
	*t = (PathTarget){0};
	bool ok = arg >= 0 && mem_read_string(task->tid, task->args[arg], 4096, &path) && path.len &&
			  target_find(g, task, at ? (int)task->args[arg - 1] : AT_FDCWD, path.at, follow, t);
	buf_free(&path);
	return ok;
}

static char *parent_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && slash > path ? xstrndup(path, (size_t)(slash - path)) : xstrdup("/");
}

static u64 mount_of(const char *path)
{
	struct statx st;
	bool ok = statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_MNT_ID, &st) == 0;
	return ok && st.stx_mask & STATX_MNT_ID ? st.stx_mnt_id : 0;
}

static bool is_mount_point(const char *prefix, const char *path)
{
	char *dir = parent_of(path), *whole = xasprintf("%s%s", prefix, path);
	char *above = xasprintf("%s%s", prefix, dir);
	u64 own = mount_of(whole), other = mount_of(above);
	free(dir);
	free(whole);
	free(above);
	return own && other && own != other;
}

/* True if the name is a mount point inside the cell only. */
static bool is_cover(const TracedTask *task, const char *path)
{
	char root[64];
	snprintf(root, sizeof root, "/proc/%d/root", task->tid);
	return is_mount_point(root, path) && !is_mount_point("", path);
}

/* True if drift's user may change names in the directory outside. */
static bool may_change_names(const PathTarget *t)
{
	struct stat st;
	char *dir = parent_of(buf_str(&t->path));
	bool may = faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS) == 0 && stat(dir, &st) == 0;
	bool sticky = may && st.st_mode & S_ISVTX && st.st_uid != geteuid() && geteuid() != 0;
	free(dir);
	return may && !(sticky && t->exists && t->st.st_uid != geteuid());
}

static bool is_writable_system(const PathTarget *t)
{
	struct statvfs fs;
	char *dir = t->exists ? xstrdup(t->path.at) : parent_of(buf_str(&t->path));
	bool writable = statvfs(dir, &fs) == 0 && !(fs.f_flag & ST_RDONLY);
	free(dir);
	return writable;
}

/* True if both names are on one file system outside. */
static bool is_one_system(const PathTarget *a, const PathTarget *b)
{
	struct stat x, y;
	char *first = parent_of(buf_str(&a->path)), *second = parent_of(buf_str(&b->path));
	bool one = stat(first, &x) == 0 && stat(second, &y) == 0 && x.st_dev == y.st_dev;
	free(first);
	free(second);
	return one;
}

/* True if the error is one of the cell, not of this system. */
static bool is_of_cell(const Guard *g, const TracedTask *task, i64 ret, const PathTarget *a,
					   const PathTarget *b)
{
	bool changes = call_spec(task->nr)->class == CLASS_PATH;
	switch (-ret) {
	case EROFS:
	case EOVERFLOW: return is_writable_system(a);
	case EBUSY:
		return changes &&
			   (is_cover(task, buf_str(&a->path)) || (b && is_cover(task, buf_str(&b->path))));
	case EXDEV: return changes && b && is_one_system(a, b);
	case EPERM:
	case EACCES:
		return changes && g->cell->limited && task->nr != SYS_chmod && task->nr != SYS_fchmodat &&
			   may_change_names(a) && (!b || may_change_names(b));
	default: return false;
	}
}

/* A user namespace does not know the other groups of the user, to which files may be given. */
static bool gives_to_group(i32 nr, i64 ret)
{
	bool gives = nr == SYS_chown || nr == SYS_lchown || nr == SYS_fchown || nr == SYS_fchownat;
	return gives && ret == -EINVAL;
}

void note_uncovered(Guard *g, const TracedTask *task, i64 ret)
{
	const CallSpec *spec = call_spec(task->nr);
	int first = path_arg(spec, 0), second = path_arg(spec, 1);
	bool changes = spec->class == CLASS_PATH;
	PathTarget a, b;
	if (g->cell && g->cell->limited && gives_to_group(task->nr, ret))
		guard_note_isolated(g, HELD_FILES, "changing the group of a file, which needs privilege");
	if (!g->cell || ret >= 0 || first < 0 || (!changes && spec->class != CLASS_FDNEW))
		return;
	bool ok = find_target(g, task, first, !changes, &a), two = second >= 0;
	if (two)
		ok &= find_target(g, task, second, false, &b);
	if (ok && is_of_cell(g, task, ret, &a, two ? &b : NULL))
		guard_note_isolated(g, HELD_FILES, "changing %s, which cannot be covered", a.path.at);
	target_free(&a);
	if (two)
		target_free(&b);
}

/* True for calls that only the owner of a file may make. */
static bool needs_owner(const TracedTask *task)
{
	switch (task->nr) {
	case SYS_chmod:
	case SYS_fchmod:
	case SYS_fchmodat: return true;
	case SYS_utimensat: return task->args[2] != 0; /* the current time needs only write access */
	default: return false;
	}
}

/* True if the file inside belongs to drift's user. */
static bool is_own_copy(const TracedTask *task, const char *path)
{
	struct stat st;
	char *whole = xasprintf("/proc/%d/root%s", task->tid, path);
	bool own = lstat(whole, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid();
	free(whole);
	return own;
}

bool refuse_on_copy(const Guard *g, const TracedTask *task, i64 *ret)
{
	int arg = path_arg(call_spec(task->nr), 0);
	struct stat st;
	Buf path = {0};
	PathTarget t = {0};
	*ret = -EPERM;
	if (!g->cell->limited || geteuid() == 0 || !needs_owner(task))
		return false;
	bool named = arg >= 0 && task->args[arg];
	bool known =
		named ? find_target(g, task, arg, true, &t) : target_of_fd(task, (int)task->args[0], &path);
	const char *name = buf_str(named ? &t.path : &path);
	bool refused =
		known && stat(name, &st) == 0 && st.st_uid != geteuid() && is_own_copy(task, name);
	target_free(&t);
	buf_free(&path);
	return refused;
}
