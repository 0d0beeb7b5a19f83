/* library.c: lists the shared libraries of a run and compares those of two runs. */
#include "env/compare/envdiff.h"
#include "env/record/head.h"

#include <sys/mman.h>
#include <sys/syscall.h>

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* libfoo.so.1.2 and libfoo.so.1.3 are the same library: compare up to ".so". */
static size_t stem(const char *base)
{
	const char *so = strstr(base, ".so");
	return so ? (size_t)(so - base) : strlen(base);
}

static EnvLibrary *find_path(const EnvLibraries *l, const char *path)
{
	for (size_t i = 0; i < l->len; i++)
		if (!strcmp(l->at[i].path, path))
			return &l->at[i];
	return NULL;
}

static const TraceCall *first_mapping(const Trace *t, const World *w, u32 object)
{
	for (u32 i = world_object(w, object)->maker; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		if (c->nr == SYS_mmap && world_use(w, i)->n_objects &&
			world_use(w, i)->objects[0] == object && c->args[5] == 0)
			return c;
	}
	return NULL;
}

static void describe(const TraceCall *map, EnvLibrary *lib)
{
	const TraceData *bytes = call_data(map, 4, SUB_MAPPING, DATA_OUT);
	const TraceData *id = call_data(map, 4, SUB_IMAGE, DATA_OUT);
	const TraceData *key = call_data(map, 4, SUB_IDENTITY, DATA_OUT);
	Buf text = {0};
	if (key && key->len == sizeof lib->key)
		memcpy(lib->key, key->at, sizeof lib->key);
	if (bytes) {
		image_build_id_of(bytes->at, bytes->len, &text);
		lib->size = bytes->len;
		lib->held = bytes->held;
		lib->content = digest_of(bytes->at, bytes->len);
	} else if (id) {
		buf_adds(&text, (const char *)id->at);
	}
	snprintf(lib->build_id, sizeof lib->build_id, "%s", buf_str(&text));
	buf_free(&text);
}

void libraries_of(const Trace *t, const World *w, EnvLibraries *out)
{
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		const CallUse *use = world_use(w, i);
		if (c->nr != SYS_mmap || !(c->args[2] & PROT_EXEC) || !use->n_objects)
			continue;
		const WorldObject *o = world_object(w, use->objects[0]);
		if (find_path(out, o->name))
			continue;
		EnvLibrary lib = {.path = o->name, .call = o->maker};
		const TraceCall *map = first_mapping(t, w, use->objects[0]);
		if (map)
			describe(map, &lib);
		vec_push(out, lib);
	}
}

static void name_library(Buf *b, const EnvLibrary *l)
{
	buf_addf(b, "%s", l->path);
	if (l->build_id[0])
		buf_addf(b, " (build id %.16s)", l->build_id);
	else if (l->size)
		buf_addf(b, " (%llu bytes, no build id)", (unsigned long long)l->size);
}

static const EnvLibrary *partner(const EnvLibraries *list, const EnvLibrary *l)
{
	const char *base = base_name(l->path);
	for (size_t i = 0; i < list->len; i++) {
		const char *other = base_name(list->at[i].path);
		if (stem(other) == stem(base) && !strncmp(other, base, stem(base)))
			return &list->at[i];
	}
	return NULL;
}

/* True for the same file, the same build, or the same bytes; also true if they cannot be
 * compared. */
static bool is_same(const EnvLibrary *a, const EnvLibrary *b)
{
	if (a->key[0] && !memcmp(a->key, b->key, sizeof a->key))
		return true;
	if (a->held || b->held)
		return !a->build_id[0] || !b->build_id[0] || !strcmp(a->build_id, b->build_id);
	if (a->size && b->size)
		return a->size == b->size && digest_same(a->content, b->content);
	if (a->build_id[0] || b->build_id[0])
		return !strcmp(a->build_id, b->build_id);
	return true;
}

void libraries_differ(const EnvLibraries *there, const EnvLibraries *here, Suspects *out)
{
	for (size_t i = 0; i < there->len; i++) {
		const EnvLibrary *a = &there->at[i], *b = partner(here, a);
		if (!b || is_same(a, b))
			continue;
		Suspect s = {.call = a->call, .other = UINT32_MAX, .diff.kind = DIFF_LIBRARY, .score = 90};
		buf_adds(&s.diff.subject, a->path);
		buf_addf(&s.diff.summary, "library %s differs: ", base_name(a->path));
		name_library(&s.diff.summary, a);
		buf_adds(&s.diff.summary, " there, ");
		name_library(&s.diff.summary, b);
		buf_adds(&s.diff.summary, " here");
		buf_addf(&s.diff.detail, "there: %s\n       build id %s\nhere:  %s\n       build id %s\n",
				 a->path, a->build_id[0] ? a->build_id : "none", b->path,
				 b->build_id[0] ? b->build_id : "none");
		buf_addf(&s.diff.advice, "install the same version of %s", base_name(a->path));
		vec_push(out, s);
	}
}
