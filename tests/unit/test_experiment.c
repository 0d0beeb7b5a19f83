/* test_experiment.c: sets of edits to blame, against all sets there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "clients/blame/experiment.h"

enum { MOST_EDITS = 10 };

/* A made-up program: it fails as NEW when one of the sets of edits is in, does something else
 * with some, and cannot be built with others. */
typedef struct World {
	u32 n;
	u32 fails[3], n_fails;
	u32 other;   /* mask: with all of these it does something else, unless it fails */
	u32 unbuilt; /* the first of these edits needs the others */
	u64 calls;
} World;

static TrialOutcome outcome(const World *w, u32 set)
{
	u32 first = w->unbuilt & -w->unbuilt;
	if (w->unbuilt && (set & first) && (set & w->unbuilt) != w->unbuilt)
		return TRIAL_UNBUILT;
	for (u32 i = 0; i < w->n_fails; i++)
		if ((set & w->fails[i]) == w->fails[i])
			return TRIAL_NEW;
	return w->other && (set & w->other) == w->other ? TRIAL_OTHER : TRIAL_OLD;
}

static TrialOutcome run(void *arg, const bool *take)
{
	World *w = arg;
	u32 set = 0;
	w->calls++;
	for (u32 i = 0; i < w->n; i++)
		set |= (u32)take[i] << i;
	return outcome(w, set);
}

static u32 edits_of(const EditUnits *u, const BlameSet *b, u32 without)
{
	u32 set = 0;
	for (size_t k = 0; k < b->units.len; k++)
		for (u32 i = 0; i < u->n_edits; i++)
			if (u->of[i] == b->units.at[k] && b->units.at[k] != without)
				set |= 1u << i;
	return set;
}

/* Each set that is blamed does it, and with one unit less does not. */
static void check_sets(const World *w, const EditUnits *u, const Experiment *e)
{
	for (size_t i = 0; i < e->sets.len; i++) {
		const BlameSet *b = &e->sets.at[i];
		assert_int_equal(outcome(w, edits_of(u, b, u->n)), TRIAL_NEW);
		assert_true(b->smallest);
		assert_int_equal(b->reverted.len, b->units.len);
		for (size_t k = 0; k < b->units.len; k++) {
			assert_int_not_equal(outcome(w, edits_of(u, b, b->units.at[k])), TRIAL_NEW);
			u32 rest = ((1u << w->n) - 1);
			for (u32 j = 0; j < u->n_edits; j++)
				if (u->of[j] == b->units.at[k])
					rest &= ~(1u << j);
			assert_int_equal(b->reverted.at[k], outcome(w, rest));
		}
	}
}

static u32 some(u32 n)
{
	return (u32)rand() % n;
}

static u32 some_set(u32 n, u32 size)
{
	u32 set = 0;
	for (u32 i = 0; i < size; i++)
		set |= 1u << some(n);
	return set;
}

static void random_worlds(void **state)
{
	(void)state;
	srand(1);
	u64 calls = 0;
	for (int round = 0; round < 3000; round++) {
		World w = {.n = 1 + some(MOST_EDITS), .n_fails = 1 + some(3)};
		for (u32 i = 0; i < w.n_fails; i++)
			w.fails[i] = some_set(w.n, 1 + some(3));
		w.other = some(3) ? 0 : some_set(w.n, 2);
		w.unbuilt = some(3) ? 0 : some_set(w.n, 2);
		EditUnits u;
		edit_units_alone(&u, w.n);
		for (u32 i = 0; i < w.n; i++)
			if (w.unbuilt & (1u << i))
				edit_units_join(&u, (u32)__builtin_ctz(w.unbuilt), i);
		Experiment e = {.run = run, .arg = &w, .most = 10000};
		experiment_run(&e, &u);
		assert_true(e.whole);
		assert_true(e.sets.len >= 1);
		assert_false(e.ran_out);
		assert_int_equal(e.builds, w.calls);
		check_sets(&w, &u, &e);
		calls += w.calls;
		experiment_free(&e);
		edit_units_free(&u);
	}
	print_message("%llu trials for 3000 worlds\n", (unsigned long long)calls);
}

