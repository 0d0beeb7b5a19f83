/* remap.c: replaces the beginning of paths in a trace. */
#include "env/trace/remap.h"
#include "env/trace/calls.h"
#include "env/trace/decode.h"

#include <sys/stat.h>
#include <sys/syscall.h>

static char *trimmed(const char *path)
{
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		n--;
	return xstrndup(path, n);
}

/* True if the path is dir or below it. */
static bool is_in(const char *path, size_t len, const char *dir)
{
	size_t n = strlen(dir);
	return len >= n && !memcmp(path, dir, n) && (len == n || path[n] == '/');
}

static bool is_name(const char *text)
{
	return *text && *text != '.' && !strpbrk(text, "/=:");
}

bool remap_add(PathMaps *m, const char *there, const char *here)
{
	PathMap p = {trimmed(there), trimmed(here)};
	bool same = !strcmp(p.there, p.here), known = same;
	bool ok = *there == '/' ? *here == '/' && p.there[1] && p.here[1] &&
								  (same || (!is_in(p.there, strlen(p.there), p.here) &&
											!is_in(p.here, strlen(p.here), p.there)))
							: is_name(there) && is_name(here);
	for (size_t i = 0; i < m->len && ok; i++) {
		bool again = !strcmp(m->at[i].there, p.there);
		known |= again;
		ok = !again || !strcmp(m->at[i].here, p.here);
	}
	if (ok && !known) {
		vec_push(m, p);
		return true;
	}
	free(p.there);
	free(p.here);
	return ok;
}

bool remap_parse(PathMaps *m, const char *text, Err *err)
{
	const char *eq = strchr(text, '=');
	char *there = eq ? xstrndup(text, (size_t)(eq - text)) : NULL;
	bool ok = there && remap_add(m, there, eq + 1);
	free(there);
	return ok || err_set(err,
						 "--map: '%s' is not OLD=NEW with two absolute paths, of which neither is "
						 "the root or contains the other, or with two names of users; and one NEW "
						 "for each OLD",
						 text);
}

void remap_free(PathMaps *m)
{
	for (size_t i = 0; i < m->len; i++) {
		free(m->at[i].there);
		free(m->at[i].here);
	}
	vec_free(m);
}

/* Replaces n bytes at `at` of the piece by a text. */
static void replace(Trace *t, TraceData *d, size_t at, size_t n, const char *by)
{
	size_t new = strlen(by);
	u8 *bytes = arena_alloc(&t->arena, d->len - n + new + 1);
	memcpy(bytes, d->at, at);
	memcpy(bytes + at, by, new);
	memcpy(bytes + at + new, d->at + at + n, d->len - at - n);
	d->len = (u32)(d->len - n + new);
	bytes[d->len] = 0;
	d->full = d->len;
	d->at = bytes;
	d->blob_index = 0;
}

/* Some have a NUL at the end. */
static size_t text_length(const TraceData *d, u32 from)
{
	size_t len = d->len - from;
	return len - (len && !d->at[d->len - 1]);
}

static bool exists_here(const u8 *path, size_t n)
{
	struct stat st;
	char *text = xstrndup((const char *)path, n);
	bool exists = lstat(text, &st) == 0;
	free(text);
	return exists;
}

/* The offset in the piece of the next component of that name, from `at` on; 0: there is none. */
static size_t find_component(const TraceData *d, u32 from, size_t at, const char *name)
{
	size_t n = strlen(name), last = from + text_length(d, from);
	for (; at + 1 + n <= last; at++) {
		size_t end = at + 1 + n;
		if (d->at[at] == '/' && !memcmp(d->at + at + 1, name, n) &&
			(end == last || d->at[end] == '/'))
			return at + 1;
	}
	return 0;
}

