/* replay_test.c: reads test directories and the result they belong to. */
#include "evidence/native/replay.h"
#include "engine/input/stdin_kind.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <dirent.h>

static bool read_part(const char *dir, const char *name, Buf *to, Err *err)
{
	char *path = xasprintf("%s/%s", dir, name);
	bool good = file_read(path, to, err);
	free(path);
	return good;
}

static bool has_part(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	bool has = file_exists(path);
	free(path);
	return has;
}

/* ---- finding ---- */

static int is_number(const struct dirent *e)
{
	return isdigit((u8)e->d_name[0]);
}

/* Numbers have at least four digits: 9999 sorts before 10000. */
static int by_number(const struct dirent **a, const struct dirent **b)
{
	size_t n = strlen((*a)->d_name), k = strlen((*b)->d_name);
	if (n != k)
		return n < k ? -1 : 1;
	return strcmp((*a)->d_name, (*b)->d_name);
}

const char *replay_of(ReplayOf of)
{
	static const char *const names[] = {"", " old", " new"};
	return names[of];
}

/* A directory of drift test is two tests. */
static void add(ReplayList *to, const char *dir)
{
	bool two = has_part(dir, "old.status");
	for (ReplayOf of = two ? OF_OLD : OF_PROGRAM; of <= (two ? OF_NEW : OF_PROGRAM); of++)
		vec_push(to, ((ReplayItem){xstrdup(dir), of}));
}

void replay_list_free(ReplayList *l)
{
	for (size_t i = 0; i < l->len; i++)
		free(l->at[i].dir);
	vec_free(l);
}

bool replay_find(const char *word, ReplayList *to, Err *err)
{
	struct dirent **names;
	if (has_part(word, "cmd") || !is_directory(word)) {
		add(to, word);
		return true;
	}
	char *below = has_part(word, "tests/run.sh") ? xasprintf("%s/tests", word) : xstrdup(word);
	int n = scandir(below, &names, is_number, by_number);
	size_t before = to->len;
	for (int i = 0; i < n; i++) {
		if (below[strlen(below) - 1] == '/')
			below[strlen(below) - 1] = 0;
		char *test = xasprintf("%s/%s", below, names[i]->d_name);
		if (has_part(test, "cmd"))
			add(to, test);
		free(test);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	free(below);
	return to->len > before || err_set(err, "%s: no tests there", word);
}

/* ---- reading ---- */

static void cut_newline(Buf *text)
{
	while (text->len && text->at[text->len - 1] == '\n')
		text->at[--text->len] = 0;
}

/* Reads a file of the recorded outcome. */
static bool read_record(const ReplayTest *t, const char *name, Buf *to, Err *err)
{
	static const char *const prefix[] = {"", "old.", "new."};
	char *full = xasprintf("%s%s", prefix[t->of], name);
	bool good = read_part(t->dir, full, to, err);
	free(full);
	return good;
}

bool replay_read(ReplayTest *t, const ReplayItem *item, Err *err)
{
	const char *dir = item->dir;
	Err why = {0};
	*t = (ReplayTest){.dir = dir, .of = item->of};
	if (!read_part(dir, "cmd", &t->cmd, err) || !read_record(t, "out", &t->out, err) ||
		!read_record(t, "err", &t->err, err) || !read_record(t, "status", &t->status, err))
		return false;
	t->has_returned = read_record(t, "returned", &t->returned, &why);
	if (has_part(dir, "world") && !read_part(dir, "world", &t->world, err))
		return false;
	cut_newline(&t->status);
	cut_newline(&t->world);
	if (stdin_kind_alone(buf_str(&t->world), &t->kind))
		buf_reset(&t->world);
	char *files = xasprintf("%s/files", dir);
	t->files = is_directory(files);
	free(files);
	if (!shell_parse(buf_str(&t->cmd), &t->line, &why))
		return err_set(err, "%s/cmd: %s", dir, why.text);
	return t->line.program || err_set(err, "%s/cmd: does not run \"$PROG\"", dir);
}

void replay_test_free(ReplayTest *t)
{
	buf_free(&t->cmd);
	buf_free(&t->out);
	buf_free(&t->err);
	buf_free(&t->status);
	buf_free(&t->returned);
	buf_free(&t->world);
	shell_free(&t->line);
}

/* ---- result.json ---- */

static char *json_text(const cJSON *root, const char *key)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, key));
	return text ? xstrdup(text) : NULL;
}

static void read_list(const cJSON *list, StrList *to)
{
	for (int i = 0; i < cJSON_GetArraySize(list); i++) {
		const char *text = cJSON_GetStringValue(cJSON_GetArrayItem(list, i));
		if (text)
			vec_push(to, xstrdup(text));
	}
}

