/* json_lines.c: `json_lines LIKE FILE` prints those values of a JSON file whose keys another one
 * has too, a line `path: value` each, in the order of LIKE.
 *
 * Two results are the same in all that the first one says when `json_lines A A` and `json_lines A
 * B` print the same; keys that only B has do not count. Times are left out by the names of their
 * keys: what ends with "seconds" or "_per_second", and "curve", which goes by time. So are "drift" and "command_line", the
 * build and the command. Elements of arrays are compared one by one; those that only FILE has are printed whole. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cjson/cJSON.h>

enum { MOST_PATH = 4096 };

typedef struct Path {
	char text[MOST_PATH]; /* names and indices up to the value at hand; cut where it is too long */
	size_t len;
} Path;

static cJSON *load(const char *name)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = fopen(name, "r");
	ssize_t n = f ? getdelim(&text, &len, 0, f) : -1;
	cJSON *root = n > 0 ? cJSON_Parse(text) : NULL;
	if (!root)
		fprintf(stderr, "json_lines: %s is no JSON\n", name);
	if (f)
		fclose(f);
	free(text);
	return root;
}

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);
	return n >= m && !strcmp(text + n - m, end);
}

static bool is_time(const char *key)
{
	return ends_with(key, "seconds") || ends_with(key, "_per_second") || !strcmp(key, "curve");
}

/* Which program was started, and how: builds and options that are compared differ in it. */
static bool is_origin(const char *key)
{
	return !strcmp(key, "drift") || !strcmp(key, "command_line");
}

/* Appends to the path; returns its length before. */
static size_t enter(Path *path, const char *dot, const char *name)
{
	size_t before = path->len;
	int n = snprintf(path->text + before, MOST_PATH - before, "%s%s", dot, name);
	path->len = before + (size_t)n < MOST_PATH ? before + (size_t)n : MOST_PATH - 1;
	return before;
}

static void leave(Path *path, size_t before)
{
	path->len = before;
	path->text[before] = 0;
}

static void show_one(const Path *path, const cJSON *value)
{
	/* cJSON_Print tells no two doubles apart that are nearer than 15 digits. */
	if (cJSON_IsNumber(value)) {
		printf("%s: %.17g\n", path->text, value->valuedouble);
		return;
	}
	char *text = cJSON_PrintUnformatted(value);
	printf("%s: %s\n", path->text, text);
	free(text);
}

static void show(Path *path, const cJSON *like, const cJSON *value)
{
	bool object = cJSON_IsObject(like) && cJSON_IsObject(value);
	bool array = cJSON_IsArray(like) && cJSON_IsArray(value);
	if (object && like->child) {
		for (const cJSON *l = like->child; l; l = l->next) {
			const cJSON *v = cJSON_GetObjectItemCaseSensitive(value, l->string);
			if (!v || is_time(l->string) || is_origin(l->string))
				continue;
			size_t before = enter(path, path->len ? "." : "", l->string);
			show(path, l, v);
			leave(path, before);
		}
	} else if (object) {
		printf("%s: {}\n", path->text);
	} else if (array && value->child) {
		const cJSON *l = like->child;
		unsigned i = 0;
		for (const cJSON *v = value->child; v; v = v->next, i++) {
			char index[16];
			snprintf(index, sizeof index, "[%u]", i);
			size_t before = enter(path, "", index);
			show(path, l ? l : v, v);
			leave(path, before);
			l = l ? l->next : NULL;
		}
	} else if (like != value && (cJSON_IsObject(value) || cJSON_IsArray(value)) && value->child) {
		show(path, value, value);
	} else {
		show_one(path, value);
	}
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: json_lines LIKE FILE\n");
		return 2;
	}
	cJSON *like = load(argv[1]), *value = load(argv[2]);
	Path path = {0};
	if (like && value)
		show(&path, like, value);
	int status = like && value ? 0 : 2;
	cJSON_Delete(like);
	cJSON_Delete(value);
	return status;
}
