/* differ.c: compares the processes that two runs left behind, field by field, as a later call would
 * find them. PROCESS_FIELDS lists the fields; a field without a function here does not compile. */
#include "engine/os/after/differ.h"

enum { MOST_CONTENTS = 1 << 20 }; /* bytes of a file without a name that are compared */

typedef struct Differ {
	Os *const *os;        /* of both runs */
	const Process *of[2]; /* their processes */
	OsSameFn *same;
	OsDifferFn *fn;
	void *ctx;
	Buf text[2]; /* of the difference at hand */
	Buf name;    /* likewise */
} Differ;

static void say(Differ *d, const char *kind, const char *name)
{
	OsDifference one = {
		.kind = kind, .name = name, .text = {buf_str(&d->text[0]), buf_str(&d->text[1])}};
	d->fn(d->ctx, &one);
}

/* For values that have no tags. fmt has one conversion, of a u64. */
static void number(Differ *d, const char *kind, const char *name, const char *fmt, u64 a, u64 b)
{
	if (a == b)
		return;
	for (int side = 0; side < 2; side++) {
		buf_reset(&d->text[side]);
		buf_addf(&d->text[side], fmt, (unsigned long long)(side ? b : a));
	}
	say(d, kind, name);
}

static void texts(Differ *d, const char *kind, const char *name, const char *a, const char *b)
{
	if (!strcmp(a, b))
		return;
	for (int side = 0; side < 2; side++) {
		buf_reset(&d->text[side]);
		buf_adds(&d->text[side], side ? b : a);
	}
	say(d, kind, name);
}

static void compare_nothing(Differ *d)
{
	(void)d;
}

/* ---- files ---- */

/* A file that a run made has no name of its own: it is known by its entry in a directory. */
bool os_fresh_path(const Os *os, const OsNode *node, Buf *to)
{
	for (size_t i = 0; i < os->logged.len; i++) {
		size_t at;
		const DirEntry *e = vdir_find(os->logged.at[i].dir, os->logged.at[i].name, &at);
		if (e && e->node == node && vpath_of(os, os->logged.at[i].dir, to)) {
			buf_addf(to, "/%s", e->name);
			return true;
		}
	}
	return false;
}

static void node_text(const Os *os, const OsNode *node, Buf *to)
{
	static const char *const kinds[] = {
		[NODE_FILE] = "a file",
		[NODE_DIR] = "a directory",
		[NODE_LINK] = "a link",
		[NODE_PIPE] = "a pipe",
		[NODE_DEVICE] = "a device",
		[NODE_STREAM] = "a stream",
		[NODE_FOREIGN] = "a file of the host",
	};
	buf_reset(to);
	if (node->kind == NODE_STREAM)
		buf_addf(to, "standard stream %d", node->number);
	else if (node->host)
		buf_adds(to, node->host);
	else if (!os_fresh_path(os, node, to))
		buf_addf(to, "%s without a name", kinds[node->kind]);
}

/* What no directory shows: the bytes in a pipe, and in a file that was removed. */
static const Bytes *contents_of(const OsNode *node, size_t *start)
{
	*start = 0;
	if (node->kind == NODE_PIPE && node->pipe) {
		*start = node->pipe->start;
		return &node->pipe->data;
	}
	return node->kind == NODE_FILE && !node->now.nlink && !node->now.hosted ? &node->now.data
																			: NULL;
}

static bool same_contents(const OsNode *a, const OsNode *b)
{
	size_t from[2];
	const Bytes *x = contents_of(a, &from[0]), *y = contents_of(b, &from[1]);
	if (!x || !y)
		return !x == !y;
	size_t n = x->len - from[0];
	if (n != y->len - from[1] || n > MOST_CONTENTS)
		return false;
	for (size_t i = 0; i < n; i++) {
		Tag s = x->tags && x->tagged ? x->tags[from[0] + i] : 0;
		Tag t = y->tags && y->tagged ? y->tags[from[1] + i] : 0;
		if (x->at[from[0] + i] != y->at[from[1] + i] || (u32)s != (u32)t)
			return false;
	}
	return true;
}

static bool is_host(const OsNode *a)
{
	return a->kind == NODE_STREAM || a->host;
}

