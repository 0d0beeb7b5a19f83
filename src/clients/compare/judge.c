/* judge.c: one judge for the tests of all strategies. */
#include "clients/compare/compare.h"

struct TestJudge {
	Search *search;
	bool overflow;       /* true if signed overflow in one version only is a difference */
	KeyMap tests;        /* shape and packed input -> latest search that made it */
	KeyMap partitions;   /* likewise, of partitions */
	KeyMap semantic;     /* likewise, of semantic changes */
	u64 now;             /* number of the search, from 1 */
	ResultCompareRow of; /* its counts */
	Assignment input;    /* scratch */
};

static void ignore_path(void *ctx, u32 shape, const Assignment *input, const ExprList *conds)
{
	(void)ctx, (void)shape, (void)input, (void)conds;
}

static void ignore_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	(void)ctx, (void)shape, (void)input, (void)conds;
}

TestJudge *compare_judge_new(const SearchConfig *config, bool overflow, Err *err)
{
	TestJudge *j = xcalloc(1, sizeof *j);
	SearchConfig c = *config;
	SearchClient client = {.path = ignore_path, .pair = ignore_pair};
	c.strategy = STRATEGY_OUTPUT;
	c.end = 0; /* it judges what was found in time */
	c.stop = NULL;
	j->overflow = overflow;
	j->search = search_new(&c, &client, err);
	if (!j->search) {
		free(j);
		return NULL;
	}
	assignment_init(&j->input, search_pool(j->search));
	return j;
}

void compare_judge_free(TestJudge *j)
{
	if (!j)
		return;
	search_free(j->search);
	keymap_free(&j->tests);
	keymap_free(&j->partitions);
	keymap_free(&j->semantic);
	assignment_free(&j->input);
	free(j);
}

void compare_judge_begin(TestJudge *j)
{
	j->now++;
	j->of = (ResultCompareRow){0};
}

/* Returns true if this search had no such thing before. */
static bool is_first(TestJudge *j, KeyMap *map, const Buf *key)
{
	u64 when = 0;
	keymap_get(map, buf_key(key), &when);
	keymap_put(map, buf_key(key), j->now);
	return when != j->now;
}

void compare_judge_test(TestJudge *j, u32 shape, const u8 *packed)
{
	Buf key = {0};
	const Inputs *in = search_inputs(j->search);
	key_number(&key, shape);
	buf_add(&key, packed, in->packed_size);
	if (is_first(j, &j->tests, &key)) {
		j->of.tests++;
		inputs_unpack(in, packed, &j->input);
		search_observe(j->search, shape, &j->input);
		j->of.executing += search_executed(j->search)->len > 0;
		buf_reset(&key);
		search_partition_key(j->search, shape, &key);
		j->of.partitions += is_first(j, &j->partitions, &key);
		buf_reset(&key);
		if (!search_inconclusive(j->search) &&
			search_differs_on(j->search, &j->input, j->overflow)) {
			j->of.differing++;
			search_semantic_key(j->search, &key);
			j->of.exposed += is_first(j, &j->semantic, &key);
		}
	}
	buf_free(&key);
}

void compare_judge_fill(const TestJudge *j, ResultCompareRow *row)
{
	row->tests = j->of.tests;
	row->executing = j->of.executing;
	row->differing = j->of.differing;
	row->partitions = j->of.partitions;
	row->exposed = j->of.exposed;
}

void compare_judge_fill_all(const TestJudge *j, ResultCompare *to)
{
	to->changes = search_n_changes(j->search);
	to->partitions = (u32)j->partitions.len;
	to->exposed = (u32)j->semantic.len;
}
