/* overlay.c: the nodes of the file tree, their directory entries, and the journals that restore
 * everything at a reset. impl.h explains the design.
 */
#include "engine/os/impl.h"

enum { KEEP_DATA = 1 << 16 }; /* a recycled node keeps a buffer up to this size */

/* ---- nodes ---- */

OsNode *vnode_new(Os *os, NodeKind kind, u32 mode)
{
	OsNode *node = os->spare.len ? vec_pop(&os->spare) : xcalloc(1, sizeof *node);
	node->kind = kind;
	node->fresh = !os->base;
	node->now.mode = mode;
	node->now.nlink = kind == NODE_DIR ? 2 : 1;
	node->now.uid = os->process.ids.euid;
	node->now.gid = os->process.ids.egid;
	node->now.atim = node->now.mtim = node->now.ctim = os_clock_now(os);
	node->now.changed = true;
	node->complete = kind == NODE_DIR;
	node->dev = os->root ? os->root->dev : 0;
	if (os->base) {
		node->ino = OS_FIRST_INO * 3 + os->nodes.len;
		vec_push(&os->nodes, node);
	} else {
		node->ino = os->next_ino++;
		vec_push(&os->fresh, node);
	}
	return node;
}

static void node_clear(OsNode *node)
{
	for (size_t i = 0; i < node->names.len; i++)
		free(node->names.at[i].name);
	if (node->chunks) {
		for (u64 i = 0; i <= node->host_size / OS_HOST_CHUNK; i++)
			free(node->chunks[i]);
		free(node->chunks);
	}
	if (node->pipe) {
		vbytes_free(&node->pipe->data);
		free(node->pipe);
	}
	vbytes_free(&node->text);
	free(node->host);
	free(node->target);
}

static void node_recycle(Os *os, OsNode *node)
{
	node_clear(node);
	OsNode empty = {0};
	if (node->now.data.cap <= KEEP_DATA) {
		vbytes_clear(&node->now.data);
		empty.now.data = node->now.data;
	} else {
		vbytes_free(&node->now.data);
	}
	empty.names.at = node->names.at;
	empty.names.cap = node->names.cap;
	*node = empty;
	vec_push(&os->spare, node);
}

static void node_free(OsNode *node)
{
	node_clear(node);
	vbytes_free(&node->now.data);
	vec_free(&node->names);
	free(node);
}

OsNode *vnode_masked(Os *os, NodeKind kind, u32 mode)
{
	OsNode *node = vnode_new(os, kind, mode & ~(os->process.umask & 0777));
	node->now.masked = !(os->process.seen.own & OWN_UMASK) && !os->base;
	return node;
}

void vnode_touch(Os *os, OsNode *node)
{
	if (os->base || node->fresh || node->touched)
		return;
	node->touched = true;
	vec_push(&os->touched, ((TouchedNode){node, node->now}));
}

void vnode_stamp(Os *os, OsNode *node)
{
	vnode_touch(os, node);
	node->now.mtim = node->now.ctim = os_clock_now(os);
}

void vnode_drop_set_id(Os *os, OsNode *node)
{
	if (!os->process.ids.euid || !(node->now.mode & (S_ISUID | S_ISGID)))
		return;
	vnode_touch(os, node);
	node->now.mode &= ~(u32)S_ISUID;
	if (node->now.mode & S_IXGRP)
		node->now.mode &= ~(u32)S_ISGID;
}

bool vnode_own_data(Os *os, OsNode *node, bool keep, int *error)
{
	bool mine = node->fresh || node->own || os->base;
	if (mine && !node->now.hosted)
		return true;
	if (node->length && !node->now.changed)
		os->call.changed = (OsChanged){node, vnode_size(node), keep};
	Bytes copy = {0};
	u64 size = keep ? vnode_size(node) : 0;
	if (os->file_bytes + size > os->config.limit_files) {
		*error = -ENOSPC;
		return false;
	}
	for (u64 pos = 0; pos < size;) {
		const u8 *bytes;
		const Tag *tags;
		i64 n = vnode_peek(os, node, pos, size - pos, &bytes, &tags);
		if (n <= 0) {
			vbytes_free(&copy);
			*error = n ? (int)n : -EIO;
			return false;
		}
		vbytes_put(&copy, pos, bytes, tags, (size_t)n);
		pos += (u64)n;
	}
	vnode_touch(os, node);
	node->now.data = copy;
	node->now.hosted = false;
	node->now.changed = true;
	node->own = !os->base;
	os->file_bytes += os->base ? 0 : size;
	return true;
}

static void drop_data(Os *os, OsNode *node)
{
	bool mine = node->fresh || node->own;
	if (node->kind != NODE_FILE || node->now.nlink || node->opens || !mine)
		return;
	os->file_bytes -= node->now.data.len;
	vbytes_free(&node->now.data);
}