/* 0: missing. */
static u64 number(const cJSON *root, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, key);
	return cJSON_IsNumber(item) && item->valuedouble > 0 && item->valuedouble < 9e15
			   ? (u64)item->valuedouble
			   : 0;
}

static void read_keys(ReplayResult *r, const Buf *text)
{
	cJSON *root = cJSON_Parse(buf_str(text));
	const cJSON *bound = cJSON_GetObjectItemCaseSensitive(root, "bound");
	const cJSON *depth = cJSON_GetObjectItemCaseSensitive(root, "depth");
	static const char *const programs[] = {"program", "old", "new"};
	static const char *const flags[] = {"cflags", "old_cflags", "new_cflags"};
	for (int of = 0; of < REPLAY_OFS; of++) {
		r->program[of] = json_text(root, programs[of]);
		r->cflags[of] = json_text(root, flags[of]);
	}
	const cJSON *call = cJSON_GetObjectItemCaseSensitive(root, "call");
	for (int of = OF_OLD; of < REPLAY_OFS; of++) {
		r->library[of] = json_text(call, programs[of]);
		r->library_cflags[of] = json_text(call, flags[of]);
	}
	read_list(cJSON_GetObjectItemCaseSensitive(call, "text"), &r->call);
	r->directory = json_text(root, "directory");
	r->entry = json_text(root, "entry");
	if (cJSON_IsNumber(bound))
		r->bounds.bytes = (u32)bound->valuedouble;
	if (cJSON_IsNumber(depth))
		r->bounds.depth = (u32)depth->valuedouble;
	r->clock = (i64)number(root, "clock");
	r->limit_insns = number(root, "limit_insns");
	r->limit_mem = number(root, "limit_mem");
	read_list(cJSON_GetObjectItemCaseSensitive(root, "native"), &r->native);
	vec_push(&r->native, NULL);
	cJSON_Delete(root);
}

/* Of drift check: the function that the tests below DIR/FUNCTION are of. */
static void read_check(ReplayResult *r, const Buf *text, const char *function)
{
	cJSON *root = cJSON_Parse(buf_str(text));
	const cJSON *one, *list = cJSON_GetObjectItemCaseSensitive(root, "contracts");
	cJSON_ArrayForEach(one, list)
	{
		const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "function"));
		const cJSON *called = cJSON_GetObjectItemCaseSensitive(one, "called");
		if (!name || strcmp(name, function) || !called)
			continue;
		r->check.is = true;
		r->entry = json_text(called, "entry");
		r->bounds.bytes = (u32)number(called, "bound");
		r->bounds.depth = (u32)number(called, "depth");
		r->check.globals = json_text(called, "globals");
		r->check.null = json_text(called, "null");
		read_list(cJSON_GetObjectItemCaseSensitive(called, "names"), &r->check.names);
		read_list(cJSON_GetObjectItemCaseSensitive(called, "nulls"), &r->check.nulls);
		break;
	}
	cJSON_Delete(root);
}

/* The result of drift check is a directory further up, and has many functions. */
static void find_check(ReplayResult *r)
{
	const char *slash = strrchr(r->dir, '/');
	Buf text = {0};
	Err ignored;
	if (!slash)
		return;
	char *up = xasprintf("%.*s", (int)(slash - r->dir), r->dir);
	if (read_part(up, "result.json", &text, &ignored)) {
		read_keys(r, &text);
		read_check(r, &text, slash + 1);
	}
	buf_free(&text);
	free(up);
}

void replay_result(ReplayResult *r, const char *test_dir)
{
	char *dir = xasprintf("%s/../..", test_dir), *full = realpath(dir, NULL);
	free(dir);
	if (full && r->dir && !strcmp(full, r->dir)) {
		free(full);
		return;
	}
	replay_result_free(r);
	r->dir = full ? full : xstrdup(".");
	r->bounds = (EntryBounds){16, 0}; /* default */
	Buf text = {0};
	Err ignored;
	if (read_part(r->dir, "result.json", &text, &ignored))
		read_keys(r, &text);
	else
		find_check(r);
	buf_free(&text);
}

static void free_list(StrList *l)
{
	for (size_t i = 0; i < l->len; i++)
		free((char *)(uintptr_t)l->at[i]);
	vec_free(l);
}

void replay_result_free(ReplayResult *r)
{
	free(r->dir);
	for (int of = 0; of < REPLAY_OFS; of++) {
		free(r->program[of]);
		free(r->cflags[of]);
		free(r->library[of]);
		free(r->library_cflags[of]);
	}
	free(r->entry);
	free(r->check.globals);
	free(r->check.null);
	free_list(&r->check.names);
	free_list(&r->check.nulls);
	free(r->directory);
	free_list(&r->native);
	free_list(&r->call);
	*r = (ReplayResult){0};
}