static void ahead(void *arg, const bool *const *takes, u32 n)
{
	(void)arg;
	for (u32 i = 0; i < n; i++)
		assert_non_null(takes[i]);
}

static void same_experiment(const Experiment *a, const Experiment *b)
{
	assert_int_equal(a->builds, b->builds);
	assert_int_equal(a->whole, b->whole);
	assert_int_equal(a->ran_out, b->ran_out);
	assert_int_equal(a->sets.len, b->sets.len);
	for (size_t i = 0; i < a->sets.len; i++) {
		const BlameSet *x = &a->sets.at[i], *y = &b->sets.at[i];
		assert_int_equal(x->smallest, y->smallest);
		assert_int_equal(x->units.len, y->units.len);
		assert_memory_equal(x->units.at, y->units.at, x->units.len * sizeof *x->units.at);
		assert_int_equal(x->reverted.len, y->reverted.len);
		if (x->reverted.len)
			assert_memory_equal(x->reverted.at, y->reverted.at, x->reverted.len);
	}
}

/* What is made beforehand changes nothing, however few builds there are. */
static void made_ahead(void **state)
{
	(void)state;
	srand(2);
	for (int round = 0; round < 1000; round++) {
		World w = {.n = 1 + some(MOST_EDITS), .n_fails = 1 + some(3)};
		for (u32 i = 0; i < w.n_fails; i++)
			w.fails[i] = some_set(w.n, 1 + some(3));
		w.other = some(3) ? 0 : some_set(w.n, 2);
		EditUnits u;
		edit_units_alone(&u, w.n);
		u32 most = 1 + some(30);
		Experiment one = {.run = run, .arg = &w, .most = most};
		Experiment many = {
			.run = run, .ahead = ahead, .at_once = 1 + some(6), .arg = &w, .most = most};
		experiment_run(&one, &u);
		experiment_run(&many, &u);
		same_experiment(&one, &many);
		experiment_free(&one);
		experiment_free(&many);
		edit_units_free(&u);
	}
}

/* Two causes, each enough: both are found. */
static void two_causes(void **state)
{
	(void)state;
	World w = {.n = 8, .n_fails = 2, .fails = {1u << 2, 1u << 5 | 1u << 6}};
	EditUnits u;
	edit_units_alone(&u, w.n);
	Experiment e = {.run = run, .arg = &w, .most = 40};
	experiment_run(&e, &u);
	assert_int_equal(e.sets.len, 2);
	size_t one = e.sets.at[0].units.len == 1 ? 0 : 1;
	assert_int_equal(e.sets.at[one].units.at[0], 2);
	assert_int_equal(e.sets.at[!one].units.len, 2);
	assert_int_equal(e.sets.at[!one].units.at[0], 5);
	assert_int_equal(e.sets.at[!one].units.at[1], 6);
	experiment_free(&e);
	edit_units_free(&u);
}

static void few_builds(void **state)
{
	(void)state;
	World w = {.n = 8, .n_fails = 1, .fails = {1u << 2 | 1u << 7}};
	EditUnits u;
	edit_units_alone(&u, w.n);
	Experiment e = {.run = run, .arg = &w, .most = 4};
	experiment_run(&e, &u);
	assert_int_equal(e.builds, 4);
	assert_true(e.ran_out);
	assert_int_equal(e.sets.len, 1);
	assert_false(e.sets.at[0].smallest);
	experiment_free(&e);
	edit_units_free(&u);
}

static void joined_units(void **state)
{
	(void)state;
	EditUnits u;
	edit_units_alone(&u, 5);
	assert_true(edit_units_join(&u, 3, 1));
	assert_false(edit_units_join(&u, 1, 3));
	assert_int_equal(u.n, 4);
	static const u32 expected[] = {0, 1, 2, 1, 3};
	assert_memory_equal(u.of, expected, sizeof expected);
	edit_units_free(&u);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_worlds), cmocka_unit_test(made_ahead),
		cmocka_unit_test(two_causes),    cmocka_unit_test(few_builds),
		cmocka_unit_test(joined_units),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
