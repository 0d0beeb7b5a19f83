/* match.c: finds the recorded call that matches a live one. */
#include "env/replay/replay.h"

#include <sys/mman.h>
#include <sys/syscall.h>

enum {
	REACH = 64,     /* recorded calls that may be skipped, for a call on a file or socket */
	REACH_WEAK = 3, /* for a call without an object: the time, an identity */
};

/* Calls for memory and tasks depend on the allocator and the scheduler. They are always executed
 * and must not delay the matching of others. */
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

/* True for the same call on a file that was moved, or whose temporary name differs. */
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

/* Several threads may have the same file open. What one of them reads is in the calls on the open
 * file that its own one plays. */
static bool is_on_same(const EnvRerun *r, u32 call, const CallUse *use)
{
	u64 plays = 0;
	const CallUse *rec = world_use(r->script->world, call);
	if (!use->n_objects || !rec->n_objects || !intmap_get(&r->roles.plays, use->objects[0], &plays))
		return true;
	return !plays || rec->objects[0] == plays;
}

static bool is_same(const EnvRerun *r, u32 call, const TraceCall *c, const CallUse *use)
{
	const Script *s = r->script;
	return s->trace->calls.at[call].nr == c->nr && world_use(s->world, call)->key == use->key &&
		   is_on_same(r, call, use);
}

/* ---- among the threads of the process ---- */

void match_prepare(Script *s)
{
	const Trace *t = s->trace;
	IntMap last = {0};
	s->process = xcalloc(t->tasks.len, sizeof *s->process);
	s->exec_of = xcalloc(t->tasks.len, sizeof *s->exec_of);
	s->next_same = xcalloc(t->calls.len, sizeof *s->next_same);
	for (u32 i = 0; i < t->tasks.len; i++)
		s->exec_of[i] = UINT32_MAX;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		u64 before, key = world_use(s->world, i)->key;
		s->next_same[i] = UINT32_MAX;
		if (intmap_get(&last, key, &before))
			s->next_same[before - 1] = i;
		else
			intmap_put(&s->first_same, key, i + 1);
		intmap_put(&last, key, i + 1);
		if (c->nr == SYS_epoll_ctl)
			vec_push(&s->watchers, i);
		if (call_spec(c->nr)->class == CLASS_EXEC && s->exec_of[c->task] == UINT32_MAX)
			s->exec_of[c->task] = i;
	}
	/* Children that continue the same program may share work as threads do. */
	for (u32 i = 0; i < t->tasks.len; i++) {
		bool shares = i && (t->tasks.at[i].thread || s->exec_of[i] == UINT32_MAX);
		s->process[i] = shares ? s->process[t->tasks.at[i].parent] : i;
	}
	intmap_free(&last);
}

void match_free(Script *s)
{
	free(s->process);
	free(s->exec_of);
	free(s->next_same);
	intmap_free(&s->first_same);
	vec_free(&s->watchers);
}

/* Finds a call that another thread made there, or that came at another time. */
static u32 match_elsewhere(EnvRerun *r, const LiveTask *lt, const TraceCall *c)
{
	const Script *s = r->script;
	u64 first;
	if (!intmap_get(&s->first_same, lt->use.key, &first))
		return UINT32_MAX;
	/* Matched calls at the front of the list need not be checked again. */
	u32 *start = &r->free_same[first - 1];
	u32 at = *start ? *start : (u32)first - 1;
	while (at != UINT32_MAX && r->taken[at])
		at = s->next_same[at];
	*start = at;
	for (u32 tries = 0; at != UINT32_MAX && tries < REACH; at = s->next_same[at], tries++) {
		u32 task = s->trace->calls.at[at].task;
		if (!r->taken[at] && s->process[task] == s->process[lt->recorded] &&
			is_same(r, at, c, &lt->use))
			return at;
	}
	return UINT32_MAX;
}

/* ---- children ---- */

u32 match_task(const EnvRerun *r, const TracedTask *task)
{
	const Trace *t = r->script->trace;
	u32 parent = r->tasks.at[task->parent]->recorded;
	for (u32 i = 1; i < t->tasks.len && parent != UINT32_MAX; i++)
		if (t->tasks.at[i].parent == parent && t->tasks.at[i].ordinal == task->ordinal)
			return i;
	return UINT32_MAX;
}

static bool is_cast(const EnvRerun *r, u32 recorded)
{
	for (size_t i = 0; i < r->tasks.len; i++)
		if (r->tasks.at[i]->recorded == recorded && r->tasks.at[i]->cast)
			return true;
	return false;
}

/* Parallel children are not always created in the same order: one that calls execve plays the
 * sibling that executed the same command. */
static void cast_by_command(EnvRerun *r, LiveTask *lt, const TraceCall *c)
{
	const Script *s = r->script;
	const Trace *t = s->trace;
	if (lt->cast || lt->recorded == UINT32_MAX || lt->recorded == 0)
		return;
	lt->cast = true;
	u32 mine = lt->recorded, exec = s->exec_of[mine];
	if (exec != UINT32_MAX && same_command(&t->calls.at[exec], c))
		return;
	for (u32 i = 1; i < t->tasks.len; i++) {
		exec = s->exec_of[i];
		if (t->tasks.at[i].parent != t->tasks.at[mine].parent || exec == UINT32_MAX ||
			!same_command(&t->calls.at[exec], c) || is_cast(r, i))
			continue;
		for (size_t k = 0; k < r->tasks.len; k++)
			if (r->tasks.at[k]->recorded == i) {
				r->tasks.at[k]->recorded = mine;
				r->tasks.at[k]->pos = 0;
			}
		lt->recorded = i;
		lt->pos = 0;
		while (s->of_task[i].at[lt->pos] != exec)
			lt->pos++;
		return;
	}
}

/* ---- the match ---- */

u32 match_call(EnvRerun *r, LiveTask *lt, const TraceCall *c)
{
	const Script *s = r->script;
	if (lt->recorded == UINT32_MAX)
		return UINT32_MAX;
	if (call_spec(c->nr)->class == CLASS_EXEC)
		cast_by_command(r, lt, c);
	const CallList *list = &s->of_task[lt->recorded];
	bool noise = is_noise(c), weak = !lt->use.n_objects && !lt->use.n_paths;
	u32 reach = noise ? 1 : weak ? REACH_WEAK : REACH, first = UINT32_MAX;
	for (u32 p = lt->pos, met = 0; p < list->len && met < reach; p++) {
		u32 call = list->at[p];
		const TraceCall *rec = &s->trace->calls.at[call];
		if (r->taken[call] || (is_noise(rec) && !noise))
			continue;
		if (is_same(r, call, c, &lt->use)) {
			lt->pos = p + 1;
			r->taken[call] = true;
			return call;
		}
		if (first == UINT32_MAX)
			first = p;
		met++;
	}
	if (noise)
		return UINT32_MAX;
	u32 other = weak ? UINT32_MAX : match_elsewhere(r, lt, c);
	if (other != UINT32_MAX) {
		r->taken[other] = true;
		return other;
	}
	if (first != UINT32_MAX && is_alike(&s->trace->calls.at[list->at[first]], c)) {
		lt->pos = first + 1;
		r->taken[list->at[first]] = true;
		return list->at[first];
	}
	if (first != UINT32_MAX && list->at[first] < r->parted && r->replay[list->at[first]])
		r->parted = list->at[first];
	return UINT32_MAX;
}
