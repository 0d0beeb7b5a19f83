/* reduce.c: set cover by branch and bound, and orders of tests. */
#include "clients/suite/reduce.h"

static const u32 NONE = UINT32_MAX; /* no test, or no item */

typedef struct Cover {
	const SuiteItems *from;
	U32List *by;  /* tests that meet each item, ascending */
	u32 *met;     /* how many chosen tests meet each item */
	u32 left;     /* items that no chosen test meets */
	U32List now;  /* chosen tests */
	U32List best; /* the smallest subset so far */
	u64 steps;    /* that remain */
	u64 cost;     /* steps of a node */
	bool over;    /* true if they were used up */
	u8 *in;       /* by test: scratch of lower_bound */
} Cover;

static void choose(Cover *c, u32 test)
{
	const U32List *items = &c->from->of[test];
	vec_push(&c->now, test);
	for (size_t i = 0; i < items->len; i++)
		c->left -= !c->met[items->at[i]]++;
}

static void drop(Cover *c)
{
	const U32List *items = &c->from->of[vec_last(&c->now)];
	c->now.len--;
	for (size_t i = 0; i < items->len; i++)
		c->left += !--c->met[items->at[i]];
}

/* Items of the test that no chosen one meets. */
static u32 gain(const Cover *c, u32 test)
{
	const U32List *items = &c->from->of[test];
	u32 n = 0;
	for (size_t i = 0; i < items->len; i++)
		n += !c->met[items->at[i]];
	return n;
}

static void greedy(Cover *c)
{
	while (c->left) {
		u32 best = 0, most = 0;
		for (u32 t = 0; t < c->from->n_tests; t++) {
			u32 n = gain(c, t);
			if (n > most) {
				most = n;
				best = t;
			}
		}
		choose(c, best);
	}
}

/* Returns the open item that the fewest tests meet. */
static u32 hardest(const Cover *c)
{
	u32 found = NONE;
	for (u32 i = 0; i < c->from->n_items; i++)
		if (!c->met[i] && (found == NONE || c->by[i].len < c->by[found].len))
			found = i;
	return found;
}

/* Open items of which no test meets two: each needs a test of its own. */
static u32 lower_bound(Cover *c)
{
	u32 n = 0;
	memset(c->in, 0, c->from->n_tests);
	for (u32 i = 0; i < c->from->n_items; i++) {
		bool apart = !c->met[i];
		for (size_t k = 0; apart && k < c->by[i].len; k++)
			apart = !c->in[c->by[i].at[k]];
		if (!apart)
			continue;
		n++;
		for (size_t k = 0; k < c->by[i].len; k++)
			c->in[c->by[i].at[k]] = 1;
	}
	return n;
}

static void keep_best(Cover *c)
{
	c->best.len = 0;
	vec_append(&c->best, c->now.at, c->now.len);
}

/* Tries every test that meets the hardest open item: one of them is in each subset. */
static void branch(Cover *c)
{
	if (!c->left) {
		if (c->now.len < c->best.len)
			keep_best(c);
		return;
	}
	if (c->steps < c->cost) {
		c->over = true;
		return;
	}
	c->steps -= c->cost;
	if (c->now.len + lower_bound(c) >= c->best.len)
		return;
	u32 item = hardest(c);
	for (size_t i = 0; i < c->by[item].len && !c->over; i++) {
		choose(c, c->by[item].at[i]);
		branch(c);
		drop(c);
	}
}

/* ---- tests and items that need not be looked at ---- */

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

static void sort(U32List *list)
{
	size_t n = 0;
	if (list->len)
		qsort(list->at, list->len, sizeof *list->at, by_number);
	for (size_t i = 0; i < list->len; i++)
		if (!n || list->at[n - 1] != list->at[i])
			list->at[n++] = list->at[i];
	list->len = n;
}

/* Both are ascending. */
static bool contains(const U32List *all, const U32List *some)
{
	size_t k = 0;
	for (size_t i = 0; i < some->len; i++) {
		while (k < all->len && all->at[k] < some->at[i])
			k++;
		if (k == all->len || all->at[k] != some->at[i])
			return false;
	}
	return some->len <= all->len;
}

/* True if another list makes this one needless: it has the same members, or (larger) more of them, or
 * (!larger) fewer of them. Of equal lists the first stays. */
static bool needless(const U32List *lists, u32 n, u32 at, bool larger)
{
	for (u32 i = 0; i < n; i++) {
		const U32List *big = larger ? &lists[i] : &lists[at],
					  *small = larger ? &lists[at] : &lists[i];
		if (i == at || !lists[i].len || !contains(big, small))
			continue;
		if (big->len > small->len || i < at)
			return true;
	}
	return false;
}

/* The same problem with fewer tests and items: a smallest subset of it is one of the whole. */
typedef struct Core {
	U32List *of;   /* items of each test; empty: the test is not needed */
	SuiteItems as; /* the same */
} Core;

static void core_begin(const SuiteItems *from, Core *core)
{
	core->of = xcalloc(from->n_tests + 1, sizeof *core->of);
	core->as = (SuiteItems){from->n_tests, from->n_items, core->of};
	for (u32 t = 0; t < from->n_tests; t++) {
		vec_append(&core->of[t], from->of[t].at, from->of[t].len);
		sort(&core->of[t]);
	}
}

