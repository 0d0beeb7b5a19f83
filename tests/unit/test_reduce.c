/* test_reduce.c: reductions of random suites, compared with all subsets; orders. */
#include "clients/suite/reduce.h"

#include <setjmp.h>
#include <cmocka.h>

enum { TESTS = 9, ITEMS = 12, MUCH = 1000000 };

/* A random suite; the lists belong to the caller. */
static void make(u32 seed, U32List of[TESTS])
{
	u64 x = seed * 2654435761u + 1;
	for (u32 t = 0; t < TESTS; t++)
		for (u32 i = 0; i < ITEMS; i++) {
			x = x * 6364136223846793005u + 1442695040888963407u;
			if ((x >> 33) % 4 == 0)
				vec_push(&of[t], i);
		}
}

static u32 met_by(const U32List of[TESTS], u32 subset)
{
	u32 bits = 0;
	for (u32 t = 0; t < TESTS; t++)
		for (size_t i = 0; subset >> t & 1 && i < of[t].len; i++)
			bits |= 1u << of[t].at[i];
	return bits;
}

/* The size of a smallest subset that contains `with` and meets the same items. */
static u32 smallest(const U32List of[TESTS], u32 with)
{
	u32 all = met_by(of, (1u << TESTS) - 1), best = TESTS;
	for (u32 s = 0; s < 1u << TESTS; s++)
		if ((s & with) == with && met_by(of, s) == all && (u32)__builtin_popcount(s) < best)
			best = (u32)__builtin_popcount(s);
	return best;
}

static u32 bits_of(const U32List *kept)
{
	u32 s = 0;
	for (size_t i = 0; i < kept->len; i++)
		s |= 1u << kept->at[i];
	return s;
}

static void try(u32 seed, u64 steps, bool some)
{
	U32List of[TESTS] = {0};
	bool must[TESTS] = {false, some, false, false, some};
	Reduction r;
	make(seed, of);
	SuiteItems from = {TESTS, ITEMS, of};
	u32 with = some ? 1u << 1 | 1u << 4 : 0, kept;
	reduce(&from, must, steps, &r);
	kept = bits_of(&r.kept);
	assert_int_equal(met_by(of, kept), met_by(of, (1u << TESTS) - 1));
	assert_int_equal(kept & with, with);
	u32 least = smallest(of, with);
	assert_true(r.least <= least);
	if (steps)
		assert_true(r.exact);
	if (r.exact)
		assert_int_equal(r.kept.len, least);
	else
		assert_true((double)(r.kept.len - (some ? 2 : 0)) <= r.bound * (double)least);
	reduction_free(&r);
	for (u32 t = 0; t < TESTS; t++)
		vec_free(&of[t]);
}

static void test_smallest(void **state)
{
	(void)state;
	for (u32 seed = 0; seed < 400; seed++) {
		try(seed, MUCH, false);
		try(seed, MUCH, true);
	}
}

static void test_greedy(void **state)
{
	(void)state;
	for (u32 seed = 0; seed < 400; seed++)
		try(seed, 0, seed % 2);
}

/* The greedy method takes the middle test first, and then needs three. */
static void test_trap(void **state)
{
	(void)state;
	static u32 items[3][6] = {{0, 1, 2}, {3, 4, 5}, {1, 2, 3, 4}};
	static const size_t n[3] = {3, 3, 4};
	U32List of[3];
	for (int t = 0; t < 3; t++)
		of[t] = (U32List){.at = items[t], .len = n[t]};
	SuiteItems from = {3, 6, of};
	Reduction r;
	reduce(&from, NULL, MUCH, &r);
	assert_true(r.exact);
	assert_int_equal(r.kept.len, 2);
	assert_int_equal(r.kept.at[0], 0);
	assert_int_equal(r.kept.at[1], 1);
	reduction_free(&r);
}

static void test_order(void **state)
{
	(void)state;
	static u32 items[4][3] = {{0}, {0, 1}, {2}, {0, 1, 2}};
	static const size_t n[4] = {1, 2, 1, 3};
	U32List of[4];
	for (int t = 0; t < 4; t++)
		of[t] = (U32List){.at = items[t], .len = n[t]};
	SuiteItems from = {4, 3, of};
	u8 tier[4] = {1, 1, 1, 2};
	u32 order[4];
	prioritise(&from, tier, order);
	static const u32 want[4] = {1, 2, 0, 3};
	for (int i = 0; i < 4; i++)
		assert_int_equal(order[i], want[i]);
}

static void test_nothing(void **state)
{
	(void)state;
	SuiteItems none = {0, 0, NULL};
	Reduction r;
	reduce(&none, NULL, MUCH, &r);
	assert_true(r.exact);
	assert_int_equal(r.kept.len, 0);
	reduction_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_smallest), cmocka_unit_test(test_greedy),
		cmocka_unit_test(test_trap),     cmocka_unit_test(test_order),
		cmocka_unit_test(test_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
