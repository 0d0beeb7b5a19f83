/* align.c: aligns the calls of two traces. */
#include "env/compare/envdiff.h"

#include <sys/syscall.h>

enum { REACH = 96 }; /* maximum distance in calls between two matching pairs */

typedef VEC(u32) Indexes;

typedef struct TraceAligner {
	const Trace *good, *bad;
	const World *gw, *bw;
	Indexes *of_good, *of_bad; /* by task: its calls in order */
	TraceAlignment *out;
} TraceAligner;

/* ---- tasks ---- */

static u32 first_exec(const Trace *t, const u32 *exec, u32 task)
{
	return task < t->tasks.len ? exec[task] : UINT32_MAX;
}

static u32 *execs_of(const Trace *t)
{
	u32 *exec = xcalloc(t->tasks.len + 1, sizeof *exec);
	for (u32 i = 0; i < t->tasks.len; i++)
		exec[i] = UINT32_MAX;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		if (call_spec(c->nr)->class == CLASS_EXEC && exec[c->task] == UINT32_MAX)
			exec[c->task] = i;
	}
	return exec;
}

/* Finds the task of the bad run for this one: it has the same parent, and executed the same command
 * or was created at the same position. */
static u32 find_task(const TraceAligner *a, u32 id, const u32 *tasks, const u32 *exec_good,
					 const u32 *exec_bad, const bool *used)
{
	const TraceTask *task = &a->good->tasks.at[id];
	u32 parent = tasks[task->parent], by_order = UINT32_MAX;
	u32 mine = first_exec(a->good, exec_good, id);
	for (u32 i = 1; i < a->bad->tasks.len && parent != UINT32_MAX; i++) {
		const TraceTask *other = &a->bad->tasks.at[i];
		u32 exec = first_exec(a->bad, exec_bad, i);
		if (other->parent != parent || used[i])
			continue;
		if (mine != UINT32_MAX && exec != UINT32_MAX &&
			same_command(&a->good->calls.at[mine], &a->bad->calls.at[exec]))
			return i;
		if (other->ordinal == task->ordinal)
			by_order = i;
	}
	return by_order;
}

static u32 *match_tasks(const TraceAligner *a)
{
	u32 *tasks = xcalloc(a->good->tasks.len + 1, sizeof *tasks);
	u32 *exec_good = execs_of(a->good), *exec_bad = execs_of(a->bad);
	bool *used = xcalloc(a->bad->tasks.len + 1, 1);
	for (u32 i = 1; i < a->good->tasks.len; i++) {
		tasks[i] = find_task(a, i, tasks, exec_good, exec_bad, used);
		if (tasks[i] != UINT32_MAX)
			used[tasks[i]] = true;
	}
	free(exec_good);
	free(exec_bad);
	free(used);
	return tasks;
}

/* ---- calls of a task ---- */

static Indexes *calls_of_tasks(const Trace *t)
{
	Indexes *of = xcalloc(t->tasks.len + 1, sizeof *of);
	for (u32 i = t->head; i < t->calls.len; i++)
		if (t->calls.at[i].task < t->tasks.len &&
			call_spec(t->calls.at[i].nr)->class != CLASS_ALWAYS)
			vec_push(&of[t->calls.at[i].task], i);
	return of;
}

static void free_calls(const Trace *t, Indexes *of)
{
	for (size_t i = 0; i < t->tasks.len; i++)
		vec_free(&of[i]);
	free(of);
}

static bool is_pair(const TraceAligner *al, u32 x, u32 y)
{
	return al->good->calls.at[x].nr == al->bad->calls.at[y].nr &&
		   world_use(al->gw, x)->key == world_use(al->bw, y)->key;
}

static void pair(const TraceAligner *al, u32 x, u32 y)
{
	al->out->partner[x] = y;
	al->out->met[y] = true;
}

/* Finds the nearest pair of equal calls from (i, j) on; returns false if there is none within
 * reach. */
static bool next_pair(const TraceAligner *al, const Indexes *a, const Indexes *b, size_t *i,
					  size_t *j)
{
	for (size_t sum = 0; sum < REACH; sum++)
		for (size_t di = 0; di <= sum; di++) {
			size_t x = *i + di, y = *j + sum - di;
			if (x < a->len && y < b->len && is_pair(al, a->at[x], b->at[y])) {
				*i = x;
				*j = y;
				return true;
			}
		}
	return false;
}

static void align_task(const TraceAligner *al, u32 task, u32 other)
{
	const Indexes *a = &al->of_good[task], *b = &al->of_bad[other];
	size_t i = 0, j = 0, last = 0;
	while (next_pair(al, a, b, &i, &j)) {
		pair(al, a->at[i], b->at[j]);
		last = i++;
		j++;
	}
	/* The runs diverge after the last call that they agree on. */
	if (a->len && (i < a->len || j < b->len))
		al->out->parted[task] = a->at[last];
}

/* ---- the rest ---- */

/* Aligns calls out of order: another thread made them, or they came much later. */
static void align_rest(const TraceAligner *al)
{
	const Trace *good = al->good, *bad = al->bad;
	IntMap first = {0};
	u32 *next = xcalloc(bad->calls.len + 1, sizeof *next);
	for (u32 y = (u32)bad->calls.len; y-- > bad->head;) {
		const CallUse *use = world_use(al->bw, y);
		u64 before = 0;
		if (al->out->met[y] || (!use->n_paths && !use->n_objects))
			continue;
		intmap_get(&first, use->key, &before);
		next[y] = (u32)before;
		intmap_put(&first, use->key, y + 1);
	}
	for (u32 x = good->head; x < good->calls.len; x++) {
		const CallUse *use = world_use(al->gw, x);
		u64 at = 0;
		bool class = call_spec(good->calls.at[x].nr)->class != CLASS_ALWAYS;
		if (al->out->partner[x] != UINT32_MAX || !class || (!use->n_paths && !use->n_objects) ||
			!intmap_get(&first, use->key, &at) || !at || !is_pair(al, x, (u32)at - 1))
			continue;
		pair(al, x, (u32)at - 1);
		intmap_put(&first, use->key, next[at - 1]);
	}
	free(next);
	intmap_free(&first);
}

void trace_alignment_make(const Trace *good, const World *gw, const Trace *bad, const World *bw,
						  TraceAlignment *out)
{
	*out = (TraceAlignment){.partner = xcalloc(good->calls.len + 1, sizeof *out->partner),
							.met = xcalloc(bad->calls.len + 1, 1),
							.parted = xcalloc(good->tasks.len + 1, sizeof *out->parted)};
	TraceAligner al = {good, bad, gw, bw, calls_of_tasks(good), calls_of_tasks(bad), out};
	memset(out->partner, 0xff, good->calls.len * sizeof *out->partner);
	memset(out->parted, 0xff, good->tasks.len * sizeof *out->parted);
	u32 *tasks = match_tasks(&al);
	for (u32 task = 0; task < good->tasks.len; task++)
		if (tasks[task] < bad->tasks.len)
			align_task(&al, task, tasks[task]);
	align_rest(&al);
	free_calls(good, al.of_good);
	free_calls(bad, al.of_bad);
	free(tasks);
}

void trace_alignment_free(TraceAlignment *a)
{
	free(a->partner);
	free(a->met);
	free(a->parted);
}