/* Replaces names of users that are components of the absolute path. */
static bool map_components(Trace *t, const PathMaps *m, TraceData *d, u32 from)
{
	bool any = false;
	for (size_t i = 0; i < m->len; i++) {
		const char *name = m->at[i].there;
		size_t at = *name == '/' ? 0 : find_component(d, from, from, name);
		for (; at; at = find_component(d, from, at, name)) {
			replace(t, d, at, strlen(name), m->at[i].here);
			any = true;
		}
	}
	return any;
}

bool remap_is_here(const Trace *t, const char *component)
{
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		const CallSpec *spec = call_spec(c->nr);
		for (u32 k = 0; k < c->n_data; k++) {
			const TraceData *d = &c->data[k];
			bool path = d->dir == DATA_IN && ARG_KIND(spec->args[d->arg]) == ARG_PATH && d->len &&
						*d->at == '/' && !(c->flags & CALL_COMPAT);
			size_t at = path ? find_component(d, 0, 0, component) : 0;
			if (at && exists_here(d->at, at + strlen(component)))
				return true;
		}
	}
	return false;
}

/* Replaces the path or name that begins at `from` in the piece by the longest pair that fits. */
static bool map_piece(Trace *t, const PathMaps *m, TraceData *d, u32 from)
{
	const PathMap *best = NULL;
	const char *path = (const char *)d->at + from;
	size_t len = text_length(d, from);
	if (d->full != d->len || d->held || !len)
		return false;
	for (size_t i = 0; i < m->len; i++) {
		bool name = *m->at[i].there != '/', fits = is_in(path, len, m->at[i].there);
		if (fits && (!name || len == strlen(m->at[i].there)) &&
			(!best || strlen(m->at[i].there) > strlen(best->there)))
			best = &m->at[i];
	}
	if (best)
		replace(t, d, from, strlen(best->there), best->here);
	return (*path == '/' && map_components(t, m, d, from)) || best;
}

/* The position of the value in "NAME=value"; 0: it is no such text. */
static u32 value_at(const TraceData *d)
{
	const u8 *eq = memchr(d->at, '=', d->len);
	return eq ? (u32)(eq - d->at) + 1 : 0;
}

static void map_pseudo(Trace *t, const PathMaps *m, TraceCall *c)
{
	bool path = c->nr == PSEUDO_PROGRAM || c->nr == PSEUDO_CWD || c->nr == PSEUDO_VAR ||
				c->nr == PSEUDO_FDS;
	for (u32 i = 0; i < c->n_data && path; i++) {
		bool name = c->nr == PSEUDO_VAR && c->data[i].dir == DATA_IN;
		if (!name && c->data[i].sub < SUB_BLOCKS)
			map_piece(t, m, &c->data[i], 0);
	}
}

static void map_call(Trace *t, const PathMaps *m, TraceCall *c)
{
	const CallSpec *spec = call_spec(c->nr);
	/* These return a path, and its length. */
	bool returns = c->nr == SYS_getcwd || c->nr == SYS_readlink || c->nr == SYS_readlinkat;
	if (c->flags & CALL_COMPAT || spec->class == CLASS_UNKNOWN)
		return;
	for (u32 i = 0; i < c->n_data; i++) {
		TraceData *d = &c->data[i];
		ArgKind kind = ARG_KIND(spec->args[d->arg]);
		u32 before = d->len;
		if (d->sub == SUB_REALPATH || (d->dir == DATA_IN && kind == ARG_PATH))
			map_piece(t, m, d, 0);
		else if (d->dir == DATA_IN && kind == ARG_STRINGS && !map_piece(t, m, d, 0) && value_at(d))
			map_piece(t, m, d, value_at(d));
		else if (returns && d->dir == DATA_OUT && d->sub < SUB_BLOCKS && map_piece(t, m, d, 0))
			c->ret += (i64)d->len - (i64)before;
	}
}

void remap_trace(Trace *t, const PathMaps *m)
{
	for (u32 i = 0; i < t->calls.len && m->len; i++) {
		TraceCall *c = &t->calls.at[i];
		if (c->nr >= PSEUDO)
			map_pseudo(t, m, c);
		else
			map_call(t, m, c);
	}
}
