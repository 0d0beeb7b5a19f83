/* store.c: files of the cache. */
#include "engine/load/cache/store.h"

#include "engine/load/cache/checksum.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	MAGIC = 0x32544644,  /* of this layout of files */
	NAME = 96,           /* bytes of a file's name */
	ABANDONED = 60 * 60, /* seconds after which nobody writes a file any more */
};

typedef struct StoreHead {
	u64 magic;
	Digest key;
	u64 n;            /* bytes behind this */
	Checksum content; /* of them */
} StoreHead;

/* ---- the directory ---- */

static bool is_ours(int dir)
{
	struct stat st;
	return !fstat(dir, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
		   !(st.st_mode & (S_IWGRP | S_IWOTH));
}

/* Its descriptor; -1: there is none. */
static int open_dir(bool make)
{
	const char *given = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	Err ignored;
	char *base = NULL;
	if (given && *given == '/')
		base = xstrdup(given);
	else if (home && *home == '/')
		base = xasprintf("%s/.cache", home);
	if (!base)
		return -1;
	char *parent = xasprintf("%s/drift", base), *path = xasprintf("%s/programs", parent);
	if (make && dir_make(parent, &ignored))
		mkdir(path, 0700); /* it may be there */
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(path);
	free(parent);
	free(base);
	if (dir >= 0 && !is_ours(dir)) {
		close(dir);
		dir = -1;
	}
	return dir;
}

static void name_of(char to[NAME], const char *kind, Digest key)
{
	digest_hex(key, sizeof key.at, to);
	snprintf(to + 2 * sizeof key.at, NAME - 2 * sizeof key.at, ".%s", kind);
}

/* ---- reading ---- */

static const u8 *read_file(int fd, Digest key, Arena *arena, size_t *n)
{
	StoreHead head;
	struct stat st;
	ArenaMark mark = arena_mark(arena);
	if (!fd_read(fd, &head, sizeof head) || head.magic != MAGIC || !digest_same(head.key, key) ||
		fstat(fd, &st) || (u64)st.st_size != sizeof head + head.n)
		return NULL;
	u8 *bytes = arena_alloc(arena, head.n);
	if (fd_read(fd, bytes, head.n) && checksum_same(checksum_of(bytes, head.n), head.content)) {
		*n = head.n;
		return bytes;
	}
	arena_release(arena, mark);
	return NULL;
}

const u8 *store_read(const char *kind, Digest key, Arena *arena, size_t *n)
{
	char name[NAME];
	const u8 *bytes = NULL;
	int dir = open_dir(false);
	if (dir < 0)
		return NULL;
	name_of(name, kind, key);
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0) {
		bytes = read_file(fd, key, arena, n);
		if (bytes)
			futimens(fd, NULL); /* it was used just now */
		else
			unlinkat(dir, name, 0);
		close(fd);
	}
	close(dir);
	return bytes;
}

/* ---- making room ---- */

typedef struct Stored {
	char *name;
	u64 size;
	u64 used; /* nanoseconds since 1970 */
} Stored;

typedef VEC(Stored) StoredList;

static int oldest_first(const void *a, const void *b)
{
	const Stored *x = a, *y = b;
	if (x->used != y->used)
		return x->used < y->used ? -1 : 1;
	return strcmp(x->name, y->name);
}

static u64 list_files(int dir, StoredList *to)
{
	u64 sum = 0;
	int again = dup(dir);
	DIR *d = again < 0 ? NULL : fdopendir(again);
	for (struct dirent *e; d && (e = readdir(d));) {
		struct stat st;
		if (e->d_name[0] == '.' || fstatat(dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
			!S_ISREG(st.st_mode))
			continue;
		if (strstr(e->d_name, ".new-") && st.st_mtime + ABANDONED < time(NULL))
			unlinkat(dir, e->d_name, 0);
		u64 used = (u64)st.st_mtim.tv_sec * 1000000000 + (u64)st.st_mtim.tv_nsec;
		vec_push(to, ((Stored){xstrdup(e->d_name), (u64)st.st_size, used}));
		sum += (u64)st.st_size;
	}
	if (d)
		closedir(d);
	return sum;
}

/* Removes what was not used for longest until so many bytes fit in. */
static void make_room(int dir, u64 bytes)
{
	StoredList files = {0};
	u64 sum = list_files(dir, &files) + bytes;
	if (sum > STORE_MOST && files.len)
		qsort(files.at, files.len, sizeof *files.at, oldest_first);
	for (size_t i = 0; i < files.len; i++) {
		if (sum > STORE_MOST && !unlinkat(dir, files.at[i].name, 0))
			sum -= files.at[i].size;
		free(files.at[i].name);
	}
	vec_free(&files);
}

/* ---- writing ---- */

void store_write(const char *kind, Digest key, const void *bytes, size_t n)
{
	char name[NAME], made[NAME + 32];
	StoreHead head = {MAGIC, key, n, checksum_of(bytes, n)};
	int dir = n < STORE_MOST / 4 ? open_dir(true) : -1;
	if (dir < 0)
		return;
	make_room(dir, sizeof head + n);
	name_of(name, kind, key);
	snprintf(made, sizeof made, "%s.new-%ld", name, (long)getpid());
	unlinkat(dir, made, 0);
	int fd = openat(dir, made, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0) {
		bool good = fd_write(fd, &head, sizeof head) && fd_write(fd, bytes, n);
		good = !close(fd) && good;
		if (!good || renameat(dir, made, dir, name))
			unlinkat(dir, made, 0);
	}
	close(dir);
}