static void compare_nodes(Differ *d, const char *name, const OsNode *a, const OsNode *b)
{
	if (is_host(a) && is_host(b) && a->kind == b->kind && a->ino == b->ino && a->dev == b->dev &&
		a->number == b->number)
		return;
	Buf text = {0};
	node_text(d->os[0], a, &text);
	node_text(d->os[1], b, &d->text[1]);
	bool same = a->kind == b->kind && a->number == b->number &&
				!strcmp(buf_str(&text), buf_str(&d->text[1])) && same_contents(a, b);
	buf_reset(&d->text[0]);
	buf_adds(&d->text[0], buf_str(&text));
	buf_free(&text);
	if (!same && !strcmp(buf_str(&d->text[0]), buf_str(&d->text[1])))
		buf_adds(&d->text[1], " with other contents");
	if (!same)
		say(d, "descriptors", name);
}

/* The lowest descriptor that shares its position. */
static u64 shares_with(const Process *p, size_t fd)
{
	size_t i = 0;
	while (p->fds.at[i].file != p->fds.at[fd].file)
		i++;
	return i;
}

static const char *aspect(Differ *d, size_t fd, const char *what)
{
	buf_reset(&d->name);
	buf_addf(&d->name, "%s%s%zu", what, *what ? " of descriptor " : "descriptor ", fd);
	return buf_str(&d->name);
}

static void compare_file(Differ *d, size_t fd)
{
	const Fd *a = &d->of[0]->fds.at[fd], *b = &d->of[1]->fds.at[fd];
	const OpenFile *f = a->file, *g = b->file;
	compare_nodes(d, aspect(d, fd, ""), f->node, g->node);
	number(d, "descriptors", aspect(d, fd, "close-on-exec flag"), "%llu", a->cloexec, b->cloexec);
	number(d, "descriptors", aspect(d, fd, "flags"), "0%llo", f->flags, g->flags);
	number(d, "descriptors", aspect(d, fd, "the first descriptor with the position"), "%llu",
		   shares_with(d->of[0], fd), shares_with(d->of[1], fd));
	if (f->pos == g->pos && (u32)f->at == (u32)g->at)
		return;
	OsDifference one = {.kind = "descriptors",
						.name = aspect(d, fd, "position"),
						.numbers = true,
						.value = {(u64)f->pos, (u64)g->pos},
						.tag = {f->at, g->at}};
	d->fn(d->ctx, &one);
}

static void compare_files(Differ *d)
{
	const Process *a = d->of[0], *b = d->of[1];
	for (size_t i = 0; i < a->fds_end || i < b->fds_end; i++) {
		bool open[2] = {i < a->fds_end && a->fds.at[i].file, i < b->fds_end && b->fds.at[i].file};
		texts(d, "descriptors", aspect(d, i, ""), open[0] ? "open" : "closed",
			  open[1] ? "open" : "closed");
		if (open[0] && open[1])
			compare_file(d, i);
	}
}

static void compare_cwd(Differ *d)
{
	Buf path[2] = {{0}, {0}};
	for (int side = 0; side < 2; side++)
		if (!vpath_of(d->os[side], d->of[side]->cwd, &path[side]))
			buf_adds(&path[side], "(removed)");
	texts(d, "directory", "working directory", buf_str(&path[0]), buf_str(&path[1]));
	buf_free(&path[0]);
	buf_free(&path[1]);
}

/* Names, contents and modes of files are compared elsewhere (os_changes). */
static void compare_attributes(Differ *d)
{
	Buf all[2] = {{0}, {0}};
	for (int side = 0; side < 2; side++)
		os_attributes(d->os[side], &all[side]);
	texts(d, "files", "times and owners of files", buf_str(&all[0]), buf_str(&all[1]));
	buf_free(&all[0]);
	buf_free(&all[1]);
}

/* ---- numbers ---- */

static void compare_umask(Differ *d)
{
	number(d, "umask", "umask", "0%llo", d->of[0]->umask, d->of[1]->umask);
}

static void compare_ids(Differ *d)
{
	const Ids *a = &d->of[0]->ids, *b = &d->of[1]->ids;
	number(d, "ids", "real user id", "%llu", a->uid, b->uid);
	number(d, "ids", "effective user id", "%llu", a->euid, b->euid);
	number(d, "ids", "saved user id", "%llu", a->suid, b->suid);
	number(d, "ids", "real group id", "%llu", a->gid, b->gid);
	number(d, "ids", "effective group id", "%llu", a->egid, b->egid);
	number(d, "ids", "saved group id", "%llu", a->sgid, b->sgid);
}

static void compare_undumpable(Differ *d)
{
	number(d, "process", "PR_SET_DUMPABLE 0", "%llu", d->of[0]->undumpable, d->of[1]->undumpable);
}

static void compare_nice(Differ *d)
{
	number(d, "process", "priority", "%lld", (u64)d->of[0]->nice, (u64)d->of[1]->nice);
}

