/* overlay.c: creates a tree of mounts like the present one, in which no change is permanent.
 *
 * Each writable mount becomes an overlay. Its present contents are the lower layer; the upper layer
 * is in memory. It has as much space as the file system has left, so a full disk is full inside,
 * too. Mounts that cannot be covered are bound read-only. File systems of the kernel (/proc, /sys)
 * are read-only except for the directories of processes.
 *
 * In a user namespace the system's mounts are locked together: a mount with others below it cannot
 * be covered as a whole. drift then creates its directory again and covers the entries one by
 * one.
 */
#include "env/sandbox/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/xattr.h>
#include <unistd.h>

enum {
	PAGE = 4096,
	MAX_COPY = 16 << 20, /* largest file, in bytes, that is copied if it is a mount point */
};

/* Flags that a cover takes over from its mount. */
static const unsigned long kept =
	MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME | MS_NODIRATIME | MS_RELATIME | MS_STRICTATIME;

typedef struct Upper {
	dev_t dev;  /* file system whose changes it stores */
	u32 number; /* of the directory in base */
} Upper;

typedef struct EnvSandboxBuilder {
	const EnvSandboxPlan *plan;
	const StrMap *owners; /* see overlay_owners */
	bool limited;  /* by a user namespace, this one or an outer one: mounts are locked together */
	int base;      /* file system in memory with the upper layers and, under "root", the new tree */
	int shown;     /* plan->shown, opened outside */
	char *cwd;     /* drift's working directory; may be NULL */
	Mounts mounts; /* of the present tree */
	VEC(Upper) uppers;
	PathList covered; /* directories that are the root of an overlay */
	u32 n_covers;     /* number of overlays */
	int error;        /* errno of the last overlay that failed */
} EnvSandboxBuilder;

/* Writes the path of the name in the new tree to out. */
static void target_of(const EnvSandboxBuilder *b, const char *path, Buf *out)
{
	buf_addf(out, "/proc/self/fd/%d/root%s", b->base, strcmp(path, "/") ? path : "");
}

static bool is_memory(const char *type)
{
	return !strcmp(type, "tmpfs") || !strcmp(type, "ramfs") || !strcmp(type, "devtmpfs");
}

/* ---- covering ---- */

/* Uses up one page. The size includes an extra page, since a size of 0 would mean no limit. */
static void take_page(const char *dir)
{
	char *path = xasprintf("%s/taken", dir);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0) {
		/* If this fails, there is one more free page here than outside. */
		(void)!posix_fallocate(fd, 0, PAGE);
		close(fd);
	}
	free(path);
}

/* Finds the directory for changes to the file system of the path. */
static bool upper_for(EnvSandboxBuilder *b, const char *path, dev_t dev, Buf *out)
{
	u32 number = (u32)b->uppers.len;
	for (u32 i = 0; i < b->uppers.len; i++)
		if (b->uppers.at[i].dev == dev)
			number = i;
	buf_addf(out, "/proc/self/fd/%d/up-%u", b->base, number);
	if (number < b->uppers.len)
		return true;
	struct statvfs fs = {0};
	struct sysinfo info = {0};
	statvfs(path, &fs);
	sysinfo(&info);
	u64 room = (u64)(geteuid() ? fs.f_bavail : fs.f_bfree) * fs.f_frsize;
	u64 memory = (u64)info.totalram * info.mem_unit / 2;
	char options[64] = "mode=755";
	if (fs.f_blocks && room < memory)
		snprintf(options, sizeof options, "mode=755,size=%llu",
				 (unsigned long long)(room / PAGE + 1) * PAGE);
	if (mkdir(out->at, 0755) != 0 || mount("drift", out->at, "tmpfs", 0, options) != 0)
		return false;
	if (fs.f_blocks && room < memory)
		take_page(out->at);
	Upper u = {.dev = dev, .number = number};
	vec_push(&b->uppers, u);
	return true;
}

