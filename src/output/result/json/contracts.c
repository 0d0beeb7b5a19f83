/* contracts.c: checked functions, as JSON. */
#include "output/result/json/json.h"

static void add_side(cJSON *to, const char *role, const ResultSide *s)
{
	cJSON *one = cJSON_AddObjectToObject(to, role);
	cJSON_AddStringToObject(one, "ends", s->ends);
	cJSON_AddStringToObject(one, "output", s->output);
	if (s->returned)
		cJSON_AddStringToObject(one, "returned", s->returned);
}

static void add_clause(cJSON *list, const Result *r, const ResultClause *c)
{
	cJSON *one = cJSON_CreateObject();
	cJSON_AddItemToArray(list, one);
	cJSON_AddStringToObject(one, "text", c->text);
	cJSON_AddNumberToObject(one, "case", c->of);
	cJSON_AddStringToObject(one, "verdict", verdict_name(c->verdict));
	json_text_or_null(one, "test", c->test);
	json_text_or_null(one, "why", c->why);
	if (c->verdict != VERDICT_VIOLATED || !c->input)
		return;
	cJSON_AddStringToObject(one, "input", c->input);
	json_text_or_null(one, "condition", c->condition);
	cJSON_AddBoolToObject(one, "confirmed", c->confirmed);
	if (c->unconfirmed)
		cJSON_AddStringToObject(one, "unconfirmed", c->unconfirmed);
	for (u32 k = 0; k < r->n_subjects; k++)
		add_side(one, r->subjects[k].role, &c->side[k]);
}

static void add_names(cJSON *to, const char *key, const char *const *names, size_t n)
{
	cJSON *list = cJSON_AddArrayToObject(to, key);
	for (size_t i = 0; i < n; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(names[i]));
}

/* What drift explain and drift replay need to call the function in the same way. */
static void add_called(cJSON *to, const ResultContract *c)
{
	if (!c->entry)
		return;
	cJSON *one = cJSON_AddObjectToObject(to, "called");
	cJSON_AddStringToObject(one, "entry", c->entry);
	cJSON_AddNumberToObject(one, "bound", c->called.bound);
	cJSON_AddNumberToObject(one, "depth", c->called.depth);
	json_text_or_null(one, "globals", c->called.globals);
	json_text_or_null(one, "null", c->called.null);
	add_names(one, "names", c->called.names.at, c->called.names.len);
	add_names(one, "nulls", c->called.nulls.at, c->called.nulls.len);
}

void add_contracts(cJSON *root, const Result *r)
{
	json_text_or_null(root, "vacuous", r->versions.vacuous);
	cJSON *list = cJSON_AddArrayToObject(root, "contracts");
	for (size_t i = 0; i < r->versions.contracts.len; i++) {
		const ResultContract *c = &r->versions.contracts.at[i];
		cJSON *one = cJSON_CreateObject();
		cJSON_AddItemToArray(list, one);
		cJSON_AddStringToObject(one, "function", c->function);
		cJSON_AddStringToObject(one, "place", c->where.text);
		cJSON_AddStringToObject(one, "given", c->given);
		add_called(one, c);
		json_shapes(one, &c->shapes);
		cJSON *clauses = cJSON_AddArrayToObject(one, "clauses");
		for (size_t k = 0; k < c->clauses.len; k++)
			add_clause(clauses, r, &c->clauses.at[k]);
		cJSON *left = cJSON_AddArrayToObject(one, "not_compared");
		for (size_t k = 0; k < c->not_compared.len; k++)
			cJSON_AddItemToArray(left, cJSON_CreateString(c->not_compared.at[k]));
		if (c->source)
			cJSON_AddStringToObject(one, "source", c->source);
	}
}
