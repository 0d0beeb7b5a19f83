/* test_static_pointer.c: the points-to solver against a naive one on random constraints. */
#include "static/pointer.h"

#include <setjmp.h>
#include <cmocka.h>

enum { VARS = 10, OBJECTS = 4, SPAN = 96, CONSTRAINTS = 24 };

static u64 seed;
static u32 roll(u32 n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(seed >> 33) % n;
}

typedef enum Kind { ADDRESS, COPY, LOAD, STORE, MEMCPY, ADD, INDEX } Kind;

typedef struct Rule {
	Kind kind;
	u32 a, b; /* variables; for ADDRESS b is an object */
	i64 n;    /* offset, or length */
} Rule;

/* Sets as bit matrices: has[v][o][offset]. Offsets outside [0, SPAN) are forgotten. */
typedef struct Naive {
	bool var[VARS][OBJECTS][SPAN];
	bool cell[OBJECTS][SPAN][OBJECTS][SPAN];
	bool changed;
} Naive;

static void put(Naive *x, bool *at)
{
	x->changed |= !*at;
	*at = true;
}

static void join(Naive *x, bool to[OBJECTS][SPAN], bool from[OBJECTS][SPAN])
{
	for (u32 o = 0; o < OBJECTS; o++)
		for (u32 f = 0; f < SPAN; f++)
			if (from[o][f])
				put(x, &to[o][f]);
}

static void move(Naive *x, const Rule *r, u32 o, u32 f)
{
	i64 to = (i64)f + r->n;
	if (r->kind == ADD && to >= 0 && to < SPAN)
		put(x, &x->var[r->a][o][to]);
	for (to = f % r->n; r->kind == INDEX && to < SPAN; to += r->n)
		put(x, &x->var[r->a][o][to]);
}

static void copy_bytes(Naive *x, const Rule *r, u32 o, u32 f)
{
	for (u32 p = 0; p < OBJECTS; p++)
		for (u32 g = 0; g < SPAN; g++)
			for (u32 d = 0; x->var[r->b][p][g] && d < r->n && f + d < SPAN && g + d < SPAN; d++)
				join(x, x->cell[o][f + d], x->cell[p][g + d]);
}

static void apply(Naive *x, const Rule *r)
{
	switch (r->kind) {
	case ADDRESS: put(x, &x->var[r->a][r->b][r->n]); return;
	case COPY: join(x, x->var[r->a], x->var[r->b]); return;
	default: break;
	}
	u32 through = r->kind == STORE || r->kind == MEMCPY ? r->a : r->b;
	for (u32 o = 0; o < OBJECTS; o++)
		for (u32 f = 0; f < SPAN; f++) {
			if (!x->var[through][o][f])
				continue;
			if (r->kind == LOAD)
				join(x, x->var[r->a], x->cell[o][f]);
			else if (r->kind == STORE)
				join(x, x->cell[o][f], x->var[r->b]);
			else if (r->kind == MEMCPY)
				copy_bytes(x, r, o, f);
			else
				move(x, r, o, f);
		}
}

static void naive_solve(Naive *x, const Rule *rules, u32 n)
{
	do {
		x->changed = false;
		for (u32 i = 0; i < n; i++)
			apply(x, &rules[i]);
	} while (x->changed);
}

static void never_called(void *context, u64 cookie, u32 object)
{
	(void)context;
	fail_msg("a call of %llu finds %u", (unsigned long long)cookie, object);
}

static void give(Pointers *pt, const u32 *node, const Rule *r)
{
	switch (r->kind) {
	case ADDRESS: pt_address(pt, node[r->a], pt_ref(pt, r->b, r->n, 0)); break;
	case COPY: pt_copy(pt, node[r->a], node[r->b]); break;
	case LOAD: pt_load(pt, node[r->a], node[r->b]); break;
	case STORE: pt_store(pt, node[r->a], node[r->b]); break;
	case MEMCPY: pt_memcpy(pt, node[r->a], node[r->b], (u64)r->n); break;
	case ADD: pt_add(pt, node[r->a], node[r->b], r->n, 0); break;
	case INDEX: pt_add(pt, node[r->a], node[r->b], 0, (u64)r->n); break;
	}
}

