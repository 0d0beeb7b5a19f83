/* put.c: makes a file inside the sandbox as it was where the recording was made.
 *
 * The name comes from a file that nobody vouches for. It is walked from the root of the sandbox,
 * directory by directory, without the links of /proc that lead elsewhere. A directory counts only if
 * it is on an overlay, because only there a change stays in memory. The file is new and gets the name
 * by renaming, so nothing that is there is opened: no device, no pipe, no target of a link.
 */
#include "env/run/given.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

static int open_dir(int from, const char *name)
{
	struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
						   .resolve = RESOLVE_NO_MAGICLINKS};
	return (int)syscall(SYS_openat2, from, name, &how, sizeof how);
}

static bool keeps_changes(int dir)
{
	struct statfs fs;
	return fstatfs(dir, &fs) == 0 && fs.f_type == OVERLAYFS_SUPER_MAGIC;
}

/* Opens the directory of the path, and makes those that are missing. */
static int open_parent(const char *path, bool make, Err *err)
{
	Buf dir = {0};
	int at = open_dir(AT_FDCWD, "/");
	for (const char *p = path; at >= 0;) {
		p += strspn(p, "/");
		size_t n = strcspn(p, "/");
		if (!p[n])
			break;
		char *name = xstrndup(p, n);
		buf_addf(&dir, "/%s", name);
		int next = open_dir(AT_FDCWD, dir.at);
		if (next < 0 && errno == ENOENT && make) {
			if (!keeps_changes(at))
				err_set(err, "its directory is not covered by the sandbox");
			else if (mkdirat(at, name, 0755) == 0)
				next = open_dir(AT_FDCWD, dir.at);
		}
		free(name);
		int error = errno;
		close(at);
		errno = error;
		at = next;
		p += n;
	}
	buf_free(&dir);
	if (at < 0 && !err->text[0])
		err_set(err, "%s", strerror(errno));
	if (at >= 0 && !keeps_changes(at)) {
		close(at);
		err_set(err, "its directory is not covered by the sandbox");
		return -1;
	}
	return at;
}

static bool write_new(int dir, const char *name, const GivenFile *f)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0;
	for (size_t done = 0; ok && done < f->n;) {
		ssize_t k = write(fd, f->bytes + done, f->n - done);
		ok = k > 0;
		done += ok ? (size_t)k : 0;
	}
	ok = ok && fchmod(fd, f->mode & 0777) == 0;
	if (fd >= 0)
		close(fd);
	return ok;
}

/* What is not there stays away; what is no regular file is left alone. */
static bool remove_file(int dir, const char *name)
{
	struct stat st;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT;
	return !S_ISREG(st.st_mode) || unlinkat(dir, name, 0) == 0;
}

/* True if the file here has these contents already. */
static bool is_so(const GivenFile *f)
{
	struct stat st;
	Buf here = {0};
	bool same = f->bytes && stat(f->path, &st) == 0 && S_ISREG(st.st_mode) &&
				(u64)st.st_size == f->n && file_read(f->path, &here, NULL) && here.len == f->n &&
				!memcmp(buf_str(&here), f->bytes, f->n);
	buf_free(&here);
	return same;
}

bool env_given_put(const GivenFile *f, Err *err)
{
	static const char temporary[] = ".drift-given";
	const char *name = strrchr(f->path, '/') + 1;
	*err = (Err){0};
	if (is_so(f))
		return true;
	int dir = open_parent(f->path, f->bytes != NULL, err);
	if (dir < 0)
		return !f->bytes; /* where there is no directory, there is no file */
	bool ok;
	if (!f->bytes) {
		ok = remove_file(dir, name);
	} else {
		unlinkat(dir, temporary, 0);
		ok = write_new(dir, temporary, f) && renameat(dir, temporary, dir, name) == 0;
	}
	if (!ok)
		err_set(err, "%s", strerror(errno));
	if (!ok && f->bytes)
		unlinkat(dir, temporary, 0);
	close(dir);
	return ok;
}