/* Gives the root of an upper layer the attributes of the covered directory. */
static bool imitate(const char *dir, const struct stat *st)
{
	struct timespec times[2] = {st->st_atim, st->st_mtim};
	bool ours = chown(dir, st->st_uid, st->st_gid) == 0;
	mode_t mode = st->st_mode & 07777;
	/* The user's own directory is writable; that of somebody else only if it was before. */
	if (!ours && access(".", W_OK) != 0)
		mode &= ~(mode_t)0222;
	return chmod(dir, mode) == 0 && utimensat(AT_FDCWD, dir, times, 0) == 0;
}

static bool owns(const EnvSandboxBuilder *b, const char *path)
{
	u32 own = false;
	strmap_get(b->owners, path, &own);
	return own;
}

/* Copies the contents, mode and time of a file that the user may not own here. */
static bool copy_as_own(const char *from, const struct stat *st, const char *to)
{
	Buf bytes = {0};
	struct timespec times[2] = {st->st_atim, st->st_mtim};
	bool writable = access(from, W_OK) == 0;
	bool ok = st->st_size <= MAX_COPY && file_read(from, &bytes, NULL) &&
			  file_write_private(to, buf_str(&bytes), bytes.len, NULL) &&
			  chmod(to, st->st_mode & 0777) == 0;
	if (ok && chown(to, st->st_uid, st->st_gid) != 0 && !writable)
		ok = chmod(to, st->st_mode & 0555) == 0;
	ok = ok && utimensat(AT_FDCWD, to, times, 0) == 0;
	buf_free(&bytes);
	return ok;
}

/* True if the name is a file of somebody else, directly in the directory. */
static bool is_foreign_entry(const EnvSandboxBuilder *b, const char *dir, const char *name,
							 struct stat *st)
{
	const char *slash = strrchr(name, '/');
	size_t n = slash ? (size_t)(slash - name) : 0;
	return n && n == strlen(dir) && !memcmp(name, dir, n) && lstat(name, st) == 0 &&
		   S_ISREG(st->st_mode) && !owns(b, name);
}

static bool has_foreign_entry(const EnvSandboxBuilder *b, const char *dir)
{
	struct stat st;
	for (size_t i = 0; b->plan->changed && i < b->plan->changed->len; i++)
		if (is_foreign_entry(b, dir, b->plan->changed->at[i], &st))
			return true;
	return false;
}

/* Without the right to change owners, the kernel cannot copy a file of somebody else into the upper
 * layer. drift puts the files that the program is known to change there beforehand. */
static void fill_upper(const EnvSandboxBuilder *b, const char *dir, const char *upper)
{
	for (size_t i = 0; b->limited && b->plan->changed && i < b->plan->changed->len; i++) {
		struct stat st;
		const char *name = b->plan->changed->at[i];
		if (!is_foreign_entry(b, dir, name, &st))
			continue;
		char *to = xasprintf("%s%s", upper, strrchr(name, '/'));
		if (!copy_as_own(name, &st, to))
			unlink(to);
		free(to);
	}
}

static bool cover(EnvSandboxBuilder *b, const char *path, unsigned long flags)
{
	struct stat st;
	Buf layer = {0}, upper = {0}, work = {0}, options = {0}, target = {0};
	bool ok = stat(path, &st) == 0 && S_ISDIR(st.st_mode) && chdir(path) == 0 &&
			  upper_for(b, path, st.st_dev, &layer);
	if (ok) {
		buf_addf(&layer, "/%u", b->n_covers++);
		buf_addf(&upper, "%s/u", layer.at);
		buf_addf(&work, "%s/w", layer.at);
		/* Names with commas and colons would need quoting, so the lower layer is ".". */
		buf_addf(&options, "lowerdir=.,upperdir=%s,workdir=%s", upper.at, work.at);
		target_of(b, path, &target);
		ok = mkdir(layer.at, 0755) == 0 && mkdir(upper.at, 0755) == 0 &&
			 mkdir(work.at, 0755) == 0 && imitate(upper.at, &st);
	}
	if (ok)
		fill_upper(b, path, upper.at);
	if (ok) {
		size_t plain = options.len;
		buf_adds(&options, b->limited ? ",userxattr" : ",redirect_dir=on,xino=auto");
		ok = mount("drift", target.at, "overlay", flags & kept, options.at) == 0;
		options.at[plain] = 0;
		ok = ok || mount("drift", target.at, "overlay", flags & kept, options.at) == 0;
		if (ok)
			vec_push(&b->covered, xstrdup(path));
		else
			b->error = errno;
	}
	buf_free(&layer);
	buf_free(&upper);
	buf_free(&work);
	buf_free(&options);
	buf_free(&target);
	return ok;
}