void vnode_unlinked(Os *os, OsNode *node)
{
	vnode_touch(os, node);
	node->now.nlink = node->kind == NODE_DIR ? 0 : node->now.nlink - 1;
	node->now.ctim = os_clock_now(os);
	drop_data(os, node);
}

void vnode_closed(Os *os, OsNode *node)
{
	node->opens--;
	drop_data(os, node);
}

/* ---- directories ---- */

DirEntry *vdir_find(const OsNode *dir, const char *name, size_t *at)
{
	size_t low = 0, high = dir->names.len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		int order = strcmp(name, dir->names.at[mid].name);
		if (order == 0) {
			*at = mid;
			return &dir->names.at[mid];
		}
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	*at = low;
	return NULL;
}

static DirEntry *insert(OsNode *dir, size_t at, const char *name)
{
	vec_reserve(&dir->names, dir->names.len + 1);
	DirEntry *e = &dir->names.at[at];
	memmove(e + 1, e, (dir->names.len - at) * sizeof *e);
	dir->names.len++;
	*e = (DirEntry){.name = xstrdup(name)};
	return e;
}

static int lookup_fd(Os *os, const char *name, OsNode **found)
{
	char *end;
	unsigned long fd = strtoul(name, &end, 10);
	if (name[0] >= '0' && name[0] <= '9' && !*end && os_fd_file(os, fd))
		*found = os_fd_link(os, (int)fd);
	return 0;
}

int vdir_lookup(Os *os, OsNode *dir, const char *name, OsNode **found)
{
	size_t at;
	*found = NULL;
	if (dir->magic == MAGIC_FD_DIR)
		return lookup_fd(os, name, found);
	DirEntry *e = vdir_find(dir, name, &at);
	if (e) {
		*found = e->node;
		return 0;
	}
	if (dir->complete || !dir->host)
		return 0;
	int error;
	char *path = xasprintf("%s/%s", dir->host[1] ? dir->host : "", name);
	OsNode *node = os_host_node(os, path, &error);
	free(path);
	bool remember = node || os->absent < OS_ABSENT;
	if (error || !remember)
		return error;
	if (node && node->kind == NODE_DIR)
		node->now.parent = dir;
	e = insert(dir, at, name);
	e->node = e->base = node;
	e->absent = !node;
	os->absent += !node;
	*found = node;
	return 0;
}

void vdir_set(Os *os, OsNode *dir, const char *name, OsNode *node)
{
	size_t at;
	DirEntry *e = vdir_find(dir, name, &at);
	if (!e) {
		if (!node && dir->complete)
			return;
		e = insert(dir, at, name);
	}
	e->node = node;
	if (os->base) {
		e->base = node;
	} else if (!dir->fresh && !e->logged) {
		e->logged = true;
		vec_push(&os->logged, ((Logged){dir, e->name}));
	}
}

int vdir_complete(Os *os, OsNode *dir)
{
	if (dir->complete)
		return 0;
	int error = os_host_list(os, dir);
	dir->complete = error == 0;
	return error;
}

bool vdir_is_empty(Os *os, OsNode *dir, int *error)
{
	*error = vdir_complete(os, dir);
	if (*error)
		return false;
	for (size_t i = 0; i < dir->names.len; i++)
		if (dir->names.at[i].node)
			return false;
	return true;
}

/* ---- going back ---- */

static void undo_entry(Logged l)
{
	size_t at;
	DirEntry *e = vdir_find(l.dir, l.name, &at);
	e->node = e->base;
	e->logged = false;
	if (e->base || e->absent)
		return;
	free(e->name);
	l.dir->names.len--;
	memmove(e, e + 1, (l.dir->names.len - at) * sizeof *e);
}

/* Descriptors must be closed before: they point to nodes. */
void os_overlay_undo(Os *os)
{
	for (size_t i = 0; i < os->logged.len; i++)
		undo_entry(os->logged.at[i]);
	os->logged.len = 0;
	for (size_t i = 0; i < os->touched.len; i++) {
		TouchedNode *t = &os->touched.at[i];
		if (t->node->own)
			vbytes_free(&t->node->now.data);
		t->node->now = t->before;
		t->node->touched = t->node->own = false;
	}
	os->touched.len = 0;
	for (size_t i = 0; i < os->fresh.len; i++)
		node_recycle(os, os->fresh.at[i]);
	os->fresh.len = 0;
	os->file_bytes = 0;
	os->next_ino = OS_FIRST_INO;
}

void os_overlay_free(Os *os)
{
	os_overlay_undo(os);
	for (size_t i = 0; i < os->nodes.len; i++)
		node_free(os->nodes.at[i]);
	for (size_t i = 0; i < os->spare.len; i++)
		node_free(os->spare.at[i]);
	vec_free(&os->nodes);
	vec_free(&os->spare);
	vec_free(&os->fresh);
	vec_free(&os->touched);
	vec_free(&os->logged);
	vec_free(&os->fd_links);
	keymap_free(&os->hard_links);
	free(os->passing);
}