static bool covers(const Pointers *pt, const RefSet *set, u32 o, i64 f)
{
	u32 ref;
	for (RefWalk w = {set, 0, 0}; refset_next(&w, &ref);) {
		Ref r = pt_get(pt, ref);
		if (r.object == o && pt_same(r.offset, r.stride, f, 0))
			return true;
	}
	return false;
}

/* exact: the sets must be equal; otherwise the solver may say more, never less. */
static void compare(const Naive *x, const Pointers *pt, const u32 *node, bool exact, u64 round)
{
	for (u32 v = 0; v < VARS; v++)
		for (u32 o = 0; o < OBJECTS; o++)
			for (u32 f = 0; f < SPAN; f += 8) {
				bool have = covers(pt, pt_set(pt, node[v]), o, f);
				if (x->var[v][o][f] ? !have : have && exact)
					fail_msg("round %llu: variable %u %s object %u offset %u",
							 (unsigned long long)round, v, have ? "must not have" : "lacks", o, f);
			}
}

static Rule random_rule(Kind last)
{
	Rule r = {(Kind)roll(last + 1), roll(VARS), roll(VARS), 0};
	if (r.kind == ADDRESS)
		r.b = roll(OBJECTS), r.n = roll(3) * 8;
	if (r.kind == MEMCPY || r.kind == INDEX)
		r.n = 8 + roll(3) * 8;
	if (r.kind == ADD)
		r.n = 8 + roll(2) * 8;
	return r;
}

static void one_round(u64 round, Kind last, bool exact, bool late, bool closed)
{
	static Naive x;
	Rule rules[CONSTRAINTS];
	u32 node[VARS];
	memset(&x, 0, sizeof x);
	seed = round * 104729 + 7;
	Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
	for (u32 o = 0; o < OBJECTS; o++)
		pt_object(pt, 0, false, false);
	for (u32 v = 0; v < VARS; v++)
		node[v] = pt_node(pt);
	for (u32 i = 0; i < CONSTRAINTS; i++) {
		rules[i] = random_rule(last);
		if (exact && rules[i].kind == MEMCPY)
			rules[i].kind = COPY; /* a copy whose length runs past what is there */
		if (late && i == CONSTRAINTS / 2)
			assert_true(pt_solve(pt));
		give(pt, node, &rules[i]);
	}
	for (u32 v = 0; closed && v < VARS; v++) {
		bool base = false;
		for (u32 i = 0; i < CONSTRAINTS; i++)
			base |= rules[i].kind == ADDRESS && rules[i].a == v;
		if (!base)
			pt_close(pt, node[v]);
	}
	assert_true(pt_solve(pt));
	naive_solve(&x, rules, CONSTRAINTS);
	compare(&x, pt, node, exact, round);
	pointers_delete(pt);
}

static void test_exact(void **state)
{
	(void)state;
	for (u64 round = 0; round < 3000; round++)
		one_round(round, STORE, true, round & 1, !(round & 1) && round & 2);
}

static void test_fields(void **state)
{
	(void)state;
	for (u64 round = 0; round < 400; round++)
		one_round(round, INDEX, false, round & 1, !(round & 1) && round & 2);
}

/* p = p + 8 in a loop reaches all eights of the object, and nothing between. */
static void test_walk(void **state)
{
	(void)state;
	Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
	u32 o = pt_object(pt, 0, false, false), p = pt_node(pt), q = pt_node(pt);
	pt_address(pt, p, pt_ref(pt, o, 4, 0));
	pt_add(pt, q, p, 8, 0);
	pt_copy(pt, p, q);
	assert_true(pt_solve(pt));
	assert_true(covers(pt, pt_set(pt, p), o, 4 + 8 * 1000));
	assert_false(covers(pt, pt_set(pt, p), o, 8));
	pointers_delete(pt);
}