/* ---- binding ---- */

static bool make_read_only(const char *target, unsigned long flags)
{
	return mount(NULL, target, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY | (flags & kept), NULL) == 0;
}

static bool bind(EnvSandboxBuilder *b, const char *path, unsigned long flags, bool read_only)
{
	Buf target = {0};
	target_of(b, path, &target);
	/* Mounts that are locked together must be bound together. */
	bool ok = mount(path, target.at, NULL, MS_BIND | (b->limited ? MS_REC : 0), NULL) == 0;
	if (ok && read_only)
		ok = make_read_only(target.at, flags);
	buf_free(&target);
	return ok;
}

/* Replaces a file that is a mount point by a copy; containers have such files, for example
 * /etc/hosts. */
static bool copy_file(EnvSandboxBuilder *b, const char *path, const struct stat *st,
					  unsigned long flags)
{
	Buf target = {0};
	char *copy = xasprintf("/proc/self/fd/%d/file-%u", b->base, b->n_covers++);
	target_of(b, path, &target);
	bool ok = copy_as_own(path, st, copy) && mount(copy, target.at, NULL, MS_BIND, NULL) == 0;
	buf_free(&target);
	free(copy);
	return ok || bind(b, path, flags, true);
}

/* In /proc, the directories of processes stay as they are: the guard checks the owner when a file
 * is opened (refuse.c). The rest belongs to the system and becomes read-only. */
static void close_proc(const EnvSandboxBuilder *b, const char *path, unsigned long flags)
{
	DIR *dir = opendir(path);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		struct stat st;
		Buf target = {0};
		if (e->d_name[0] == '.' || (e->d_name[0] >= '0' && e->d_name[0] <= '9') ||
			fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		if (!S_ISDIR(st.st_mode) && !(S_ISREG(st.st_mode) && st.st_mode & 0222))
			continue;
		target_of(b, path, &target);
		buf_addf(&target, "/%s", e->d_name);
		if (mount(target.at, target.at, NULL, MS_BIND | MS_REC, NULL) == 0)
			make_read_only(target.at, flags);
		buf_free(&target);
	}
	if (dir)
		closedir(dir);
}

static bool bind_kernel(EnvSandboxBuilder *b, const Mount *m)
{
	Buf target = {0};
	bool ok;
	if (!strcmp(m->type, "proc")) {
		ok = bind(b, m->point, m->flags, m->flags & MS_RDONLY);
		if (ok)
			close_proc(b, m->point, m->flags);
	} else if (!strcmp(m->type, "mqueue") && !(b->plan->shared & SANDBOX_IPC)) {
		target_of(b, m->point, &target);
		ok = mount("drift", target.at, "mqueue", m->flags & kept, NULL) == 0;
		buf_free(&target);
	} else {
		/* Terminals created inside get a new owner, so their directory stays writable. */
		ok = bind(b, m->point, m->flags, strcmp(m->type, "devpts") != 0);
	}
	return ok;
}

/* ---- directories created again ---- */

static bool rebuild(EnvSandboxBuilder *b, const char *path, unsigned long flags);

