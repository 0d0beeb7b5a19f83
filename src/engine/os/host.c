/* host.c: the host's files as nodes: looked up, listed and read, never changed.
 *
 * Contents are read in chunks when the subject reads them and cached up to OS_HOST_CACHE bytes.
 * Files of /proc and /sys report no useful size and are read as a whole at the first open.
 */
#include <dirent.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "engine/os/impl.h"

static bool device_kind(u64 rdev, int *kind)
{
	static const struct {
		u32 major, minor;
		DeviceKind kind;
	} known[] = {
		{1, 3, DEVICE_NULL},   {1, 5, DEVICE_ZERO},   {1, 7, DEVICE_FULL},
		{1, 8, DEVICE_RANDOM}, {1, 9, DEVICE_RANDOM}, {5, 0, DEVICE_TTY},
	};
	for (size_t i = 0; i < countof(known); i++)
		if (major(rdev) == known[i].major && minor(rdev) == known[i].minor) {
			*kind = (int)known[i].kind;
			return true;
		}
	return false;
}

static NodeKind kind_of(const struct stat *st, int *number)
{
	switch (st->st_mode & S_IFMT) {
	case S_IFREG: return NODE_FILE;
	case S_IFDIR: return NODE_DIR;
	case S_IFLNK: return NODE_LINK;
	case S_IFCHR: return device_kind(st->st_rdev, number) ? NODE_DEVICE : NODE_FOREIGN;
	default: return NODE_FOREIGN;
	}
}

/* Nodes of the host belong to the start state even when a run was the first to ask. */
OsNode *vnode_start(Os *os, NodeKind kind, u32 mode)
{
	bool base = os->base;
	os->base = true;
	OsNode *node = vnode_new(os, kind, mode);
	os->base = base;
	return node;
}

static OsNode *node_from(Os *os, const char *path, const struct stat *st)
{
	int number = 0;
	NodeKind kind = kind_of(st, &number);
	OsNode *node = vnode_start(os, kind, st->st_mode);
	node->number = number;
	node->host = xstrdup(path);
	node->host_size = (u64)st->st_size;
	node->ino = st->st_ino;
	node->dev = st->st_dev;
	node->rdev = st->st_rdev;
	node->complete = false;
	node->dynamic = !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5);
	node->now.uid = st->st_uid;
	node->now.gid = st->st_gid;
	node->now.nlink = (u32)st->st_nlink;
	node->now.atim = st->st_atim;
	node->now.mtim = st->st_mtim;
	node->now.ctim = st->st_ctim;
	node->now.hosted = kind == NODE_FILE;
	node->now.changed = false;
	return node;
}

OsNode *os_host_node(Os *os, const char *path, int *error)
{
	struct stat st;
	*error = 0;
	if (os_self_hides(os, path))
		return NULL;
	if (lstat(path, &st)) {
		*error = errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
		return NULL;
	}
	bool several = S_ISREG(st.st_mode) && st.st_nlink > 1;
	Key key = KEY(st.st_dev, st.st_ino);
	u64 known;
	if (several && keymap_get(&os->hard_links, key, &known))
		return (OsNode *)(uintptr_t)known;
	OsNode *node = node_from(os, path, &st);
	if (several)
		keymap_put(&os->hard_links, key, (uintptr_t)node);
	if (node->kind == NODE_LINK) {
		char text[OS_PATH_MAX];
		ssize_t n = readlink(path, text, sizeof text);
		node->target = xstrndup(text, n < 0 ? 0 : (size_t)n);
	}
	if (node->kind == NODE_DIR && !strcmp(path, "/proc"))
		os_self_fill(os, node);
	return node;
}

static int entry_order(const void *a, const void *b)
{
	return strcmp(((const DirEntry *)a)->name, ((const DirEntry *)b)->name);
}

