/* test_static_pointer.c: the points-to solver against a naive one on random constraints. */
#include "engine/static/points/pointer.h"

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
	case LOAD: pt_load(pt, node[r->a], node[r->b], PT_WORD); break;
	case STORE: pt_store(pt, node[r->a], node[r->b], PT_WORD); break;
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

/* A pointer outside an object of known size is none into it, and may come back from anywhere. */
static void test_bounds(void **state)
{
	(void)state;
	Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
	u32 o = pt_object(pt, 16, false, false);
	u32 p = pt_node(pt), out = pt_node(pt), end = pt_node(pt), item = pt_node(pt);
	u32 far = pt_node(pt), back = pt_node(pt);
	pt_address(pt, p, pt_ref(pt, o, 0, 0));
	pt_add(pt, out, p, 4096, 0);
	pt_add(pt, far, p, 1ll << 40, 0);
	pt_add(pt, back, far, -(1ll << 40), 0);
	pt_add(pt, end, p, 16, 0);
	pt_add(pt, item, p, 8, 64); /* an index into elements larger than the object */
	assert_true(pt_solve(pt));
	assert_false(covers(pt, pt_set(pt, out), o, 0));
	assert_true(covers(pt, pt_set(pt, back), o, 0));
	assert_true(covers(pt, pt_set(pt, end), o, 16));
	assert_true(covers(pt, pt_set(pt, item), o, 8));
	assert_int_equal(pt_get(pt, pt_ref(pt, o, 8, 64)).stride, 0);
	pointers_delete(pt);
}

/* ---- parts of words ---- */

enum { PARTS = 12 };

/* part[o][f][w]: objects whose bits may have been stored at f of o by a store of width w. */
typedef struct Parts {
	bool var[VARS][OBJECTS];
	bool part[OBJECTS][SPAN][PT_WIDTHS][OBJECTS];
	bool changed;
} Parts;

typedef struct PartRule {
	bool store;
	u32 object, offset, var;
	PtWidth width;
} PartRule;

static bool cuts(const PartRule *a, u32 f, u32 w)
{
	return a->offset < f + (1u << w) && f < a->offset + (1u << a->width);
}

static void apply_part(Parts *x, const PartRule *r)
{
	for (u32 p = 0; p < OBJECTS; p++) {
		bool *to = &x->var[r->var][p], had = *to;
		if (r->store) {
			bool *cell = &x->part[r->object][r->offset][r->width][p];
			x->changed |= had && !*cell;
			*cell |= had;
			continue;
		}
		for (u32 f = 0; f < SPAN; f++)
			for (u32 w = 0; w < PT_WIDTHS; w++)
				*to |= cuts(r, f, w) && x->part[r->object][f][w][p];
		x->changed |= *to && !had;
	}
}

static bool has_object(const Pointers *pt, u32 node, u32 object)
{
	u32 ref;
	for (RefWalk w = {pt_set(pt, node), 0, 0}; refset_next(&w, &ref);)
		if (pt_get(pt, ref).object == object)
			return true;
	return false;
}

static void round_of_parts(u64 round)
{
	static Parts x;
	PartRule rules[PARTS];
	u32 node[VARS];
	memset(&x, 0, sizeof x);
	seed = round * 7919 + 1;
	Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
	for (u32 o = 0; o < OBJECTS; o++)
		pt_object(pt, 0, false, false);
	for (u32 v = 0; v < VARS; v++) {
		node[v] = pt_node(pt);
		if (v >= OBJECTS)
			continue;
		pt_address(pt, node[v], pt_ref(pt, v, 0, 0));
		x.var[v][v] = true;
	}
	for (u32 i = 0; i < PARTS; i++) {
		PartRule *r = &rules[i];
		*r = (PartRule){roll(2), roll(2), roll(24), roll(VARS), (PtWidth)roll(PT_WIDTHS)};
		u32 address = pt_node(pt);
		pt_address(pt, address, pt_ref(pt, r->object, r->offset, 0));
		if (r->store)
			pt_store(pt, address, node[r->var], r->width);
		else
			pt_load(pt, node[r->var], address, r->width);
	}
	assert_true(pt_solve(pt));
	do {
		x.changed = false;
		for (u32 i = 0; i < PARTS; i++)
			apply_part(&x, &rules[i]);
	} while (x.changed);
	for (u32 v = 0; v < VARS; v++)
		for (u32 o = 0; o < OBJECTS; o++)
			if (has_object(pt, node[v], o) != x.var[v][o])
				fail_msg("round %llu: variable %u and object %u", (unsigned long long)round, v, o);
	pointers_delete(pt);
}

