/* test_dep.c: sets of decisions, and the order in which they are to be negated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/check.h"
#include "engine/machine/dep.h"

enum { LEAVES = 24, NODES = 200 };

static u64 state;

static u32 pick(u32 n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (u32)(state >> 33) % n;
}

/* Which constraints each node stands for, by the definition. */
typedef struct Model {
	Dep nodes[NODES + 1];
	u64 sets[NODES + 1]; /* bit i: constraint i */
	u64 slice[LEAVES];   /* by constraint: what it depends on, without itself */
	u32 n;
} Model;

static void random_graph(DepGraph *g, Model *m)
{
	*m = (Model){.n = 1};
	u32 leaves = 0;
	while (m->n < NODES && leaves < LEAVES) {
		u32 a = pick(m->n), b = pick(m->n);
		if (pick(3)) {
			m->nodes[m->n] = dep_join(g, m->nodes[a], m->nodes[b]);
			m->sets[m->n] = m->sets[a] | m->sets[b];
		} else {
			m->slice[leaves] = m->sets[a];
			m->nodes[m->n] = dep_leaf(g, leaves, m->nodes[a]);
			m->sets[m->n] = m->sets[a] | 1ull << leaves;
			leaves++;
		}
		m->n++;
	}
}

/* The reordering as the thesis has it: split at the newest. */
static void reorder(const Model *m, u64 set, DepList *out)
{
	if (!set)
		return;
	u32 pivot = 63 - (u32)__builtin_clzll(set);
	reorder(m, set & m->slice[pivot], out);
	vec_push(out, pivot);
	reorder(m, set & ~m->slice[pivot] & ~(1ull << pivot), out);
}

static void test_order(void **unused)
{
	(void)unused;
	DepGraph g;
	DepWalk w = {0};
	DepList got = {0}, want = {0};
	dep_init(&g);
	for (u32 round = 0; round < 2000; round++) {
		Model m;
		dep_reset(&g);
		random_graph(&g, &m);
		u32 k = pick(m.n);
		got.len = want.len = 0;
		dep_walk_begin(&w, &g);
		dep_walk_order(&w, m.nodes[k], &got);
		reorder(&m, m.sets[k], &want);
		assert_int_equal(got.len, want.len);
		for (size_t i = 0; i < got.len; i++)
			assert_int_equal(got.at[i], want.at[i]);
		/* What was listed is left out of the next list. */
		u32 l = pick(m.n);
		u64 rest = m.sets[l] & ~m.sets[k];
		got.len = 0;
		dep_walk_order(&w, m.nodes[l], &got);
		assert_int_equal(got.len, __builtin_popcountll(rest));
		for (size_t i = 0; i < got.len; i++)
			assert_true(rest >> got.at[i] & 1);
	}
	vec_free(&got);
	vec_free(&want);
	dep_walk_free(&w);
	dep_free(&g);
}

static void test_set(void **unused)
{
	(void)unused;
	DepGraph g;
	DepWalk w = {0};
	DepList got = {0};
	dep_init(&g);
	for (u32 round = 0; round < 500; round++) {
		Model m;
		dep_reset(&g);
		random_graph(&g, &m);
		u32 k = pick(m.n);
		u64 set = 0;
		got.len = 0;
		dep_walk_begin(&w, &g);
		dep_walk_set(&w, m.nodes[k], &got);
		for (size_t i = 0; i < got.len; i++) {
			set |= 1ull << got.at[i];
			assert_true(!i || got.at[i] > got.at[i - 1]);
		}
		assert_true(set == m.sets[k]);
	}
	vec_free(&got);
	dep_walk_free(&w);
	dep_free(&g);
}

/* The set of a node, by walking it; constraints count from base on. */
static u64 walked(DepWalk *w, const DepGraph *g, Dep dep, u32 base)
{
	DepList got = {0};
	u64 set = 0;
	dep_walk_begin(w, g);
	dep_walk_set(w, dep, &got);
	for (size_t i = 0; i < got.len; i++)
		set |= 1ull << (got.at[i] - base);
	vec_free(&got);
	return set;
}

/* What is said to be in a set is, and with few constraints all that is is said to be. The
 * constraints begin before, at and behind the last one that every node lists. */
