/* interactions.c: what --interactions and --golden add to result.json. */
#include "output/result/json/json.h"

static void add_truth(cJSON *to, const char *key, ResultTruth t)
{
	if (t == RESULT_OPEN)
		cJSON_AddNullToObject(to, key);
	else
		cJSON_AddBoolToObject(to, key, t == RESULT_TRUE);
}

void json_judged(cJSON *to, const ResultDifference *d)
{
	const ResultJudged *j = &d->judged;
	if (j->class) {
		cJSON_AddStringToObject(to, "class", j->class);
		cJSON_AddStringToObject(to, "class_by", j->class_by);
	}
	if (!j->by)
		return;
	json_ids(to, "sequence", j->sequence.at, j->sequence.len);
	json_ids(to, "critical", j->critical.at, j->critical.len);
	json_texts(to, "critical_edits", j->edits.at, j->edits.len);
	cJSON_AddStringToObject(to, "critical_by", j->by);
	add_truth(to, "cie", j->cie);
}

static void add_sequences(cJSON *root, const ResultSequences *s)
{
	static const char *const names[] = {"other", "critical"};
	cJSON *one = cJSON_AddObjectToObject(root, "sequences");
	cJSON_AddNumberToObject(one, "seen", (double)s->seen);
	cJSON_AddNumberToObject(one, "possible", (double)s->possible);
	cJSON_AddBoolToObject(one, "more_possible", s->more);
	for (int i = 0; i < 2; i++) {
		cJSON *of = cJSON_AddObjectToObject(one, names[i]);
		cJSON_AddNumberToObject(of, "tests", (double)s->tests[i]);
		cJSON_AddNumberToObject(of, "differ", (double)s->errors[i]);
	}
	cJSON_AddNumberToObject(one, "builds", (double)s->builds);
	if (s->why)
		cJSON_AddStringToObject(one, "not_by_experiment", s->why);
	json_texts(one, "changes", s->changes.at, s->changes.len);
	json_texts(one, "notes", s->notes.at, s->notes.len);
}

void json_interactions(cJSON *root, const Result *r)
{
	cJSON *list = cJSON_AddArrayToObject(root, "interactions");
	for (size_t i = 0; i < r->versions.interactions.len; i++) {
		const ResultInteraction *x = &r->versions.interactions.at[i];
		cJSON *one = cJSON_CreateObject();
		cJSON_AddItemToArray(list, one);
		json_ids(one, "changes", x->changes.at, x->changes.len);
		json_texts(one, "places", x->locations.at, x->locations.len);
		json_ids(one, "differences", x->differences.at, x->differences.len);
		add_truth(one, "cie", x->cie);
		cJSON_AddStringToObject(one, "by", x->by);
	}
	add_sequences(root, &r->versions.sequences);
}
