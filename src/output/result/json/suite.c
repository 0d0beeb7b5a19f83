/* suite.c: what drift suite adds to result.json. */
#include "output/result/json/json.h"
#include "output/result/suite.h"

void result_suite_free(ResultSuite *s)
{
	for (size_t i = 0; i < s->tests.len; i++) {
		vec_free(&s->tests.at[i].changes);
		vec_free(&s->tests.at[i].items);
	}
	vec_free(&s->tests);
}

static void add_test(cJSON *to, const ResultSuiteTest *t)
{
	char name[40];
	snprintf(name, sizeof name, "suite/tests/%04u", t->test);
	Buf text = {0};
	json_bytes((ResultBytes){t->text, strlen(t->text)}, &text);
	cJSON_AddStringToObject(to, "text", buf_str(&text));
	buf_free(&text);
	json_text_or_null(to, "unknown", t->open);
	json_ids(to, "changes", t->changes.at, t->changes.len);
	cJSON_AddBoolToObject(to, "differs", t->differs);
	cJSON_AddBoolToObject(to, "confirmed", t->confirmed);
	cJSON_AddBoolToObject(to, "refuted", t->refuted);
	if (t->unconfirmed)
		cJSON_AddStringToObject(to, "unconfirmed", t->unconfirmed);
	json_text_or_null(to, "test", t->test ? name : NULL);
	cJSON_AddNumberToObject(to, "semantic_change", t->semantic);
	json_ids(to, "items", t->items.at, t->items.len);
	cJSON_AddBoolToObject(to, "selected", t->selected);
	cJSON_AddBoolToObject(to, "reduced", t->kept);
	cJSON_AddNumberToObject(to, "rank", t->rank);
}

void json_suite(cJSON *root, const Result *r)
{
	const ResultSuite *s = r->suite;
	size_t selected = 0, kept = 0;
	cJSON *to = cJSON_AddObjectToObject(root, "suite");
	cJSON_AddStringToObject(to, "seeds", s->seeds);
	cJSON_AddStringToObject(to, "measure", s->measure);
	cJSON *list = cJSON_AddArrayToObject(to, "tests");
	for (size_t i = 0; i < s->tests.len; i++) {
		add_test(json_one(list), &s->tests.at[i]);
		selected += s->tests.at[i].selected;
		kept += s->tests.at[i].kept;
	}
	cJSON_AddNumberToObject(to, "items", s->items);
	cJSON_AddNumberToObject(to, "selected", (double)selected);
	cJSON_AddNumberToObject(to, "semantic_changes", s->semantic);
	cJSON_AddNumberToObject(to, "missing", r->versions.semantic - s->semantic);
	cJSON *reduced = cJSON_AddObjectToObject(to, "reduced");
	cJSON_AddNumberToObject(reduced, "tests", (double)kept);
	cJSON_AddBoolToObject(reduced, "exact", s->exact);
	cJSON_AddNumberToObject(reduced, "least", s->least);
	cJSON_AddNumberToObject(reduced, "factor", s->bound);
	cJSON_AddNumberToObject(to, "native_seconds", s->native_seconds);
}
