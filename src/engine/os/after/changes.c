/* changes.c: lists what a run did to files, to compare runs. */
#include "engine/os/impl.h"

typedef struct Listing {
	Os *os;
	Buf cwd;  /* the subject's directory at the start, with a slash at the end */
	Buf path; /* absolute path of the node at hand */
	OsChangeFn *fn;
	void *ctx;
} Listing;

/* Relative to cwd if it lies there. */
static const char *name_of(const Listing *w)
{
	const char *path = buf_str(&w->path);
	return strncmp(path, buf_str(&w->cwd), w->cwd.len) ? path : path + w->cwd.len;
}

static void say(const Listing *w, OsChangeKind kind, const OsNode *node, const u8 *bytes,
				const Tag *tags, size_t n)
{
	OsChange c = {.path = name_of(w), .kind = kind, .bytes = bytes, .tags = tags, .len = n};
	if (node && node->kind != NODE_LINK)
		c.mode = node->now.mode & 07777;
	w->fn(w->ctx, &c);
}

static void say_node(const Listing *w, OsNode *node)
{
	const u8 *bytes;
	const Tag *tags;
	u64 pos = 0;
	i64 n;
	switch (node->kind) {
	case NODE_DIR: say(w, OS_MADE_DIR, node, NULL, NULL, 0); return;
	case NODE_LINK:
		say(w, OS_MADE_LINK, node, (const u8 *)node->target, NULL,
			node->target ? strlen(node->target) : 0);
		return;
	case NODE_FILE:
		say(w, OS_MADE_FILE, node, NULL, NULL, 0);
		while ((n = vnode_peek(w->os, node, pos, OS_PIECE, &bytes, &tags)) > 0) {
			say(w, OS_MORE, node, bytes, tags, (size_t)n);
			pos += (u64)n;
		}
		return;
	case NODE_PIPE: say(w, OS_MADE_PIPE, node, NULL, NULL, 0); return;
	default: say(w, OS_MADE_OTHER, node, NULL, NULL, 0); return;
	}
}

static void walk_dir(Listing *w, OsNode *dir, bool whole);

/* Of what was there before. */
static bool mode_changed(const Os *os, const OsNode *node)
{
	for (size_t i = 0; node->touched && i < os->touched.len; i++)
		if (os->touched.at[i].node == node)
			return os->touched.at[i].before.mode != node->now.mode;
	return false;
}

static void walk_entry(Listing *w, const DirEntry *e, bool whole)
{
	if (e->base && e->node != e->base && !e->node)
		say(w, OS_REMOVED, NULL, NULL, NULL, 0);
	if (!e->node || e->node->magic)
		return;
	bool moved = whole || e->node != e->base;
	if (moved || (e->node->kind == NODE_FILE && e->node->now.changed) ||
		mode_changed(w->os, e->node))
		say_node(w, e->node);
	if (e->node->kind == NODE_DIR)
		walk_dir(w, e->node, moved);
}

static void walk_dir(Listing *w, OsNode *dir, bool whole)
{
	size_t len = w->path.len;
	if (whole)
		vdir_complete(w->os, dir);
	for (size_t i = 0; i < dir->names.len; i++) {
		buf_addf(&w->path, "/%s", dir->names.at[i].name);
		walk_entry(w, &dir->names.at[i], whole);
		w->path.len = len;
		w->path.at[len] = 0;
	}
}

/* The Os is not changed but may read more of the host's files into its cache. */
void os_changes(const Os *os, OsChangeFn *fn, void *ctx)
{
	Listing w = {.os = (Os *)(uintptr_t)os, .fn = fn, .ctx = ctx};
	if (!os->logged.len && !os->touched.len)
		return;
	vpath_of(w.os, os->start.cwd, &w.cwd);
	if (w.cwd.len > 1)
		buf_addc(&w.cwd, '/');
	walk_dir(&w, w.os->root, false);
	buf_free(&w.cwd);
	buf_free(&w.path);
}