static void test_parts(void **state)
{
	(void)state;
	for (u64 round = 0; round < 2000; round++)
		round_of_parts(round);
}

/* Half of a copied word is known by its bits, the whole word exactly. */
static void test_half_copy(void **state)
{
	(void)state;
	for (u32 length = 4; length <= 8; length += 4) {
		Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
		u32 a = pt_object(pt, 0, false, false), b = pt_object(pt, 0, false, false);
		u32 o = pt_object(pt, 0, false, false), from = pt_node(pt), to = pt_node(pt);
		u32 out = pt_node(pt);
		pt_init(pt, a, 0, pt_ref(pt, o, 16, 0), false);
		pt_address(pt, from, pt_ref(pt, a, 0, 0));
		pt_address(pt, to, pt_ref(pt, b, 0, 0));
		pt_memcpy(pt, to, from, length);
		pt_load(pt, out, to, PT_WORD);
		assert_true(pt_solve(pt));
		assert_true(covers(pt, pt_set(pt, out), o, 16));
		assert_int_equal(covers(pt, pt_set(pt, out), o, 3), length == 4);
		pointers_delete(pt);
	}
}

/* An access through a number is one to all that escaped, and to nothing as long as that is empty.
 */
static void test_numbers(void **state)
{
	(void)state;
	for (u32 lost = 0; lost < 2; lost++) {
		Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
		u32 o = pt_object(pt, 0, false, false), q = pt_object(pt, 0, false, false);
		u32 escaped = pt_node(pt), p = pt_node(pt), x = pt_node(pt), at = pt_node(pt);
		u32 sum = pt_node(pt), index = pt_node(pt);
		pt_set_number(pt, pt_object(pt, 0, false, false), escaped);
		pt_address(pt, p, pt_ref(pt, o, 8, 0));
		pt_address(pt, x, pt_ref(pt, q, 0, 0));
		if (lost)
			pt_bits(pt, escaped, p);
		pt_address(pt, at, pt_number(pt));
		pt_add(pt, sum, at, 24, 0); /* still any number */
		pt_bits(pt, index, at);     /* what is added to a pointer is none */
		pt_store(pt, sum, x, PT_WORD);
		pt_load(pt, x, p, PT_WORD);
		assert_true(pt_solve(pt));
		assert_int_equal(has_object(pt, sum, o), lost);
		assert_int_equal(refset_count(pt_set(pt, index)), 0);
		pointers_delete(pt);
	}
}

/* A distance within one object says nothing, one between two leads from one to the other. */
static void test_distance(void **state)
{
	(void)state;
	for (u32 two = 0; two < 2; two++) {
		Pointers *pt = pointers_new(false, UINT64_MAX, never_called, NULL);
		u32 o = pt_object(pt, 0, false, false), q = pt_object(pt, 0, false, false);
		u32 a = pt_node(pt), b = pt_node(pt), d = pt_node(pt);
		pt_address(pt, a, pt_ref(pt, o, 8, 0));
		pt_address(pt, b, pt_ref(pt, two ? q : o, 0, 0));
		pt_distance(pt, d, a, b);
		assert_true(pt_solve(pt));
		assert_int_equal(refset_count(pt_set(pt, d)), 2 * two);
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
		u32 missing = 0;
		for (u32 x = 0; x < N; x++) {
			assert_int_equal(refset_has(&out, x), in[0][x] && !in[1][x]);
			missing += !in[0][x] && in[1][x];
		}
		refset_copy(&out, &s[0]);
		refset_meet(&out, &s[1]);
		for (u32 x = 0; x < N; x++)
			assert_int_equal(refset_has(&out, x), in[0][x] && in[1][x]);
		u32 before = refset_count(&s[0]);
		assert_int_equal(refset_join(&s[0], &s[1]), missing > 0);
		assert_int_equal(refset_count(&s[0]), before + missing);
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
		cmocka_unit_test(test_exact),   cmocka_unit_test(test_fields),
		cmocka_unit_test(test_walk),    cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_parts),   cmocka_unit_test(test_half_copy),
		cmocka_unit_test(test_numbers), cmocka_unit_test(test_distance),
		cmocka_unit_test(test_budget),  cmocka_unit_test(test_sets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