int os_host_list(Os *os, OsNode *dir)
{
	DIR *d = opendir(dir->host);
	if (!d)
		return -errno;
	Buf path = {0};
	size_t sorted = dir->names.len, at;
	for (struct dirent *e; (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		size_t len = dir->names.len;
		dir->names.len = sorted; /* those added here are not in order yet */
		bool known = vdir_find(dir, e->d_name, &at);
		dir->names.len = len;
		if (known)
			continue;
		int error;
		buf_reset(&path);
		buf_addf(&path, "%s/%s", dir->host[1] ? dir->host : "", e->d_name);
		OsNode *node = os_host_node(os, buf_str(&path), &error);
		if (!node)
			continue;
		if (node->kind == NODE_DIR)
			node->now.parent = dir;
		vec_push(&dir->names, ((DirEntry){.name = xstrdup(e->d_name), .node = node, .base = node}));
	}
	closedir(d);
	buf_free(&path);
	if (dir->names.len > sorted)
		qsort(dir->names.at, dir->names.len, sizeof(DirEntry), entry_order);
	return 0;
}

/* ---- contents ---- */

static int open_host(const OsNode *file)
{
	int fd = open(file->host, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

static int read_all(OsNode *file, int fd)
{
	u8 piece[4096];
	ssize_t n;
	while ((n = read(fd, piece, sizeof piece)) > 0)
		vbytes_put(&file->text, file->text.len, piece, NULL, (size_t)n);
	return n < 0 ? -errno : 0;
}

int os_host_open_check(Os *os, OsNode *file)
{
	if (os_self_text(os, file) || !file->now.hosted || file->readable)
		return 0;
	int fd = open_host(file), error = 0;
	if (fd < 0)
		return fd;
	if (file->dynamic)
		error = read_all(file, fd);
	close(fd);
	file->readable = !error;
	return error;
}

/* What cannot be read any more counts as zero: the size was promised. */
static int load_chunk(const OsNode *file, u64 index, u8 *to)
{
	int fd = open_host(file);
	if (fd < 0)
		return fd;
	size_t have = 0;
	ssize_t n = 1;
	while (have < OS_HOST_CHUNK && n > 0) {
		n = pread(fd, to + have, OS_HOST_CHUNK - have, (off_t)(index * OS_HOST_CHUNK + have));
		have += n > 0 ? (size_t)n : 0;
	}
	int error = n < 0 ? -errno : 0;
	close(fd);
	memset(to + have, 0, OS_HOST_CHUNK - have);
	return error;
}

static int chunk(Os *os, OsNode *file, u64 index, const u8 **at)
{
	if (!file->chunks)
		file->chunks = xcalloc(file->host_size / OS_HOST_CHUNK + 1, sizeof(u8 *));
	if ((*at = file->chunks[index]))
		return 0;
	bool keep = os->cached + OS_HOST_CHUNK <= OS_HOST_CACHE;
	if (!keep && os->passing_node == file && os->passing_index == index) {
		*at = os->passing;
		return 0;
	}
	u8 *to = keep || !os->passing ? xmalloc(OS_HOST_CHUNK) : os->passing;
	os->passing_node = keep ? os->passing_node : NULL;
	int error = load_chunk(file, index, to);
	if (keep && error) {
		free(to);
	} else if (keep) {
		file->chunks[index] = to;
		os->cached += OS_HOST_CHUNK;
	} else {
		os->passing = to;
		os->passing_node = error ? NULL : file;
		os->passing_index = index;
	}
	*at = to;
	return error;
}

u64 vnode_size(const OsNode *file)
{
	if (!file->now.hosted)
		return file->now.data.len;
	return file->dynamic ? file->text.len : file->host_size;
}

i64 vnode_peek(Os *os, OsNode *file, u64 pos, size_t want, const u8 **bytes, const Tag **tags)
{
	u64 size = vnode_size(file);
	*tags = NULL;
	if (pos >= size)
		return 0;
	if (want > size - pos)
		want = size - pos;
	if (file->now.hosted && !file->dynamic) {
		size_t skip = pos % OS_HOST_CHUNK;
		int error = chunk(os, file, pos / OS_HOST_CHUNK, bytes);
		if (error)
			return error;
		*bytes += skip;
		return want < OS_HOST_CHUNK - skip ? (i64)want : (i64)(OS_HOST_CHUNK - skip);
	}
	const Bytes *b = file->now.hosted ? &file->text : &file->now.data;
	*bytes = b->at + pos;
	*tags = b->tagged ? b->tags + pos : NULL;
	return (i64)want;
}

/* ---- descriptors as files ---- */

OsNode *os_fd_link(Os *os, int fd)
{
	while (os->fd_links.len <= (size_t)fd)
		vec_push(&os->fd_links, NULL);
	OsNode **link = &os->fd_links.at[fd];
	if (!*link) {
		*link = vnode_start(os, NODE_LINK, S_IFLNK | 0700);
		(*link)->magic = MAGIC_FD;
		(*link)->number = fd;
		(*link)->ino = OS_FIRST_INO * 2 + (u64)fd;
	}
	return *link;
}
