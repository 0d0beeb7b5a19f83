/* test_search.c: the table of strategies, one search of two versions by each of them, and how the
 * answers of guides combine. */
#include "versions/search/impl.h"

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
	assert_true(observe_parse("stdout,files", &bits, &err));
	assert_int_equal(bits, OBSERVE_STDOUT | OBSERVE_FILES);
	assert_false(observe_parse("stdout,colour", &bits, &err));
	assert_false(observe_parse("", &bits, &err));
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
	void (*before)(Search *search); /* called before the search runs; may be NULL */
	u32 pairs;                      /* of paths */
	u32 differ;                     /* whose statuses do */
	u32 outside;                    /* of these, with an input that is none of those */
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
	const RunResult *r = search_product(s->search)->result;
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
						   .observe = OBSERVE_STATUS,
						   .runs = 50,
						   .processes = {.jobs = 1},
						   .seed = 1,
						   .every_pair = true,
						   .propagate = true};
	SearchClient client = {.ctx = seen, .path = on_path, .pair = on_pair};
	seen->search = search_new(&config, &client, &err);
	if (!seen->search)
		fail_msg("%s", err.text);
	if (seen->before)
		seen->before(seen->search);
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
	/* NEW has two paths; that OLD has others is not seen, and nothing is proved. */
	Pairs alone = {0};
	assert_false(search(STRATEGY_NEW, &alone));
	assert_int_equal(alone.pairs, 2);
	assert_int_equal(alone.outside, 0);
}

/* ---- two guides that answer the same question ---- */

/* A guide of this test: its answers, and how often it was asked. */
typedef struct Fake {
	ProductCut cut;   /* kept and in front: no more than that */
	bool spares;      /* NEW's run */
	const char *gone; /* why its answers are withdrawn; NULL: they are not */
	u32 asked;
} Fake;

enum { FIRST = GUIDE_INFLUENCE, SECOND = GUIDE_AIM }; /* rows that the fakes take */

static Fake fakes[2];

static void cut_by(Fake *f, ProductCut *cut)
{
	f->asked++;
	for (int side = OLD; side <= NEW; side++) {
		cut->keep[side] = cut->keep[side] < f->cut.keep[side] ? cut->keep[side] : f->cut.keep[side];
		cut->front[side] =
			cut->front[side] < f->cut.front[side] ? cut->front[side] : f->cut.front[side];
	}
}

static void cut_first(Search *search, const Constraint *const list[], ProductCut *cut)
{
	(void)list;
	cut_by(search->guide[FIRST], cut);
}

static void cut_second(Search *search, const Constraint *const list[], ProductCut *cut)
{
	(void)list;
	cut_by(search->guide[SECOND], cut);
}

static bool spare_by(Fake *f)
{
	f->asked++;
	return f->spares;
}

static bool spare_first(Search *search, u32 fresh, RunResult *other)
{
	(void)fresh;
	(void)other;
	return spare_by(search->guide[FIRST]);
}

static bool spare_second(Search *search, u32 fresh, RunResult *other)
{
	(void)fresh;
	(void)other;
	return spare_by(search->guide[SECOND]);
}

static const char *fake_withdrawn(const void *state)
{
	return ((const Fake *)state)->gone;
}

static void keep_fake(void *state)
{
	(void)state;
}

static const Guide first_guide = {
	.cut = cut_first, .spare = spare_first, .withdrawn = fake_withdrawn, .free = keep_fake};
static const Guide second_guide = {
	.cut = cut_second, .spare = spare_second, .withdrawn = fake_withdrawn, .free = keep_fake};
static const Guide *const fake_guides[N_GUIDES] = {
	[FIRST] = &first_guide, [SECOND] = &second_guide};

/* Both fakes lead the search, and no other guide does. */
static void use_fakes(Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		assert_null(search->guide[i]);
	search->guides = fake_guides;
	search->guide[FIRST] = &fakes[0];
	search->guide[SECOND] = &fakes[1];
}

