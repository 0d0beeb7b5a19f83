/* compare.c: what drift compare adds to result.json. */
#include "output/result/compare.h"
#include "output/result/json/json.h"

void result_compare_free(ResultCompare *c)
{
	for (size_t i = 0; i < c->rows.len; i++)
		vec_free(&c->rows.at[i].curve);
	vec_free(&c->rows);
}

static void add(cJSON *to, const char *key, u64 n)
{
	cJSON_AddNumberToObject(to, key, (double)n);
}

static void add_row(cJSON *to, const ResultCompare *c, const ResultCompareRow *r)
{
	cJSON_AddStringToObject(to, "strategy", r->strategy);
	json_text_or_null(to, "order", r->order);
	json_text_or_null(to, "dir", r->dir);
	cJSON_AddStringToObject(to, "verdict", r->verdict);
	cJSON_AddBoolToObject(to, "exhaustive", r->exhaustive);
	cJSON_AddStringToObject(to, "ended", r->ended);
	add(to, "runs", r->runs);
	add(to, "solver_calls", r->solver_calls);
	cJSON_AddNumberToObject(to, "seconds", r->seconds);
	add(to, "differences", r->differences);
	if (c->golden)
		add(to, "errors", r->errors);
	add(to, "first_difference", r->first);
	add(to, "changes", r->changes);
	add(to, "tests", r->tests);
	add(to, "tests_executing", r->executing);
	add(to, "tests_differing", r->differing);
	add(to, "partitions", r->partitions);
	add(to, "semantic_changes", r->exposed);
	cJSON *curve = cJSON_AddArrayToObject(to, "curve");
	for (size_t i = 0; i < r->curve.len; i++) {
		cJSON *one = json_one(curve);
		add(one, "runs", r->curve.at[i].runs);
		add(one, "differences", r->curve.at[i].found);
	}
}

void json_compare(cJSON *root, const Result *r)
{
	const ResultCompare *c = r->compare;
	cJSON *to = cJSON_AddObjectToObject(root, "compare");
	cJSON *list = cJSON_AddArrayToObject(to, "rows");
	for (size_t i = 0; i < c->rows.len; i++)
		add_row(json_one(list), c, &c->rows.at[i]);
	add(to, "budget_runs", c->runs);
	cJSON_AddNumberToObject(to, "budget_seconds", c->time);
	add(to, "changes", c->changes);
	add(to, "partitions", c->partitions);
	add(to, "semantic_changes", c->exposed);
	add(to, "not_begun", c->left);
}
