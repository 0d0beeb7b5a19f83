/* given.c: chooses what to take from a recording. */
#include "env/run/given.h"
#include "env/compare/envdiff.h"
#include "env/trace/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the recorded run did with a path. */
typedef struct PathFacts {
	bool code;              /* it was executed, or mapped as code */
	bool partial;           /* it was read, but the recording does not have all of it */
	bool missing;           /* it could not be opened, because it does not exist */
	u32 object;             /* an open file whose contents are whole; 0: none */
	const TraceData *image; /* the whole file, as it was mapped; or NULL */
	i64 size;               /* as reported; -1: not known */
	u32 mode;               /* as reported; 0: not known */
} PathFacts;

/* ---- facts ---- */

/* Learns size and mode from an answer of stat. */
static void learn_stat(const TraceCall *c, PathFacts *f)
{
	const CallSpec *spec = call_spec(c->nr);
	for (u32 i = 0; i < c->n_data; i++) {
		const TraceData *d = &c->data[i];
		u16 arg = spec->args[d->arg];
		if (d->dir != DATA_OUT || ARG_KIND(arg) != ARG_OUTSTRUCT || d->len < struct_size(ST_STAT))
			continue;
		struct stat st;
		struct statx stx;
		if (ARG_PARAM(arg) == ST_STAT) {
			memcpy(&st, d->at, sizeof st);
			f->size = S_ISREG(st.st_mode) ? st.st_size : -1;
			f->mode = S_ISREG(st.st_mode) ? st.st_mode : 0;
		} else if (ARG_PARAM(arg) == ST_STATX && d->len >= sizeof stx) {
			memcpy(&stx, d->at, sizeof stx);
			f->size = S_ISREG(stx.stx_mode) ? (i64)stx.stx_size : -1;
			f->mode = S_ISREG(stx.stx_mode) ? stx.stx_mode : 0;
		}
	}
}

static void learn_mapping(const TraceCall *c, PathFacts *f)
{
	const TraceData *d = call_data(c, 4, SUB_MAPPING, DATA_OUT);
	f->code |= (c->args[2] & PROT_EXEC) != 0;
	if (d && !d->held && c->args[5] == 0 && (!f->image || f->image->len < d->len))
		f->image = d;
}

/* A copy that the kernel made in one piece has the whole file. */
static void learn_copy(const Script *s, u32 call, PathFacts *facts)
{
	const TraceCall *c = &s->trace->calls.at[call];
	const CallUse *use = world_use(s->world, call);
	int source = copy_source(c->nr);
	const TraceData *d = source >= 0 ? call_data(c, source, SUB_MAPPING, DATA_OUT) : NULL;
	if (!d || d->held || use->n_objects < 2)
		return;
	PathFacts *f = &facts[world_object(s->world, use->objects[source == 1])->path];
	if (!f->image || f->image->len < d->len)
		f->image = d;
}

/* True if the recording has every byte of the open file: each read begins where the last one ended,
 * and the last one found the end, or the size is that of what was read. */
static bool is_whole(const Script *s, u32 object, i64 size)
{
	const Trace *t = s->trace;
	u64 at = 0;
	bool end = false;
	for (u32 i = world_object(s->world, object)->maker; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		const CallUse *use = world_use(s->world, i);
		if (!use->n_objects || use->objects[0] != object || is_error(c->ret))
			continue;
		const TraceData *d = call_data(c, 1, 0, DATA_OUT);
		if (call_is_held(c) || (c->nr == SYS_lseek && (u64)c->ret != at))
			return false;
		if (c->nr != SYS_read)
			continue;
		if (c->ret > 0 && (!d || d->len != (u64)c->ret))
			return false;
		at += (u64)c->ret;
		end |= c->ret == 0;
	}
	return end || (size >= 0 && at == (u64)size);
}

static void learn_calls(const Script *s, PathFacts *facts)
{
	const Trace *t = s->trace;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		u32 path = path_of_call(s->world, i);
		learn_copy(s, i, facts);
		if (!path || c->flags & (CALL_COMPAT | CALL_UNFINISHED))
			continue;
		PathFacts *f = &facts[path];
		bool opens = c->nr == SYS_open || c->nr == SYS_openat;
		if (call_spec(c->nr)->class == CLASS_EXEC)
			f->code = true;
		else if (opens && c->ret == -ENOENT)
			f->missing = true;
		else if (c->nr == SYS_mmap && !is_error(c->ret))
			learn_mapping(c, f);
		else if (!is_error(c->ret))
			learn_stat(c, f);
	}
}

/* True if the run reads the object at all. */
static bool is_read(const Script *s, u32 object)
{
	const Trace *t = s->trace;
	for (u32 i = world_object(s->world, object)->maker; i < t->calls.len; i++) {
		const CallUse *use = world_use(s->world, i);
		i32 nr = t->calls.at[i].nr;
		if ((nr == SYS_read || nr == SYS_pread64) && use->n_objects && use->objects[0] == object)
			return true;
	}
	return false;
}

