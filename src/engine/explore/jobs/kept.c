/* kept.c: a search that is kept in a file. */
#include "engine/explore/jobs/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[] = "drift search 1\n";

enum { HEAD = sizeof MAGIC - 1 + sizeof(Digest), CHECK = 8 };

/* ---- the file ---- */

static bool read_all(SearchFile *k, Err *err)
{
	struct stat st;
	if (fstat(k->fd, &st) || st.st_size < 0)
		return err_set(err, "%s: %s", k->path, strerror(errno));
	buf_room(&k->entries, (size_t)st.st_size);
	k->entries.len = (size_t)st.st_size;
	return fd_read(k->fd, k->entries.at, k->entries.len) ||
		   err_set(err, "%s: cannot read: %s", k->path, strerror(errno));
}

/* Returns the bytes of the entry at `at`, and the length of all of it; NULL: there is none. */
static const u8 *entry_at(const SearchFile *k, size_t at, size_t *n, size_t *all)
{
	ByteReader r = bytes_reader(k->entries.at + at, k->entries.len - at);
	const u8 *begin = r.at;
	ByteReader block = bytes_read_block(&r);
	const u8 *check = bytes_take(&r, CHECK);
	*n = (size_t)(block.end - block.at);
	*all = (size_t)(r.at - begin);
	if (!check || memcmp(digest_of(block.at, *n).at, check, CHECK))
		return NULL;
	return block.at;
}

/* Drops what follows the last complete entry. */
static bool drop_rest(SearchFile *k, Err *err)
{
	size_t at = HEAD, n, all;
	while (entry_at(k, at, &n, &all))
		at += all;
	k->entries.len = at;
	return (!ftruncate(k->fd, (off_t)at) && lseek(k->fd, 0, SEEK_END) >= 0) ||
		   err_set(err, "%s: %s", k->path, strerror(errno));
}

static bool begin_file(SearchFile *k, Digest identity, Err *err)
{
	k->entries.len = 0;
	buf_add(&k->entries, MAGIC, sizeof MAGIC - 1);
	buf_add(&k->entries, identity.at, sizeof identity.at);
	return (!ftruncate(k->fd, 0) && lseek(k->fd, 0, SEEK_SET) == 0 &&
			fd_write(k->fd, k->entries.at, k->entries.len)) ||
		   err_set(err, "%s: cannot write: %s", k->path, strerror(errno));
}

static bool open_file(SearchFile *k, Digest identity, Err *err)
{
	if (flock(k->fd, LOCK_EX | LOCK_NB))
		return err_set(err, "--resume: another process has %s", k->path);
	if (!read_all(k, err))
		return false;
	size_t known = k->entries.len < sizeof MAGIC - 1 ? k->entries.len : sizeof MAGIC - 1;
	if (memcmp(buf_str(&k->entries), MAGIC, known))
		return err_set(err, "--resume: %s is no search of this version of drift", k->path);
	if (k->entries.len < HEAD)
		return begin_file(k, identity, err);
	if (memcmp(k->entries.at + sizeof MAGIC - 1, identity.at, sizeof identity.at))
		return err_set(err,
					   "--resume: %s is of another program, other inputs or options, or another "
					   "build of drift; remove it to begin anew",
					   k->path);
	return drop_rest(k, err);
}

bool search_file_open(SearchFile *k, const char *path, Digest identity, Err *err)
{
	*k = (SearchFile){.path = path, .at = HEAD};
	k->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (k->fd < 0)
		return err_set(err, "%s: %s", path, strerror(errno));
	if (open_file(k, identity, err))
		return true;
	search_file_close(k);
	return false;
}

bool search_file_read(SearchFile *k, const char *path, const Digest *identity, Err *err)
{
	*k = (SearchFile){.path = path, .at = HEAD};
	k->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (k->fd < 0)
		return err_set(err, "%s: %s", path, strerror(errno));
	bool good = read_all(k, err);
	if (good && (k->entries.len < HEAD || memcmp(k->entries.at, MAGIC, sizeof MAGIC - 1)))
		good = err_set(err, "%s is no search of this version of drift", path);
	if (good && identity && memcmp(k->entries.at + sizeof MAGIC - 1, identity, sizeof *identity))
		good = err_set(
			err, "%s is of another program, other inputs or options, or another build of drift",
			path);
	if (!good)
		search_file_close(k);
	return good;
}

void search_file_close(SearchFile *k)
{
	if (k->fd >= 0)
		close(k->fd);
	k->fd = -1;
	buf_free(&k->entries);
}

/* ---- entries ---- */

bool search_file_any(const SearchFile *k)
{
	return k->fd >= 0 && k->at < k->entries.len;
}

bool search_file_next(SearchFile *k, ByteReader *entry)
{
	size_t n, all;
	const u8 *at = k->at < k->entries.len ? entry_at(k, k->at, &n, &all) : NULL;
	if (!at) {
		buf_free(&k->entries);
		return false;
	}
	*entry = bytes_reader(at, n);
	k->at += all;
	return true;
}

bool search_file_add(SearchFile *k, const void *bytes, size_t n)
{
	Buf entry = {0};
	bytes_block(&entry, bytes, n);
	buf_add(&entry, digest_of(bytes, n).at, CHECK);
	bool good = fd_write(k->fd, entry.at, entry.len) && !fdatasync(k->fd);
	buf_free(&entry);
	return good;
}