static void core_end(Core *core)
{
	for (u32 t = 0; t < core->as.n_tests; t++)
		vec_free(&core->of[t]);
	free(core->of);
}

static U32List *tests_by_item(const SuiteItems *from)
{
	U32List *by = xcalloc(from->n_items + 1, sizeof *by);
	for (u32 t = 0; t < from->n_tests; t++)
		for (size_t i = 0; i < from->of[t].len; i++)
			vec_push(&by[from->of[t].at[i]], t);
	return by;
}

static void lists_free(U32List *lists, u32 n)
{
	for (u32 i = 0; i < n; i++)
		vec_free(&lists[i]);
	free(lists);
}

/* Whoever meets an item that only few tests meet also meets each item that all these tests meet. */
static void drop_items(Core *core)
{
	U32List *by = tests_by_item(&core->as);
	bool *gone = xcalloc(core->as.n_items + 1, 1);
	for (u32 i = 0; i < core->as.n_items; i++)
		gone[i] = by[i].len && needless(by, core->as.n_items, i, false);
	for (u32 t = 0; t < core->as.n_tests; t++) {
		size_t n = 0;
		for (size_t i = 0; i < core->of[t].len; i++)
			if (!gone[core->of[t].at[i]])
				core->of[t].at[n++] = core->of[t].at[i];
		core->of[t].len = n;
	}
	lists_free(by, core->as.n_items);
	free(gone);
}

static void drop_tests(Core *core)
{
	bool *gone = xcalloc(core->as.n_tests + 1, 1);
	for (u32 t = 0; t < core->as.n_tests; t++)
		gone[t] = core->of[t].len && needless(core->of, core->as.n_tests, t, true);
	for (u32 t = 0; t < core->as.n_tests; t++)
		if (gone[t])
			core->of[t].len = 0;
	free(gone);
}

/* ---- the whole ---- */

static double harmonic(const SuiteItems *from)
{
	size_t most = 1;
	double sum = 0;
	for (u32 t = 0; t < from->n_tests; t++)
		most = from->of[t].len > most ? from->of[t].len : most;
	for (size_t k = 1; k <= most; k++)
		sum += 1.0 / (double)k;
	return sum;
}

static void cover_begin(const SuiteItems *from, Cover *c)
{
	*c = (Cover){.from = from, .by = tests_by_item(from)};
	c->met = xcalloc(from->n_items + 1, sizeof *c->met);
	c->in = xcalloc(from->n_tests + 1, 1);
	for (u32 i = 0; i < from->n_items; i++)
		c->left += c->by[i].len > 0;
	c->cost = from->n_items + 1;
	for (u32 i = 0; i < from->n_items; i++)
		c->cost += c->by[i].len;
	/* Items that nobody meets are no task. */
	for (u32 i = 0; i < from->n_items; i++)
		c->met[i] = !c->by[i].len;
}

static void cover_end(Cover *c)
{
	lists_free(c->by, c->from->n_items);
	free(c->met);
	free(c->in);
	vec_free(&c->now);
	vec_free(&c->best);
}

void reduce(const SuiteItems *from, const bool *must, u64 steps, Reduction *to)
{
	Core core;
	Cover c;
	*to = (Reduction){.bound = 1};
	core_begin(from, &core);
	/* What the tests that stay anyway meet is no task of the others. */
	bool *met = xcalloc(from->n_items + 1, 1);
	for (u32 t = 0; t < from->n_tests; t++) {
		if (!must || !must[t])
			continue;
		for (size_t i = 0; i < from->of[t].len; i++)
			met[from->of[t].at[i]] = true;
	}
	for (u32 t = 0; t < from->n_tests; t++) {
		size_t n = 0;
		for (size_t i = 0; i < core.of[t].len; i++)
			if (!met[core.of[t].at[i]])
				core.of[t].at[n++] = core.of[t].at[i];
		core.of[t].len = n;
		if (must && must[t])
			vec_push(&to->kept, t);
	}
	free(met);
	u32 given = (u32)to->kept.len;
	drop_items(&core);
	drop_tests(&core);
	cover_begin(&core.as, &c);
	u32 least = lower_bound(&c);
	greedy(&c);
	keep_best(&c);
	while (c.now.len)
		drop(&c);
	c.steps = steps;
	if (least < c.best.len)
		branch(&c);
	to->exact = !c.over;
	to->least = given + (to->exact ? (u32)c.best.len : least);
	if (!to->exact)
		to->bound = harmonic(&core.as);
	vec_append(&to->kept, c.best.at, c.best.len);
	sort(&to->kept);
	cover_end(&c);
	core_end(&core);
}

void reduction_free(Reduction *r)
{
	vec_free(&r->kept);
}

void prioritise(const SuiteItems *from, const u8 *tier, u32 *to)
{
	Cover c;
	bool *done = xcalloc(from->n_tests + 1, 1);
	cover_begin(from, &c);
	for (u32 at = 0; at < from->n_tests; at++) {
		u32 best = NONE, most = 0;
		for (u32 t = 0; t < from->n_tests; t++) {
			if (done[t] || (best != NONE && tier[t] > tier[best]))
				continue;
			u32 n = gain(&c, t);
			if (best == NONE || tier[t] < tier[best] || n > most) {
				most = n;
				best = t;
			}
		}
		done[best] = true;
		to[at] = best;
		choose(&c, best);
	}
	cover_end(&c);
	free(done);
}