static bool is_point(const EnvSandboxBuilder *b, const char *path)
{
	for (size_t i = 0; i < b->mounts.len; i++)
		if (!strcmp(b->mounts.at[i].point, path))
			return true;
	return false;
}

static bool rebuild_entry(EnvSandboxBuilder *b, const char *path, const struct stat *st,
						  unsigned long flags)
{
	Buf target = {0};
	char link[4096];
	bool ok = true;
	target_of(b, path, &target);
	if (S_ISLNK(st->st_mode)) {
		ssize_t n = readlink(path, link, sizeof link - 1);
		link[n > 0 ? n : 0] = 0;
		ok = n > 0 && symlink(link, target.at) == 0;
	} else if (S_ISDIR(st->st_mode)) {
		ok = mkdir(target.at, 0755) == 0;
		/* A directory that the user may not read cannot be covered: it stays empty. */
		if (ok && !is_point(b, path))
			ok = mounts_below(&b->mounts, path)
					 ? rebuild(b, path, flags)
					 : cover(b, path, flags) || bind(b, path, flags, true) ||
						   chmod(target.at, 0) == 0;
	} else {
		int fd = open(target.at, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
		if (fd >= 0)
			close(fd);
		ok = fd >= 0 && (is_point(b, path) || bind(b, path, flags, true));
	}
	buf_free(&target);
	return ok;
}

/* Fills the directory, which exists in the new tree and is empty. */
static bool rebuild(EnvSandboxBuilder *b, const char *path, unsigned long flags)
{
	DIR *dir = opendir(path);
	bool ok = dir != NULL;
	for (struct dirent *e; ok && (e = readdir(dir));) {
		struct stat st;
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
			fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		char *entry = xasprintf("%s/%s", strcmp(path, "/") ? path : "", e->d_name);
		ok = rebuild_entry(b, entry, &st, flags);
		free(entry);
	}
	if (dir)
		closedir(dir);
	struct stat st;
	Buf target = {0};
	target_of(b, path, &target);
	ok = ok && chdir(path) == 0 && stat(path, &st) == 0 && imitate(target.at, &st);
	buf_free(&target);
	return ok;
}

/* ---- the tree ---- */

static bool cover_mount(EnvSandboxBuilder *b, const Mount *m)
{
	struct stat st;
	struct statvfs fs = {0};
	Buf target = {0};
	if (stat(m->point, &st) != 0 || statvfs(m->point, &fs) != 0)
		return true; /* not reachable in the new tree either */
	if (!S_ISDIR(st.st_mode))
		return copy_file(b, m->point, &st, m->flags);
	if (!fs.f_blocks && !is_memory(m->type))
		return bind_kernel(b, m);
	/* In a user namespace, device files work only if they are bound. */
	bool devices = b->limited && !strcmp(m->point, "/dev");
	bool read_only = m->flags & MS_RDONLY;
	if (!devices && !read_only && cover(b, m->point, m->flags))
		return true;
	target_of(b, m->point, &target);
	bool anew = b->limited && !devices && mounts_below(&b->mounts, m->point) &&
				mount("drift", target.at, "tmpfs", m->flags & kept, "mode=755") == 0;
	bool ok = anew ? rebuild(b, m->point, m->flags) : bind(b, m->point, m->flags, true);
	buf_free(&target);
	return ok;
}

/* Finds the flags of the mount that contains the path; returns false if nothing can be changed
 * there. */
static bool flags_at(const EnvSandboxBuilder *b, const char *path, unsigned long *flags)
{
	const Mount *in = NULL;
	struct statvfs fs;
	for (size_t i = 0; i < b->mounts.len; i++) {
		const char *point = b->mounts.at[i].point;
		size_t n = strcmp(point, "/") ? strlen(point) : 0;
		if (!strncmp(point, path, n) && (path[n] == '/' || !path[n]))
			in = &b->mounts.at[i];
	}
	*flags = in ? in->flags : 0;
	return in && !(in->flags & MS_RDONLY) && statvfs(in->point, &fs) == 0 &&
		   (fs.f_blocks || is_memory(in->type));
}

/* Directories in which users write although the recording may not show it. */
static const char *common_dir(size_t i, const char *cwd)
{
	const char *const dirs[] = {"/tmp", "/var/tmp", "/run/lock", getenv("HOME"), cwd};
	if (i < countof(dirs))
		return dirs[i] ? dirs[i] : "/tmp";
	return NULL;
}

static void note_owners(const char *path, StrMap *owners)
{
	char *real = realpath(path, NULL);
	for (char *end = real ? strchr(real + 1, '/') : NULL; real; end = strchr(end + 1, '/')) {
		struct stat st;
		if (end)
			*end = 0;
		if (stat(real, &st) == 0)
			strmap_put(owners, real, st.st_uid == geteuid() && st.st_gid == getegid());
		if (!end)
			break;
		*end = '/';
	}
	free(real);
}

void overlay_owners(const EnvSandboxPlan *plan, StrMap *owners)
{
	char *cwd = getcwd(NULL, 0);
	for (size_t i = 0; common_dir(i, cwd); i++)
		note_owners(common_dir(i, cwd), owners);
	for (size_t i = 0; plan->changed && i < plan->changed->len; i++) {
		char *dir = xstrdup(plan->changed->at[i]), *slash = strrchr(dir, '/');
		note_owners(dir, owners);
		if (slash && slash != dir) {
			*slash = 0;
			note_owners(dir, owners);
		}
		free(dir);
	}
	free(cwd);
}

static bool is_covered(const EnvSandboxBuilder *b, const char *path)
{
	for (size_t i = 0; i < b->covered.len; i++)
		if (!strcmp(b->covered.at[i], path))
			return true;
	return is_point(b, path);
}

/* True if the file in the new tree is a copy that belongs to the user. */
static bool is_copied(const EnvSandboxBuilder *b, const char *path)
{
	struct stat st;
	Buf target = {0};
	target_of(b, path, &target);
	bool copied = !owns(b, path) && stat(target.at, &st) == 0 && st.st_uid == geteuid();
	buf_free(&target);
	return copied;
}

/* Without the right to change owners, the overlay cannot copy up a file of somebody else, nor files
 * below such a directory, although the user may change them. Such a directory gets its own overlay,
 * and such a file is copied. This starts at the root, since a later mount hides what is below
 * it. */
static void cover_foreign(EnvSandboxBuilder *b, const char *path)
{
	char *real = realpath(path, NULL);
	unsigned long flags = 0;
	bool below = false; /* true below a directory of somebody else in the current overlay */
	if (!real || !flags_at(b, real, &flags)) {
		free(real);
		return;
	}
	for (char *end = strchr(real + 1, '/');; end = strchr(end + 1, '/')) {
		struct stat st;
		if (end)
			*end = 0;
		if (stat(real, &st) != 0)
			break;
		bool own = owns(b, real), writable = access(real, W_OK) == 0;
		if (is_covered(b, real))
			below = false;
		else if (S_ISREG(st.st_mode) && writable && (!own || below) && !is_copied(b, real))
			copy_file(b, real, &st, flags);
		else if (S_ISDIR(st.st_mode) && (own ? below || has_foreign_entry(b, real) : writable) &&
				 !mounts_below(&b->mounts, real) && cover(b, real, flags))
			below = false;
		else if (!own)
			below = true;
		if (!end)
			break;
		*end = '/';
	}
	free(real);
}

/* Covers the name, or the directory in which it does not exist yet. */
static void cover_changed(EnvSandboxBuilder *b, const char *path)
{
	char *dir = xstrdup(path), *slash = strrchr(dir, '/');
	if (slash && slash != dir) {
		*slash = 0;
		cover_foreign(b, dir);
	}
	cover_foreign(b, path);
	free(dir);
}

/* Outside, only drift's user can enter plan->dir. Inside, an empty directory that everybody can
 * enter covers it, with plan->shown in it. */
static bool show_own(EnvSandboxBuilder *b, Err *err)
{
	Buf dir = {0}, shown = {0};
	char link[64];
	target_of(b, b->plan->dir, &dir);
	target_of(b, b->plan->shown, &shown);
	snprintf(link, sizeof link, "/proc/self/fd/%d", b->shown);
	bool ok = mount("drift", dir.at, "tmpfs", MS_NOSUID | MS_NODEV, "mode=711") == 0 &&
			  mkdir(shown.at, 0711) == 0 && mount(link, shown.at, NULL, MS_BIND, NULL) == 0;
	if (ok && !make_read_only(shown.at, 0))
		make_read_only(shown.at, MS_NOSUID | MS_NODEV);
	if (ok && !make_read_only(dir.at, MS_NOSUID | MS_NODEV))
		ok = false;
	if (!ok)
		err_set(err, "%s: cannot be bound: %s", b->plan->shown, strerror(errno));
	buf_free(&dir);
	buf_free(&shown);
	return ok;
}

static bool build(EnvSandboxBuilder *b, Err *err)
{
	for (size_t i = 0; i < b->mounts.len; i++)
		if (!cover_mount(b, &b->mounts.at[i]))
			return err_set(err, "%s (%s) can be neither covered nor made read-only: %s",
						   b->mounts.at[i].point, b->mounts.at[i].type, strerror(errno));
	for (size_t i = 0; b->limited && common_dir(i, b->cwd); i++)
		cover_foreign(b, common_dir(i, b->cwd));
	for (size_t i = 0; b->limited && b->plan->changed && i < b->plan->changed->len; i++)
		cover_changed(b, b->plan->changed->at[i]);
	if (!b->covered.len)
		return err_set(err, "overlays are not permitted: %s", strerror(b->error));
	return show_own(b, err);
}

/* Makes the new tree the root, and the old one unreachable. */
static bool enter_tree(const EnvSandboxBuilder *b, Err *err)
{
	Buf root = {0};
	target_of(b, "/", &root);
	bool ok = chdir(root.at) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 &&
			  umount2(".", MNT_DETACH) == 0 && chdir("/") == 0;
	buf_free(&root);
	return ok || err_set(err, "pivot_root: %s", strerror(errno));
}

bool overlay_world(const EnvSandboxPlan *plan, const StrMap *owners, bool *limited, Err *err)
{
	EnvSandboxBuilder b = {
		.plan = plan, .owners = owners, .limited = *limited, .base = -1, .shown = -1};
	b.cwd = getcwd(NULL, 0);
	umask(0);
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
		return err_set(err, "mounts cannot be made private: %s", strerror(errno));
	if (!mounts_read(&b.mounts, err))
		return false;
	b.shown = open(plan->shown, O_PATH | O_DIRECTORY | O_CLOEXEC);
	bool ok = b.shown >= 0 && mount("drift", plan->dir, "tmpfs", 0, "mode=755") == 0;
	b.base = ok ? open(plan->dir, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	Buf root = {0};
	target_of(&b, "/", &root);
	ok = b.base >= 0 && mkdir(root.at, 0755) == 0;
	if (!ok)
		err_set(err, "tmpfs: %s", strerror(errno));
	/* If setting such an attribute fails, there is a user namespace, whoever created it. */
	b.limited |= ok && setxattr(root.at, "trusted.drift", "1", 1, 0) != 0;
	*limited = b.limited;
	ok = ok && build(&b, err) && enter_tree(&b, err);
	buf_free(&root);
	mounts_free(&b.mounts);
	vec_free(&b.uppers);
	for (size_t i = 0; i < b.covered.len; i++)
		free(b.covered.at[i]);
	vec_free(&b.covered);
	free(b.cwd);
	return ok;
}