static void test_cuts_combine(void **state)
{
	(void)state;
	static const struct {
		ProductCut first, second, taken; /* of ten constraints in each version */
	} rows[] = {
		{{{10, 10}, {10, 10}}, {{10, 10}, {10, 10}}, {{10, 10}, {10, 10}}}, /* nobody cuts */
		{{{4, 5}, {10, 10}}, {{10, 10}, {10, 10}}, {{4, 5}, {10, 10}}},     /* one of them */
		{{{10, 10}, {10, 10}}, {{4, 5}, {10, 10}}, {{4, 5}, {10, 10}}},
		{{{4, 5}, {10, 10}}, {{4, 0}, {10, 10}}, {{4, 0}, {10, 10}}}, /* the one that keeps less */
		{{{4, 0}, {10, 10}}, {{4, 5}, {10, 10}}, {{4, 0}, {10, 10}}},
		{{{4, 9}, {10, 10}}, {{9, 4}, {10, 10}}, {{4, 9}, {10, 10}}}, /* never what both keep */
		{{{10, 10}, {3, 8}}, {{6, 6}, {7, 2}}, {{6, 6}, {3, 2}}},     /* fronts only order */
	};
	Search search = {.guides = fake_guides, .guide = {[FIRST] = &fakes[0], [SECOND] = &fakes[1]}};
	for (size_t i = 0; i < countof(rows); i++) {
		ProductCut cut = {{10, 10}, {10, 10}};
		fakes[0] = (Fake){.cut = rows[i].first};
		fakes[1] = (Fake){.cut = rows[i].second};
		guides_cut(&search, NULL, &cut);
		assert_int_equal(fakes[0].asked, 1);
		assert_int_equal(fakes[1].asked, 1);
		for (int side = OLD; side <= NEW; side++) {
			assert_int_equal(cut.keep[side], rows[i].taken.keep[side]);
			assert_int_equal(cut.front[side], rows[i].taken.front[side]);
		}
	}
}

static void test_spares_combine(void **state)
{
	(void)state;
	Search search = {.guides = fake_guides, .guide = {[FIRST] = &fakes[0], [SECOND] = &fakes[1]}};
	RunResult other = {0};
	for (u32 says = 0; says < 4; says++) {
		fakes[0] = (Fake){.spares = says & 1};
		fakes[1] = (Fake){.spares = says >> 1};
		assert_int_equal(guides_spare(&search, 0, &other), says != 0);
		assert_int_equal(fakes[0].asked, 1);
		assert_int_equal(fakes[1].asked, !(says & 1));
	}
}

/* A search with two guides that cut: whichever of them drops NEW's decisions, it loses the pair of
 * paths that only NEW tells apart. */
static void test_two_cuts(void **state)
{
	(void)state;
	static const ProductCut whole = {{SIZE_MAX, SIZE_MAX}, {SIZE_MAX, SIZE_MAX}};
	static const ProductCut no_new = {{SIZE_MAX, 0}, {SIZE_MAX, SIZE_MAX}};
	for (int which = 0; which < 2; which++) {
		fakes[which] = (Fake){.cut = no_new};
		fakes[!which] = (Fake){.cut = whole};
		Pairs seen = {.before = use_fakes};
		assert_true(search(STRATEGY_PATH, &seen));
		assert_int_equal(seen.pairs, 2);
		assert_true(fakes[0].asked >= seen.pairs && fakes[1].asked >= seen.pairs);
	}
	fakes[0] = fakes[1] = (Fake){.cut = whole};
	Pairs all = {.before = use_fakes};
	assert_true(search(STRATEGY_PATH, &all));
	assert_int_equal(all.pairs, 3);
	/* Any guide can take the proof back. */
	fakes[1].gone = "a test";
	Pairs gone = {.before = use_fakes};
	assert_false(search(STRATEGY_PATH, &gone));
	assert_int_equal(gone.pairs, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),           cmocka_unit_test(test_names),
		cmocka_unit_test(test_strategies),     cmocka_unit_test(test_cuts_combine),
		cmocka_unit_test(test_spares_combine), cmocka_unit_test(test_two_cuts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
