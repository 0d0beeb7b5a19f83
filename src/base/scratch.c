/* scratch.c: temporary directories, and the removal of those that killed runs left. */
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	BOOT = 8,      /* characters of the boot id in a name */
	UNIQUE = 6,    /* characters that mkdtemp chooses */
	HIGH_FD = 200, /* locks have high numbers, so that those of recorded programs do not change */
	ATTEMPTS = 16, /* to make a directory that nobody removes at once */
	N_BASES = 4,
};

/* Where directories are made, in the order of preference; entries may be NULL or empty. */
static void bases_of(const char *bases[N_BASES])
{
	bases[0] = getenv("TMPDIR");
	bases[1] = "/tmp";
	bases[2] = "/var/tmp";
	bases[3] = "/dev/shm";
}

/* Returns false if the boot id is not known: then nothing is ever removed. */
static bool boot_id(char out[BOOT + 1])
{
	Buf text = {0};
	bool known = file_read("/proc/sys/kernel/random/boot_id", &text, NULL) && text.len >= BOOT;
	snprintf(out, BOOT + 1, "%s", known ? text.at : "noboot");
	buf_free(&text);
	return known;
}

/* True for the names that make_in gives: drift-PID-BOOT-XXXXXX. */
static bool is_scratch_name(const char *name, const char *boot)
{
	static const char prefix[] = "drift-";
	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return false;
	name += sizeof prefix - 1;
	size_t digits = strspn(name, "0123456789");
	return digits && name[digits] == '-' && !strncmp(name + digits + 1, boot, BOOT) &&
		   name[digits + 1 + BOOT] == '-' && strlen(name + digits + 2 + BOOT) == UNIQUE;
}

/* True if the name still means the open directory. */
static bool is_at(int base, const char *name, const struct stat *st)
{
	struct stat now;
	return fstatat(base, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_dev == st->st_dev &&
		   now.st_ino == st->st_ino;
}

/* Removes the directory if it is one of ours and nobody holds its lock. Everything is done through
 * its descriptor, so it does not matter what happens to the name meanwhile. */
static void sweep_one(int base, const char *name)
{
	struct stat st;
	Err ignored;
	int fd = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
		dir_clear(fd, name, &ignored) && is_at(base, name, &st))
		unlinkat(base, name, AT_REMOVEDIR);
	close(fd);
}

static void sweep_below(const char *path)
{
	char boot[BOOT + 1];
	DIR *dir = boot_id(boot) ? opendir(path) : NULL;
	for (struct dirent *e; dir && (e = readdir(dir));)
		if (is_scratch_name(e->d_name, boot))
			sweep_one(dirfd(dir), e->d_name);
	if (dir)
		closedir(dir);
}

void scratch_sweep(void)
{
	const char *bases[N_BASES];
	bases_of(bases);
	for (size_t i = 0; i < N_BASES; i++)
		if (bases[i] && *bases[i])
			sweep_below(bases[i]);
}

/* Opens and locks a new directory; returns false if somebody took it for a left-over one. Where
 * directories cannot be locked, they are never removed by others, so that is no error. */
static bool lock_new(const char *path, int *lock)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int high = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD) : -1;
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	while (fd >= 0 && flock(fd, LOCK_EX) != 0 && errno == EINTR)
		;
	if (fd >= 0 && fstat(fd, &st) == 0 && is_at(AT_FDCWD, path, &st)) {
		*lock = fd;
		return true;
	}
	if (fd >= 0)
		close(fd);
	rmdir(path);
	return false;
}

static char *make_in(const char *base, int *lock)
{
	char boot[BOOT + 1];
	boot_id(boot);
	for (int i = 0; i < ATTEMPTS; i++) {
		char *path = xasprintf("%s/drift-%ld-%s-XXXXXX", base, (long)getpid(), boot);
		if (mkdtemp(path) && lock_new(path, lock))
			return path;
		int error = errno;
		free(path);
		bool removed = error == ENOENT && is_directory(base);
		errno = error;
		if (!removed)
			break;
	}
	return NULL;
}

bool scratch_open(Scratch *s, Err *err)
{
	const char *bases[N_BASES];
	int error = 0;
	*s = (Scratch){.lock = -1};
	bases_of(bases);
	/* If the chosen directory does not work, use another one. */
	for (size_t i = 0; i < N_BASES && !s->dir; i++) {
		if (!bases[i] || !*bases[i])
			continue;
		sweep_below(bases[i]);
		s->dir = make_in(bases[i], &s->lock);
		error = error ? error : errno;
	}
	return s->dir || err_set(err, "cannot create a temporary directory in %s: %s",
							 bases[0] && *bases[0] ? bases[0] : bases[1], strerror(error));
}

void scratch_close(Scratch *s)
{
	Err ignored;
	if (!s->dir)
		return;
	tree_remove(s->dir, &ignored);
	close(s->lock);
	free(s->dir);
	*s = (Scratch){.lock = -1};
}

char *temp_dir(Err *err)
{
	Scratch s;
	return scratch_open(&s, err) ? s.dir : NULL; /* the lock lasts as long as the process */
}
