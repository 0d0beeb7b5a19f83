/* read.c: the differences of a result.json, read back for people. */
#include "output/result/read.h"

#include <cjson/cJSON.h>

#include "base/observe.h"

/* A text of an object, or NULL. */
static const char *text_at(const cJSON *of, const char *key)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(of, key));
}

static const char *text_or(const cJSON *of, const char *key, const char *otherwise)
{
	const char *text = text_at(of, key);
	return text ? text : otherwise;
}

static u32 number_at(const cJSON *of, const char *key)
{
	const cJSON *n = cJSON_GetObjectItem(of, key);
	return cJSON_IsNumber(n) && n->valuedouble > 0 && n->valuedouble < UINT32_MAX
			   ? (u32)n->valuedouble
			   : 0;
}

static bool true_at(const cJSON *of, const char *key)
{
	return cJSON_IsTrue(cJSON_GetObjectItem(of, key));
}

/* "tests/0012" is 12. */
static u32 test_number(const cJSON *of)
{
	const char *test = text_or(of, "test", ""), *slash = strrchr(test, '/');
	return slash ? (u32)strtoul(slash + 1, NULL, 10) : 0;
}

static ResultBytes bytes_at(const cJSON *of, const char *key)
{
	const char *text = text_or(of, key, "");
	return (ResultBytes){text, strlen(text)};
}

static ResultSide read_side(const cJSON *one)
{
	const cJSON *printed = cJSON_GetObjectItem(one, "concrete");
	return (ResultSide){.output = text_or(one, "output", ""),
						.ends = text_or(one, "ends", "?"),
						.returned = text_at(one, "returned"),
						.printed = {bytes_at(printed, "stdout"), bytes_at(printed, "stderr")}};
}

static void read_given(const cJSON *list, ResultDifference *d)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, list)
	{
		ResultGiven g = {text_or(one, "name", "?"), text_or(one, "file", "?"),
						 text_or(one, "text", ""), number_at(one, "bytes"), !true_at(one, "cut")};
		vec_push(&d->given, g);
	}
}

static void read_effect(const cJSON *list, ResultDifference *d)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, list)
	{
		ResultStep s = {.subject = !strcmp(text_or(one, "version", ""), "old") ? OLD : NEW,
						.where = {.text = text_or(one, "where", "?")},
						.value = {text_or(one, "old", ""), text_or(one, "new", "")},
						.source = text_or(one, "source", "")};
		vec_push(&d->effect, s);
	}
}

static void read_difference(const cJSON *one, Result *r)
{
	ResultDifference d = {.test = test_number(one),
						  .group = number_at(one, "group"),
						  .confirmed = true_at(one, "confirmed"),
						  .unconfirmed = text_at(one, "unconfirmed"),
						  .input = text_or(one, "input", ""),
						  .variables = text_at(one, "variables"),
						  .condition = text_or(one, "condition", ""),
						  .when = text_at(one, "when"),
						  .undefined = text_at(one, "undefined_what"),
						  .stub = text_at(one, "stub"),
						  .files = text_at(one, "files"),
						  .like = number_at(one, "like")};
	for (int side = OLD; side <= NEW; side++)
		d.side[side] = read_side(cJSON_GetObjectItem(one, r->subjects[side].role));
	read_given(cJSON_GetObjectItem(one, "given"), &d);
	read_effect(cJSON_GetObjectItem(one, "effect"), &d);
	const cJSON *id;
	cJSON_ArrayForEach(id, cJSON_GetObjectItem(one, "changes"))
	{
		if (id->valueint >= 1 && (size_t)id->valueint <= r->versions.changes.len)
			vec_push(&d.changes, (u32)id->valueint);
	}
	r->versions.unproved += !d.confirmed;
	vec_push(&r->versions.differences, d);
}

static void read_changes(const cJSON *list, Result *r)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, list)
	{
		ResultChange c = {.id = (u32)r->versions.changes.len + 1,
						  .kind = text_or(one, "kind", "?"),
						  .what = text_or(one, "what", ""),
						  .where = {text_or(one, "old", "?"), text_or(one, "new", "?")}};
		vec_push(&r->versions.changes, c);
	}
}

static void fill(const cJSON *root, const char *dir, Result *r)
{
	static const char *const roles[] = {"old", "new"};
	const cJSON *one;
	r->command = text_or(root, "command", "?");
	r->parts = RESULT_DIFFERENCES;
	r->exhaustive = true_at(root, "exhaustive");
	r->name = text_or(root, "name", "");
	r->dir = dir;
	r->n_subjects = countof(roles);
	for (size_t i = 0; i < countof(roles); i++)
		r->subjects[i] = (ResultSubject){roles[i], text_or(root, roles[i], "?"), NULL};
	read_changes(cJSON_GetObjectItem(root, "changes"), r);
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(root, "differences"))
	{
		read_difference(one, r);
	}
	r->versions.semantic = number_at(root, "semantic_changes");
}

bool result_read(ResultRead *in, const char *dir, Err *err)
{
	char *path = xasprintf("%s/result.json", dir);
	Buf text = {0};
	*in = (ResultRead){0};
	bool good = file_read(path, &text, err);
	in->root = good ? cJSON_Parse(buf_str(&text)) : NULL;
	if (good && (!verdict_parse(text_or(in->root, "verdict", ""), &in->result.verdict) ||
				 !text_at(in->root, "command")))
		good = err_set(err, "%s: not a result of drift; name a directory that was given with -o",
					   path);
	if (good)
		fill(in->root, dir, &in->result);
	buf_free(&text);
	free(path);
	return good;
}

void result_read_end(ResultRead *in)
{
	result_free(&in->result);
	cJSON_Delete(in->root);
	*in = (ResultRead){0};
}