static void learn_objects(const Script *s, PathFacts *facts)
{
	for (u32 o = 1; o < world_object_count(s->world); o++) {
		const WorldObject *x = world_object(s->world, o);
		if (!x->path || x->inherited || x->writable || !is_read(s, o))
			continue;
		PathFacts *f = &facts[x->path];
		if (is_whole(s, o, f->size))
			f->object = o;
		else
			f->partial = true;
	}
}

/* ---- choice ---- */

/* A pattern matches a path with or without its first slash, or the last component or a name if it has
 * no slash itself. */
static bool is_named(const StrList *only, const char *name)
{
	const char *last = strrchr(name, '/');
	for (size_t i = 0; i < only->len; i++) {
		const char *glob = only->at[i];
		bool path = *name == '/' && strchr(glob, '/');
		if (!fnmatch(glob, path ? name + (*glob != '/') : last ? last + 1 : name, 0))
			return true;
	}
	return false;
}

/* Names of the kernel and of devices have no contents of their own. Files in /dev/shm are memory that
 * running programs share: without these programs, their contents of one moment mean nothing. */
static bool is_of_kernel(const char *path)
{
	static const char *const tops[] = {"/proc", "/sys", "/dev"};
	for (size_t i = 0; i < countof(tops); i++) {
		size_t n = strlen(tops[i]);
		if (!strncmp(path, tops[i], n) && (path[n] == '/' || !path[n]))
			return true;
	}
	return false;
}

static void take_file(const Script *s, const PathFacts *f, const char *path, EnvGiven *out)
{
	GivenFile g = {.path = path, .mode = f->mode ? f->mode & 0777 : 0644};
	Buf b = {0};
	if (f->object)
		recorded_contents(s, f->object, &b);
	else if (f->image)
		buf_add(&b, (const char *)f->image->at, f->image->len);
	g.n = b.len;
	g.bytes = xmalloc(b.len + 1);
	memcpy(g.bytes, buf_str(&b), b.len);
	buf_free(&b);
	vec_push(&out->files, g);
}

static void choose_file(const Script *s, const Products *made, const StrList *only,
						const PathFacts *f, u32 path, EnvGiven *out)
{
	const char *name = world_path(s->world, path);
	bool named = is_named(only, name), code = f->code;
	bool image = f->image && f->size >= 0 && f->image->len == (u64)f->size;
	if (*name != '/' || !name[1] || is_of_kernel(name) || (only->len ? !named : code) ||
		made->touched[path] != UINT32_MAX || made->made[path] != UINT32_MAX)
		return;
	if (f->object || image) {
		PathFacts whole = *f;
		whole.object = image ? 0 : f->object;
		take_file(s, &whole, name, out);
	} else if (f->partial || f->image) {
		vec_push(&out->partly, xstrdup(name));
	} else if (f->missing) {
		vec_push(&out->files, ((GivenFile){.path = name}));
	}
}

/* True for a variable that decides which code runs, or that every shell sets itself. */
static bool is_kept_variable(const char *name)
{
	return !strncmp(name, "LD_", 3) || !strcmp(name, "PATH") || !strcmp(name, "GLIBC_TUNABLES") ||
		   !strcmp(name, "_") || !strcmp(name, "SHLVL") || !strcmp(name, "PWD") ||
		   !strcmp(name, "OLDPWD");
}

static void choose_variables(const Trace *t, const StrList *only, EnvGiven *out)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const char *name = c->nr == PSEUDO_VAR ? call_text(c, 0) : NULL;
		if (!name || call_is_held(c) ||
			(only->len ? !is_named(only, name) : is_kept_variable(name)))
			continue;
		out->replay[i] = true;
		out->variables++;
	}
}

void env_given_find(const Script *s, const StrList *only, EnvGiven *out)
{
	u32 n = world_path_count(s->world);
	PathFacts *facts = xcalloc(n + 1, sizeof *facts);
	Products made;
	*out = (EnvGiven){.replay = xcalloc(s->trace->calls.len + 1, 1)};
	for (u32 i = 0; i < n; i++)
		facts[i].size = -1;
	products_of(s->trace, s->world, &made);
	learn_calls(s, facts);
	learn_objects(s, facts);
	for (u32 i = 1; i < n; i++)
		choose_file(s, &made, only, &facts[i], i, out);
	choose_variables(s->trace, only, out);
	products_free(&made);
	free(facts);
}

void env_given_free(EnvGiven *g)
{
	for (size_t i = 0; i < g->files.len; i++)
		free(g->files.at[i].bytes);
	for (size_t i = 0; i < g->partly.len; i++)
		free(g->partly.at[i]);
	vec_free(&g->files);
	vec_free(&g->partly);
	free(g->replay);
}
