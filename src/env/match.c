/* match.c: which recorded call is this? */
#include "env/replay.h"

#include <sys/mman.h>

enum {
	REACH = 64,     /* recorded calls that may be skipped for a call on a file or socket */
	REACH_WEAK = 3, /* for one that names nothing: the time, an identity */
};

/* Calls of memory and task management depend on the allocator and the scheduler: they are executed
 * in any case, and neither must hold up the matching of others. */
static bool is_noise(const TraceCall *c)
{
	u8 class = call_spec(c->nr)->class;
	return class == CLASS_ALWAYS || class == CLASS_UNKNOWN ||
		   (class == CLASS_MAP && c->args[3] & MAP_ANONYMOUS);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* The same call on a file whose name differs as temporary names do, or that was moved. */
static bool is_alike(const TraceCall *rec, const TraceCall *c)
{
	int arg = call_find_arg(call_spec(c->nr), ARG_PATH);
	const char *a = arg >= 0 ? call_text(rec, arg) : NULL, *b = arg >= 0 ? call_text(c, arg) : NULL;
	if (rec->nr != c->nr || !a || !b)
		return false;
	const char *base_a = base_name(a), *base_b = base_name(b);
	if (!strcmp(base_a, base_b))
		return true;
	return base_a - a == base_b - b && !strncmp(a, b, (size_t)(base_a - a)) &&
		   strlen(base_a) == strlen(base_b);
}

static bool is_same(const Script *s, u32 call, const TraceCall *c, const CallUse *use)
{
	return s->trace->calls.at[call].nr == c->nr && world_use(s->world, call)->key == use->key;
}

u32 match_call(EnvRerun *r, LiveTask *lt, const TraceCall *c)
{
	const Script *s = r->script;
	if (lt->recorded == UINT32_MAX)
		return UINT32_MAX;
	const CallList *list = &s->of_task[lt->recorded];
	bool noise = is_noise(c), weak = !lt->use.n_objects && !lt->use.n_paths;
	u32 reach = noise ? 1 : weak ? REACH_WEAK : REACH, first = UINT32_MAX;
	for (u32 p = lt->pos, met = 0; p < list->len && met < reach; p++) {
		u32 call = list->at[p];
		const TraceCall *rec = &s->trace->calls.at[call];
		if (is_noise(rec) && !noise)
			continue;
		if (is_same(s, call, c, &lt->use)) {
			lt->pos = p + 1;
			return call;
		}
		if (first == UINT32_MAX)
			first = p;
		met++;
	}
	if (noise)
		return UINT32_MAX;
	if (first != UINT32_MAX && is_alike(&s->trace->calls.at[list->at[first]], c)) {
		lt->pos = first + 1;
		return list->at[first];
	}
	if (first != UINT32_MAX && list->at[first] < r->parted && r->replay[list->at[first]])
		r->parted = list->at[first];
	return UINT32_MAX;
}