/* A pointer far outside an object of known size is not kept; one to its end is. */
static void test_bounds(void **state)
{
	(void)state;
	Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
	u32 o = pt_object(pt, 16, false, false);
	u32 p = pt_node(pt), far = pt_node(pt), end = pt_node(pt), item = pt_node(pt);
	pt_address(pt, p, pt_ref(pt, o, 0, 0));
	pt_add(pt, far, p, 4096, 0);
	pt_add(pt, end, p, 16, 0);
	pt_add(pt, item, p, 8, 64); /* an index into elements larger than the object */
	assert_true(pt_solve(pt));
	assert_int_equal(refset_count(pt_set(pt, far)), 0);
	assert_true(covers(pt, pt_set(pt, end), o, 16));
	assert_true(covers(pt, pt_set(pt, item), o, 8));
	assert_int_equal(pt_get(pt, pt_ref(pt, o, 8, 64)).stride, 0);
	pointers_delete(pt);
}

/* Bytes copied one by one carry a pointer; a single byte does not. */
static void test_pieces(void **state)
{
	(void)state;
	for (u32 loop = 0; loop < 2; loop++) {
		Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
		u32 a = pt_object(pt, 0, false, false), b = pt_object(pt, 0, false, false);
		u32 target = pt_ref(pt, pt_object(pt, 0, false, false), 0, 0);
		u32 from = pt_node(pt), to = pt_node(pt), byte = pt_node(pt), out = pt_node(pt);
		u32 start = pt_node(pt);
		pt_init(pt, a, 8, target);
		pt_address(pt, from, pt_ref(pt, a, 8, loop));
		pt_address(pt, to, pt_ref(pt, b, 0, loop));
		pt_address(pt, start, pt_ref(pt, b, 0, 0));
		pt_load_piece(pt, byte, from);
		pt_store_piece(pt, to, byte);
		pt_load(pt, out, start);
		assert_true(pt_solve(pt));
		assert_int_equal(refset_has(pt_set(pt, out), target), loop);
		pointers_delete(pt);
	}
}

static void test_budget(void **state)
{
	(void)state;
	Pointers *pt = pointers_new(false, 1, never_called, NULL);
	u32 o = pt_object(pt, 0, false, false), p = pt_node(pt), q = pt_node(pt);
	pt_address(pt, p, pt_ref(pt, o, 0, 0));
	pt_copy(pt, q, p);
	assert_false(pt_solve(pt));
	assert_true(covers(pt, pt_set(pt, q), o, 0)); /* coarse, but complete */
	pointers_delete(pt);
}

/* ---- sets ---- */

static void test_sets(void **state)
{
	(void)state;
	enum { N = 700 };
	for (u64 round = 0; round < 200; round++) {
		bool in[2][N] = {{0}};
		RefSet s[2] = {{0}}, out = {0};
		seed = round + 1;
		for (u32 i = 0; i < 80; i++) {
			u32 k = roll(2), x = roll(4) ? roll(N) : roll(64);
			assert_int_equal(refset_add(&s[k], x), !in[k][x]);
			in[k][x] = true;
		}
		refset_minus(&s[0], &s[1], &out);
		u32 new = 0;
		for (u32 x = 0; x < N; x++) {
			assert_int_equal(refset_has(&out, x), in[0][x] && !in[1][x]);
			new += !in[0][x] && in[1][x];
		}
		refset_copy(&out, &s[0]);
		refset_meet(&out, &s[1]);
		for (u32 x = 0; x < N; x++)
			assert_int_equal(refset_has(&out, x), in[0][x] && in[1][x]);
		u32 before = refset_count(&s[0]);
		assert_int_equal(refset_join(&s[0], &s[1]), new > 0);
		assert_int_equal(refset_count(&s[0]), before + new);
		assert_false(refset_join(&s[0], &s[1]));
		for (u32 x = 0; x < N; x++)
			assert_int_equal(refset_has(&s[0], x), in[0][x] || in[1][x]);
		refset_free(&s[0]);
		refset_free(&s[1]);
		refset_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact),  cmocka_unit_test(test_fields), cmocka_unit_test(test_walk),
		cmocka_unit_test(test_bounds), cmocka_unit_test(test_pieces), cmocka_unit_test(test_budget),
		cmocka_unit_test(test_sets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
