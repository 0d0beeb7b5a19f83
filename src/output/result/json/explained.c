/* explained.c: an explained input, as JSON. */
#include "output/result/json/json.h"

static void add_ids(cJSON *to, const char *key, const u32 *ids, size_t n)
{
	cJSON *list = cJSON_AddArrayToObject(to, key);
	for (size_t i = 0; i < n; i++) {
		char id[16];
		snprintf(id, sizeof id, "h%u", ids[i]);
		cJSON_AddItemToArray(list, cJSON_CreateString(id));
	}
}

static void add_suspect(cJSON *list, const Result *r, const ResultSuspect *s)
{
	static const char *const kinds[] = {"decision", "value", "predicate", "error", "change"};
	cJSON *one = json_one(list);
	const ResultLines *at = &s->where.lines;
	cJSON_AddStringToObject(one, "kind", kinds[s->kind]);
	cJSON_AddStringToObject(one, "side", r->subjects[s->subject].role);
	json_text_or_null(one, "file", at->file);
	cJSON_AddNumberToObject(one, "line", at->file ? at->first : 0);
	cJSON_AddStringToObject(one, "source", s->source);
	json_text_or_null(one, "condition", s->condition);
	if (s->kind == SUSPECT_VALUE || s->kind == SUSPECT_ERROR)
		for (int side = 0; side < 2; side++)
			json_text_or_null(one, r->subjects[side].role, s->value[side]);
	cJSON_AddBoolToObject(one, "passes", s->passes);
	json_text_or_null(one, "does", s->input ? s->does : NULL);
	cJSON_AddBoolToObject(one, "decided_alike", s->alone);
	json_text_or_null(one, "input", s->input);
	json_test(one, s->test);
	cJSON_AddBoolToObject(one, "library", s->library);
	cJSON_AddNumberToObject(one, "count", s->count);
	cJSON_AddStringToObject(one, "why", s->why);
}

static void add_hunk(cJSON *list, const Result *r, const ResultHunk *h, u32 number)
{
	cJSON *one = json_one(list);
	char id[16];
	snprintf(id, sizeof id, "h%u", number);
	cJSON_AddStringToObject(one, "id", id);
	for (int side = 0; side < 2; side++) {
		const ResultLines *l = &h->lines[side];
		if (l->file && l->last >= l->first)
			json_lines(cJSON_AddObjectToObject(one, r->subjects[side].role), l);
		else
			cJSON_AddNullToObject(one, r->subjects[side].role);
	}
	cJSON *changes = cJSON_AddArrayToObject(one, "changes");
	for (size_t i = 0; i < h->changes.len; i++)
		cJSON_AddItemToArray(changes, cJSON_CreateNumber(h->changes.at[i]));
	cJSON_AddBoolToObject(one, "matters", h->matters);
}

static void add_blame(cJSON *to, const ResultExplained *e)
{
	cJSON *list = cJSON_AddArrayToObject(to, "blame");
	for (size_t i = 0; i < e->blame.len; i++) {
		const ResultBlamed *b = &e->blame.at[i];
		cJSON *one = json_one(list);
		add_ids(one, "hunks", b->hunks.at, b->hunks.len);
		cJSON_AddStringToObject(one, "text", b->text);
		cJSON_AddBoolToObject(one, "interaction", b->units > 1 && b->smallest);
		cJSON_AddNumberToObject(one, "units", b->units);
		cJSON_AddNumberToObject(one, "repairs", b->repairs);
		cJSON_AddNumberToObject(one, "untried", b->untried);
		cJSON_AddBoolToObject(one, "smallest", b->smallest);
	}
	json_text_or_null(to, "blame_trouble", e->blame_trouble);
	cJSON_AddBoolToObject(to, "blame_open", e->blame_open);
	cJSON_AddBoolToObject(to, "blame_unnumbered", e->unnumbered);
}

void json_explained(cJSON *to, const Result *r, const ResultExplained *e)
{
	cJSON_AddStringToObject(to, "input", e->input);
	json_test(to, e->test);
	cJSON *differs = cJSON_AddObjectToObject(to, "differs");
	cJSON_AddStringToObject(differs, "what", e->differs);
	cJSON_AddNumberToObject(differs, "line", e->line);
	for (int side = 0; side < 2; side++)
		cJSON_AddStringToObject(differs, r->subjects[side].role, e->said[side]);
	json_text_or_null(differs, "unsettled", e->unsettled);
	cJSON *suspects = cJSON_AddArrayToObject(to, "suspects");
	for (size_t i = 0; i < e->suspects.len; i++)
		add_suspect(suspects, r, &e->suspects.at[i]);
	json_text_or_null(to, "no_suspects", e->none);
	cJSON *hunks = cJSON_AddArrayToObject(to, "hunks");
	for (size_t i = 0; i < e->hunks.len; i++)
		add_hunk(hunks, r, &e->hunks.at[i], (u32)i + 1);
	add_blame(to, e);
	json_effect(to, r, &e->effect);
	if (!e->pass.input)
		return;
	cJSON *pass = cJSON_AddObjectToObject(to, "pass_instead");
	cJSON_AddStringToObject(pass, "input", e->pass.input);
	cJSON_AddStringToObject(pass, "edit", e->pass.edit);
	json_test(pass, e->pass.test);
}
