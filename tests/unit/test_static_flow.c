/* test_static_flow.c: dominance, control dependence and components against brute force on random
 * graphs. */
#include "engine/static/flow/flow.h"

#include <setjmp.h>
#include <cmocka.h>

static u64 seed;
static u32 roll(u32 n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(seed >> 33) % n;
}

/* Random blocks; some have no way out, some loop for ever, some edges come twice. */
static void random_edges(u32 n, EdgeList *edges)
{
	for (u32 b = 0; b < n; b++) {
		u32 ways = roll(4);
		for (u32 k = 0; k < ways; k++)
			vec_push(edges, ((FlowEdge){b, k, roll(8) ? roll(n) : n}));
	}
}

static int by_from(const void *a, const void *b)
{
	const FlowEdge *x = a, *y = b;
	return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->k < y->k ? -1 : x->k > y->k);
}

static void random_flow(Flow *f, Arena *a)
{
	EdgeList edges = {0};
	*f = (Flow){.n = 1 + roll(10)};
	random_edges(f->n, &edges);
	flow_set_edges(f, a, edges.at, edges.len);
	flow_reach_exit(f, &edges);
	if (edges.len)
		qsort(edges.at, edges.len, sizeof *edges.at, by_from);
	flow_set_edges(f, a, edges.at, edges.len);
	flow_finish(f, a);
	vec_free(&edges);
}

/* Blocks reachable from `from` without passing `without`. */
static void reach(const Flow *f, u32 from, u32 without, bool *seen)
{
	if (from == without || seen[from])
		return;
	seen[from] = true;
	for (u32 k = f->succ_at[from]; k < f->succ_at[from + 1]; k++)
		reach(f, f->succ[k], without, seen);
}

static bool path(const Flow *f, u32 from, u32 to, u32 without)
{
	bool seen[16] = {0};
	reach(f, from, without, seen);
	return seen[to];
}

static bool postdominates(const Flow *f, u32 a, u32 b)
{
	return a == b || !path(f, b, f->n, a);
}

static bool dominates(const Flow *f, u32 a, u32 b)
{
	return a == b || !path(f, 0, b, a);
}

static void check_dominance(const Flow *f)
{
	for (u32 b = 0; b <= f->n; b++) {
		assert_true(path(f, b, f->n, NO_BLOCK));
		for (u32 a = 0; a <= f->n; a++) {
			assert_int_equal(flow_postdominates(f, a, b), postdominates(f, a, b));
			if (path(f, 0, b, NO_BLOCK) && path(f, 0, a, NO_BLOCK))
				assert_int_equal(flow_dominates(f, a, b), dominates(f, a, b));
		}
		/* The immediate one is post-dominated by all the others. */
		for (u32 a = 0; b < f->n && a <= f->n; a++)
			if (a != b && postdominates(f, a, b))
				assert_true(postdominates(f, a, f->ipdom[b]));
	}
}

/* b depends on the k-th way out of a: taking it b cannot be avoided, yet a does not
 * always lead to b. */
static bool depends(const Flow *f, u32 b, u32 a, u32 k)
{
	u32 to = f->succ[f->succ_at[a] + k];
	return postdominates(f, b, to) && (a == b || !postdominates(f, b, a)) && b != f->n;
}

static void check_control(const Flow *f)
{
	for (u32 b = 0; b < f->n; b++)
		for (u32 a = 0; a < f->n; a++)
			for (u32 k = 0; k < f->succ_at[a + 1] - f->succ_at[a]; k++) {
				u32 found = 0;
				for (u32 i = f->cdep_at[b]; i < f->cdep_at[b + 1]; i++)
					found += f->cdep[i].from == a && f->cdep[i].k == k;
				bool want = depends(f, b, a, k);
				assert_int_equal(found, want);
			}
}

static bool inside(const Component *c, u32 b)
{
	for (u32 i = 0; i < c->n_blocks; i++)
		if (c->blocks[i] == b)
			return true;
	return false;
}