static void compare_comm(Differ *d)
{
	char name[2][sizeof(ThreadName) + 1] = {{0}, {0}};
	for (int side = 0; side < 2; side++)
		memcpy(name[side], d->of[side]->comm, sizeof(ThreadName));
	texts(d, "process", "name of the thread", name[0], name[1]);
}

static void compare_limits(Differ *d)
{
	for (int i = 0; i < RLIM_NLIMITS; i++) {
		const struct rlimit *a = &d->of[0]->limits[i], *b = &d->of[1]->limits[i];
		buf_reset(&d->name);
		buf_addf(&d->name, "limit %d", i);
		number(d, "limits", buf_str(&d->name), "%llu", a->rlim_cur, b->rlim_cur);
		number(d, "limits", buf_str(&d->name), "at most %llu", a->rlim_max, b->rlim_max);
	}
}

/* ---- signals ---- */

static void compare_seen(Differ *d)
{
	number(d, "terminal", "was read from", "%llu", d->of[0]->seen.typed, d->of[1]->seen.typed);
}

static void compare_blocked(Differ *d)
{
	number(d, "signals", "blocked signals", "0x%llx", d->of[0]->blocked, d->of[1]->blocked);
}

static void compare_pending(Differ *d)
{
	number(d, "signals", "pending signals", "0x%llx", d->of[0]->pending, d->of[1]->pending);
}

/* What came with pending signals, in its order. */
static void compare_waits(Differ *d)
{
	const SignalWaits *a = d->of[0]->waits, *b = d->of[1]->waits;
	number(d, "signals", "queued signals", "%llu", (u64)a->n_notes, (u64)b->n_notes);
	for (int i = 0; i < a->n_notes && i < b->n_notes; i++) {
		const SignalNote *x = &a->notes[i], *y = &b->notes[i];
		bool same = x->number == y->number && x->code == y->code && x->pid == y->pid &&
					x->uid == y->uid && x->value == y->value &&
					!memcmp(x->value_tags, y->value_tags, sizeof x->value_tags);
		texts(d, "signals", "data of a queued signal", "one", same ? "one" : "another");
	}
	number(d, "signals", "sigsuspend", "%llu", a->suspended, b->suspended);
}

/* Times are those of the virtual clock, which each look at it moves on. */
static void compare_alarm(Differ *d)
{
	const OsTimer *a = &d->of[0]->alarm, *b = &d->of[1]->alarm;
	number(d, "timer", "alarm", "at %llu ns", (u64)a->due, (u64)b->due);
	number(d, "timer", "interval of the alarm", "%llu ns", (u64)a->interval, (u64)b->interval);
}

static void compare_stack(Differ *d)
{
	const SignalStack *a = &d->of[0]->signal_stack, *b = &d->of[1]->signal_stack;
	number(d, "signals", "size of the signal stack", "%llu", a->size, b->size);
	number(d, "signals", "flags of the signal stack", "%llu", (u64)(u32)a->flags,
		   (u64)(u32)b->flags);
	if (a->size && b->size && !d->same(d->ctx, a->sp, b->sp))
		texts(d, "signals", "address of the signal stack", "one", "another");
}

static void compare_action(Differ *d, u32 i)
{
	const SignalAction *a = &d->of[0]->actions[i], *b = &d->of[1]->actions[i];
	char name[64];
	snprintf(name, sizeof name, "flags of signal %u", i);
	number(d, "signals", name, "0x%llx", a->flags, b->flags);
	snprintf(name, sizeof name, "mask of signal %u", i);
	number(d, "signals", name, "0x%llx", a->mask, b->mask);
	if (d->same(d->ctx, a->handler, b->handler))
		return;
	static const char *const fixed[] = {"SIG_DFL", "SIG_IGN"};
	snprintf(name, sizeof name, "handler of signal %u", i);
	texts(d, "signals", name, a->handler < 2 ? fixed[a->handler] : "a function",
		  b->handler < 2   ? fixed[b->handler]
		  : a->handler < 2 ? "a function"
						   : "another function");
}

static void compare_actions(Differ *d)
{
	for (u32 i = 0; i < OS_SIGNALS; i++)
		compare_action(d, i);
}

void os_differences(Os *const os[2], OsSameFn *same, OsDifferFn *differ, void *ctx)
{
	Differ d = {
		.os = os, .of = {&os[0]->process, &os[1]->process}, .same = same, .fn = differ, .ctx = ctx};
#define F(type, name, how) compare_##how(&d);
	PROCESS_FIELDS(F)
#undef F
	compare_attributes(&d);
	buf_free(&d.text[0]);
	buf_free(&d.text[1]);
	buf_free(&d.name);
}
