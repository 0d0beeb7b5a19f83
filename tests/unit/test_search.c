/* test_search.c: the table of strategies, and one search of two versions by each of them. */
#include "search/search.h"

#include <setjmp.h>
#include <cmocka.h>

static void test_rows(void **state)
{
	(void)state;
	u32 used = 0;
	for (u32 i = 0; i < N_STRATEGIES; i++) {
		Strategy found = N_STRATEGIES;
		assert_true(strategy_parse(strategies[i].name, &found));
		assert_int_equal(found, i);
		assert_true(strategies[i].guides < 1u << N_GUIDES);
		used |= strategies[i].guides;
	}
	Strategy none;
	assert_false(strategy_parse("", &none));
	assert_false(strategy_parse("pathological", &none));
	assert_int_equal(used, (1u << N_GUIDES) - 1); /* a guide that no strategy has is never asked */
	assert_int_equal(strategies[STRATEGY_RANDOM].guides, 1 << GUIDE_RANDOM);
}

static void test_names(void **state)
{
	(void)state;
	Err err = {0};
	u32 bits = 0;
	assert_true(see_parse("stdout,files", &bits, &err));
	assert_int_equal(bits, SEE_STDOUT | SEE_FILES);
	assert_false(see_parse("stdout,colour", &bits, &err));
	assert_false(see_parse("", &bits, &err));
	assert_true(prune_parse("propagate,reach", &bits, &err));
	assert_int_equal(bits, 1u << PRUNE_PROPAGATE | 1u << PRUNE_REACH);
	assert_true(prune_parse("", &bits, &err));
	assert_int_equal(bits, 0);
	assert_false(prune_parse("reach,", &bits, &err) && bits != 1u << PRUNE_REACH);
}

/* The same bound, moved: the versions differ from 11 to 20, and not elsewhere. */
static const char *const texts[2] = {
	"#include <stdlib.h>\nint main(int n, char **v) { if (atoi(v[1]) > 10) return 1; return 0; }\n",
	"#include <stdlib.h>\nint main(int n, char **v) { if (atoi(v[1]) > 20) return 1; return 0; "
	"}\n"};

typedef struct Pairs {
	Search *search;
	u32 pairs;   /* of paths */
	u32 differ;  /* whose statuses do */
	u32 outside; /* of these, with an input that is none of those */
} Pairs;

static void on_path(void *ctx, u32 shape, const Assignment *input, const ExprList *conds)
{
	(void)ctx;
	(void)shape;
	(void)input;
	(void)conds;
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Pairs *s = ctx;
	(void)shape;
	(void)conds;
	const RunResult *r = s->search->pair.result;
	bool differ = r[0].status != r[1].status;
	int x = (int)input->at[0];
	s->pairs++;
	s->differ += differ;
	s->outside += differ && (x <= 10 || x > 20);
}

/* Searches both with a strategy; true: that was exhaustive. */
static bool search(Strategy strategy, Pairs *seen)
{
	Err err = {0};
	StrList words = {0}, none = {0};
	Subject subject[2];
	Inputs inputs = {0};
	ExprPool *pool = expr_pool_new();
	char *dir = temp_dir(&err);
	for (u32 i = 0; i < 2; i++) {
		char *path = xasprintf("%s/v%u.c", dir, i);
		assert_true(file_write(path, texts[i], strlen(texts[i]), &err));
		subject[i] = (Subject){.name = "v",
							   .entry = NO_OPERAND,
							   .streams = OS_STREAM_CAPTURE,
							   .limit_insns = SUBJECT_INSNS,
							   .limit_mem = SUBJECT_MEM,
							   .pool = pool};
		subject[i].program = program_load(path, &(LoadOptions){0}, &err);
		if (!subject[i].program)
			fail_msg("%s", err.text);
		free(path);
	}
	vec_push(&words, "@int");
	assert_true(inputs_words(&inputs, &(InputWords){.words = &words, .env = &none}, &err));
	inputs_bind(&inputs, pool);
	SearchConfig config = {.subject = {&subject[0], &subject[1]},
						   .inputs = &inputs,
						   .strategy = strategy,
						   .see = SEE_STATUS,
						   .runs = 50,
						   .jobs = 1,
						   .seed = 1,
						   .every_pair = true,
						   .propagate = true};
	SearchClient client = {.ctx = seen, .path = on_path, .pair = on_pair};
	seen->search = search_new(&config, &client, &err);
	if (!seen->search)
		fail_msg("%s", err.text);
	assert_true(search_run(seen->search, &err));
	bool exhaustive = search_exhaustive(seen->search);
	search_free(seen->search);
	for (u32 i = 0; i < 2; i++) {
		subject_free(&subject[i]);
		program_free(subject[i].program);
	}
	inputs_free(&inputs);
	expr_pool_free(pool);
	vec_free(&words);
	tree_remove(dir, &err);
	free(dir);
	return exhaustive;
}

/* Overlaps of paths: up to 10, up to 20, behind. Which are found does not depend on the order. */
static void test_strategies(void **state)
{
	(void)state;
	static const Strategy solving[] = {STRATEGY_AUTO, STRATEGY_DIRECTED, STRATEGY_PATH,
									   STRATEGY_REACH};
	for (size_t i = 0; i < countof(solving); i++) {
		Pairs seen = {0};
		assert_true(search(solving[i], &seen));
		assert_int_equal(seen.pairs, 3);
		assert_int_equal(seen.differ, 1);
		assert_int_equal(seen.outside, 0);
	}
	Pairs drawn = {0};
	assert_false(search(STRATEGY_RANDOM, &drawn)); /* nothing is proved by drawing */
	assert_int_equal(drawn.outside, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_strategies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