/* Whether a and b are on a common cycle within the parent without its header. */
static bool connected(const Flow *f, const Component *parent, u32 a, u32 b)
{
	bool there[16] = {0}, back[16] = {0};
	for (u32 i = 0; i <= f->n; i++)
		if (parent && (!inside(parent, i) || i == parent->header))
			there[i] = back[i] = true;
	if (there[a] || there[b])
		return false;
	bool hit[2] = {false, false};
	const u32 ends[2][2] = {{a, b}, {b, a}};
	bool *seen[2] = {there, back};
	for (int d = 0; d < 2; d++)
		for (u32 k = f->succ_at[ends[d][0]]; k < f->succ_at[ends[d][0] + 1]; k++) {
			u32 v = f->succ[k];
			bool blocked[16];
			memcpy(blocked, seen[d], sizeof blocked);
			if (blocked[v])
				continue;
			reach(f, v, NO_BLOCK, seen[d]);
			hit[d] |= seen[d][ends[d][1]] && !blocked[ends[d][1]];
		}
	return hit[0] && hit[1];
}

static void check_components(const Flow *f)
{
	for (u32 c = 0; c < f->n_components; c++) {
		const Component *x = &f->components[c];
		const Component *parent = x->parent == NO_BLOCK ? NULL : &f->components[x->parent];
		assert_true(!parent || x->parent < c);
		assert_int_equal(x->depth, parent ? parent->depth + 1 : 0);
		for (u32 a = 0; a < f->n; a++)
			assert_int_equal(inside(x, a), connected(f, parent, x->header, a));
		u32 exits = 0;
		for (u32 i = 0; i < x->n_blocks; i++)
			for (u32 k = f->succ_at[x->blocks[i]]; k < f->succ_at[x->blocks[i] + 1]; k++)
				exits += !inside(x, f->succ[k]);
		assert_int_equal(x->n_exits, exits);
		for (u32 i = 0; i < x->n_exits; i++) {
			const FlowEdge *e = &x->exits[i];
			assert_true(inside(x, e->from) && !inside(x, e->to));
			assert_int_equal(f->succ[f->succ_at[e->from] + e->k], e->to);
		}
	}
	/* Every block on a cycle is in a component of the outermost level. */
	for (u32 b = 0; b < f->n; b++)
		assert_int_equal(f->component[b] != NO_BLOCK, connected(f, NULL, b, b));
}

static void on_random_graphs(void (*check)(const Flow *))
{
	for (u32 round = 0; round < 4000; round++) {
		Arena a = {0};
		Flow f;
		seed = round * 7919 + 1;
		random_flow(&f, &a);
		check(&f);
		arena_free(&a);
	}
}

static void test_dominance(void **state)
{
	(void)state;
	on_random_graphs(check_dominance);
}

static void test_control(void **state)
{
	(void)state;
	on_random_graphs(check_control);
}

static void test_components(void **state)
{
	(void)state;
	on_random_graphs(check_components);
}

/* A chain of nested loops, deep enough that recursion on it would show. */
static void test_deep(void **state)
{
	(void)state;
	enum { N = 300 };
	Arena a = {0};
	EdgeList edges = {0};
	for (u32 b = 0; b < 2 * N; b++) {
		vec_push(&edges, ((FlowEdge){b, 0, b + 1}));
		if (b >= N)
			vec_push(&edges, ((FlowEdge){b, 1, 2 * N - 1 - b}));
	}
	Flow f = {.n = 2 * N};
	flow_set_edges(&f, &a, edges.at, edges.len);
	flow_finish(&f, &a);
	assert_int_equal(f.n_components, N);
	for (u32 c = 0; c < N; c++) {
		assert_int_equal(f.components[c].depth, c);
		assert_int_equal(f.components[c].header, c);
		assert_int_equal(f.components[c].n_exits, 1);
	}
	vec_free(&edges);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dominance),
		cmocka_unit_test(test_control),
		cmocka_unit_test(test_components),
		cmocka_unit_test(test_deep),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
