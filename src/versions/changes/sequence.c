/* sequence.c: longest common subsequences of lists of keys.
 *
 * Equal beginnings and ends are paired first, then keys that occur once in both lists. The longest
 * sequence of these that is in order in both splits the rest into small pieces, which are aligned
 * by the textbook table. */
#include "versions/changes/impl.h"

enum { TABLE_MOST = 1 << 23 }; /* cells */

typedef struct SequenceJob {
	const u64 *a, *b;
	Arena *arena;
	void (*pair)(u32 i, u32 j, void *arg);
	void *arg;
	bool complete; /* no piece was too large */
} SequenceJob;

typedef struct Anchor {
	u32 i, j;
	u32 before; /* the anchor before it in the run, or NO_OPERAND */
} Anchor;

typedef struct Occurrence {
	u64 key;
	u32 at;
} Occurrence;

static int by_key(const void *x, const void *y)
{
	const Occurrence *a = x, *b = y;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

static Occurrence *sorted(const u64 *keys, u32 from, u32 to, Arena *arena)
{
	Occurrence *o = arena_array(arena, Occurrence, to - from + 1);
	for (u32 i = from; i < to; i++)
		o[i - from] = (Occurrence){keys[i], i};
	qsort(o, to - from, sizeof *o, by_key);
	return o;
}

static bool is_single(const Occurrence *o, u32 n, u32 k)
{
	return (!k || o[k - 1].key != o[k].key) && (k + 1 == n || o[k + 1].key != o[k].key);
}

static int by_first(const void *x, const void *y)
{
	const Anchor *a = x, *b = y;
	return a->i < b->i ? -1 : a->i > b->i;
}

/* Finds keys that occur once in both pieces, by their position in a. */
static u32 find_anchors(SequenceJob *job, u32 i0, u32 i1, u32 j0, u32 j1, Anchor *to)
{
	u32 n = i1 - i0, k = j1 - j0, x = 0, y = 0, count = 0;
	Occurrence *a = sorted(job->a, i0, i1, job->arena), *b = sorted(job->b, j0, j1, job->arena);
	while (x < n && y < k) {
		if (a[x].key < b[y].key) {
			x++;
		} else if (a[x].key > b[y].key) {
			y++;
		} else {
			if (is_single(a, n, x) && is_single(b, k, y))
				to[count++] = (Anchor){a[x].at, b[y].at, NO_OPERAND};
			u64 key = a[x].key;
			while (x < n && a[x].key == key)
				x++;
			while (y < k && b[y].key == key)
				y++;
		}
	}
	qsort(to, count, sizeof *to, by_first);
	return count;
}

/* The longest run of anchors in order in both; leaves it at the front of the list. */
static u32 longest_run(Anchor *list, u32 n, Arena *arena)
{
	u32 *tops = arena_array(arena, u32, n + 1), count = 0;
	for (u32 k = 0; k < n; k++) {
		u32 low = 0, high = count;
		while (low < high) {
			u32 mid = (low + high) / 2;
			if (list[tops[mid]].j < list[k].j)
				low = mid + 1;
			else
				high = mid;
		}
		list[k].before = low ? tops[low - 1] : NO_OPERAND;
		tops[low] = k;
		if (low == count)
			count++;
	}
	Anchor *run = arena_array(arena, Anchor, count + 1);
	u32 at = count ? tops[count - 1] : NO_OPERAND;
	for (u32 k = count; k-- > 0; at = list[at].before)
		run[k] = list[at];
	memcpy(list, run, count * sizeof *run);
	return count;
}

static void by_table(SequenceJob *job, u32 i0, u32 i1, u32 j0, u32 j1)
{
	u32 n = i1 - i0, k = j1 - j0;
	if (!n || !k)
		return;
	if ((u64)(n + 1) * (k + 1) > TABLE_MOST) {
		job->complete = false;
		return;
	}
	u32 *best = xcalloc((size_t)(n + 1) * (k + 1), sizeof *best), w = k + 1;
	for (u32 i = n; i-- > 0;)
		for (u32 j = k; j-- > 0;) {
			u32 skip_a = best[(i + 1) * w + j], skip_b = best[i * w + j + 1];
			u32 most = skip_a > skip_b ? skip_a : skip_b;
			if (job->a[i0 + i] == job->b[j0 + j])
				most = best[(i + 1) * w + j + 1] + 1;
			best[i * w + j] = most;
		}
	for (u32 i = 0, j = 0; i < n && j < k;) {
		if (job->a[i0 + i] == job->b[j0 + j]) {
			job->pair(i0 + i++, j0 + j++, job->arg);
		} else if (best[(i + 1) * w + j] >= best[i * w + j + 1]) {
			i++;
		} else {
			j++;
		}
	}
	free(best);
}

static void align(SequenceJob *job, u32 i0, u32 i1, u32 j0, u32 j1)
{
	while (i0 < i1 && j0 < j1 && job->a[i0] == job->b[j0])
		job->pair(i0++, j0++, job->arg);
	while (i0 < i1 && j0 < j1 && job->a[i1 - 1] == job->b[j1 - 1])
		job->pair(--i1, --j1, job->arg);
	if (i0 == i1 || j0 == j1)
		return;
	ArenaMark mark = arena_mark(job->arena);
	Anchor *anchors = arena_array(job->arena, Anchor, i1 - i0 + 1);
	u32 n = find_anchors(job, i0, i1, j0, j1, anchors);
	n = longest_run(anchors, n, job->arena);
	if (!n)
		by_table(job, i0, i1, j0, j1);
	for (u32 k = 0; k < n; k++) {
		align(job, i0, anchors[k].i, j0, anchors[k].j);
		job->pair(anchors[k].i, anchors[k].j, job->arg);
		i0 = anchors[k].i + 1;
		j0 = anchors[k].j + 1;
	}
	if (n)
		align(job, i0, i1, j0, j1);
	arena_release(job->arena, mark);
}

bool sequence_align(const u64 *a, u32 n, const u64 *b, u32 n_b, Arena *arena,
					void (*pair)(u32 i, u32 j, void *arg), void *arg)
{
	SequenceJob job = {a, b, arena, pair, arg, true};
	align(&job, 0, n, 0, n_b);
	return job.complete;
}