static void test_within(void **unused)
{
	(void)unused;
	static const u32 bases[] = {0, 40, 52, 64, 300};
	DepGraph g;
	DepWalk w = {0};
	dep_init(&g);
	u32 yes = 0, missed = 0;
	for (u32 round = 0; round < 1000; round++) {
		u32 base = bases[round % countof(bases)], leaves = 0, n = 1;
		Dep nodes[NODES] = {0};
		u64 sets[NODES] = {0};
		dep_reset(&g);
		for (; n < NODES && leaves < LEAVES; n++) {
			/* Half of the time what is newest is built upon, as loops do. */
			u32 a = pick(2) ? n - 1 : pick(n), b = pick(n);
			if (pick(2)) {
				nodes[n] = dep_join(&g, nodes[a], nodes[b]);
				sets[n] = sets[a] | sets[b];
			} else {
				nodes[n] = dep_leaf(&g, base + leaves, nodes[a]);
				sets[n] = sets[a] | 1ull << leaves++;
			}
		}
		for (u32 k = 0; k < 40; k++) {
			u32 a = pick(n), b = pick(n);
			bool is = !(sets[a] & ~sets[b]), said = dep_within(&g, nodes[a], nodes[b]);
			assert_true(is || !said);
			assert_true(is || !dep_parts_within(&g, nodes[a], nodes[b]));
			if (base + LEAVES <= 64)
				assert_true(said == is);
			yes += is;
			missed += is && !said;
		}
		u32 a = pick(n);
		assert_true(walked(&w, &g, nodes[a], base) == sets[a]);
	}
	assert_true(missed * 20 < yes);
	dep_walk_free(&w);
	dep_free(&g);
}

static void test_join(void **unused)
{
	(void)unused;
	DepGraph g;
	dep_init(&g);
	Dep a = dep_leaf(&g, 0, 0), b = dep_leaf(&g, 1, a), c = dep_leaf(&g, 2, 0);
	assert_int_equal(dep_join(&g, a, 0), a);
	assert_int_equal(dep_join(&g, a, a), a);
	assert_int_equal(dep_join(&g, a, b), b); /* b has a in it */
	assert_int_equal(dep_join(&g, b, c), dep_join(&g, c, b));
	assert_int_equal(dep_join(&g, a | DEP_UNDEFINED, b), b | DEP_UNDEFINED);
	/* A chain as long as a loop's needs no stack. */
	Dep chain = 0;
	for (u32 i = 0; i < 200000; i++)
		chain = dep_leaf(&g, 3 + i, chain);
	DepWalk w = {0};
	DepList got = {0};
	dep_walk_begin(&w, &g);
	dep_walk_order(&w, chain, &got);
	assert_int_equal(got.len, 200000);
	assert_int_equal(got.at[0], 3);
	vec_free(&got);
	dep_walk_free(&w);
	dep_free(&g);
}

/* Whether joining the two ends the process. */
static bool refused(DepGraph *g, Dep a, Dep b)
{
	pid_t child = fork();
	if (!child) {
		close(2);
		dep_join(g, a, b);
		_exit(0);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* A number that is none of this run is never looked at: above it chains need not end. */
static void test_stale(void **unused)
{
	(void)unused;
	for (int checked = CHECKED; checked < 2; checked++) { /* the checked build always does */
		DepGraph g;
		if (checked)
			setenv("DRIFT_CHECK", "1", 1);
		else
			unsetenv("DRIFT_CHECK");
		dep_init(&g);
		Dep a = dep_leaf(&g, 0, 0), b = dep_leaf(&g, 1, a);
		assert_false(refused(&g, a, b));
		assert_true(refused(&g, b, b + 1));
		dep_reset(&g);
		Dep c = dep_leaf(&g, 0, 0);
		assert_false(refused(&g, c, 0));
		assert_true(refused(&g, b, c));
		assert_int_equal(refused(&g, a, 0), checked);
		assert_int_equal(dep_leaf(&g, 0, 0), c);
		dep_free(&g);
	}
	unsetenv("DRIFT_CHECK");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order), cmocka_unit_test(test_set),   cmocka_unit_test(test_within),
		cmocka_unit_test(test_join),  cmocka_unit_test(test_stale),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
