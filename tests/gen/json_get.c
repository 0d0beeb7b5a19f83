/* json_get.c: `json_get FILE PATH` prints the values of a JSON file at a path, one line each.
 *
 * A path is a list of steps with dots between them: a key, an index into an array, `*` for every element of an array or
 * object, `#` for the number of elements. A string is printed as it is, other values as JSON. The empty path is the whole
 * file. Fails if the file is not JSON, or if no value is at the path. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cjson/cJSON.h>

static cJSON *load(const char *name)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = fopen(name, "r");
	ssize_t n = f ? getdelim(&text, &len, 0, f) : -1;
	cJSON *root = n > 0 ? cJSON_Parse(text) : NULL;
	if (!root)
		fprintf(stderr, "json_get: %s is not a JSON file\n", name);
	if (f)
		fclose(f);
	free(text);
	return root;
}

static void print(const cJSON *value)
{
	if (cJSON_IsString(value)) {
		puts(value->valuestring);
		return;
	}
	char *text = cJSON_PrintUnformatted(value);
	if (text)
		puts(text);
	free(text);
}

static const cJSON *child(const cJSON *value, const char *step)
{
	if (!cJSON_IsArray(value))
		return cJSON_GetObjectItemCaseSensitive(value, step);
	char *end;
	long at = strtol(step, &end, 10);
	return *step && !*end && at >= 0 ? cJSON_GetArrayItem(value, (int)at) : NULL;
}

/* Prints what is at a path below a value; returns false if there is nothing. */
static bool get(const cJSON *value, const char *path)
{
	if (!value || !*path) {
		if (value)
			print(value);
		return value != NULL;
	}
	size_t len = strcspn(path, ".");
	char *step = strndup(path, len);
	const char *rest = path + len + (path[len] == '.');
	bool found = false;
	if (!strcmp(step, "*")) {
		for (const cJSON *c = value->child; c; c = c->next)
			found |= get(c, rest);
	} else if (!strcmp(step, "#")) {
		found = cJSON_IsArray(value) || cJSON_IsObject(value);
		if (found)
			printf("%d\n", cJSON_GetArraySize(value));
	} else {
		found = get(child(value, step), rest);
	}
	free(step);
	return found;
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: json_get FILE PATH\n");
		return 2;
	}
	cJSON *root = load(argv[1]);
	if (!root)
		return 2;
	bool found = get(root, argv[2]);
	cJSON_Delete(root);
	return !found;
}
