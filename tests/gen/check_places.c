/* check_places.c: compares the places of `drift changes --json` with the edits of diff.
 *
 *   check_places CHANGES.json OLD NEW <EDITS
 *
 * EDITS has a line for each edit of diff: a file, first line and number of lines in OLD, then in NEW. OLD and
 * NEW are the trees of the files. Every line of an edit must be in an edit of the answer, with its effect. Every
 * change must have a line in an edit, or name one, or name a compiler option. Lines without a letter or digit
 * do not count: of two braces or empty lines, diff may take either as the new one. Prints what fails and ends
 * with the number of failures, at most 99. */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, PATH = 256 };

typedef struct Edit {
	char file[PATH];
	int first[2], lines[2];
} Edit;

static Edit edits[MOST];
static int n_edits;
static const char *const sides[] = {"old", "new"};

static int number(const cJSON *of, const char *key)
{
	const cJSON *x = cJSON_GetObjectItem(of, key);
	return x ? x->valueint : 0;
}

/* True if one path ends with the other. */
static int is_file(const char *path, const char *file)
{
	size_t n = strlen(path), k = strlen(file);
	return n >= k && !strcmp(path + n - k, file) && (n == k || path[n - k - 1] == '/');
}

static int in_edit(const char *path, int side, int first, int last)
{
	for (int i = 0; i < n_edits; i++) {
		const Edit *e = &edits[i];
		if (!is_file(path, e->file))
			continue;
		/* Lines of the other version only are named by the line before or behind. */
		int from = e->lines[side] ? e->first[side] : e->first[side] - 1;
		int end = e->lines[side] ? e->first[side] + e->lines[side] - 1 : e->first[side] + 1;
		if (first <= end && last >= from)
			return 1;
	}
	return 0;
}

static int has_place(const cJSON *change)
{
	if (cJSON_GetObjectItem(change, "option"))
		return 1;
	for (int s = 0; s < 2; s++) {
		const cJSON *part = cJSON_GetObjectItem(change, sides[s]), *r;
		const cJSON *edited = cJSON_GetObjectItem(part, "edited");
		const char *colon = edited ? strrchr(edited->valuestring, ':') : NULL;
		if (colon) {
			char *path = strndup(edited->valuestring, (size_t)(colon - edited->valuestring));
			int line = atoi(colon + 1), found = in_edit(path, s, line, line);
			free(path);
			if (found)
				return 1;
		}
		cJSON_ArrayForEach(r, cJSON_GetObjectItem(part, "lines"))
		{
			if (in_edit(cJSON_GetObjectItem(r, "file")->valuestring, s, number(r, "first"),
						number(r, "last")))
				return 1;
		}
	}
	return 0;
}

static int is_accounted(const cJSON *root, const char *file, int side, int line)
{
	const cJSON *e;
	cJSON_ArrayForEach(e, cJSON_GetObjectItem(root, "edits"))
	{
		const cJSON *part = cJSON_GetObjectItem(e, sides[side]);
		int first = number(part, "first");
		const char *effect = cJSON_GetObjectItem(e, "effect")->valuestring;
		if (is_file(cJSON_GetObjectItem(part, "file")->valuestring, file) && first <= line &&
			line < first + number(part, "lines") && strcmp(effect, "unknown"))
			return 1;
	}
	return 0;
}

static char *read_all(const char *path)
{
	FILE *f = fopen(path, "r");
	size_t n = 0, cap = 1 << 20;
	char *text = malloc(cap);
	while (f && text) {
		size_t k = fread(text + n, 1, cap - n - 1, f);
		n += k;
		if (!k)
			break;
		if (n + 1 == cap)
			text = realloc(text, cap *= 2);
	}
	if (f)
		fclose(f);
	if (text)
		text[n] = 0;
	return text;
}

/* True if a line of a file below a tree has a letter or digit. */
static int has_words(const char *tree, const char *file, int line)
{
	char path[4096];
	int found = 0;
	snprintf(path, sizeof path, "%s/%s", tree, file);
	char *whole = read_all(path), *text = whole;
	for (; text && line > 1; line--)
		text = (text = strchr(text, '\n')) ? text + 1 : NULL;
	for (; text && *text && *text != '\n' && !found; text++)
		found = isalnum((unsigned char)*text);
	free(whole);
	return found;
}

/* Prints the lines of an edit that the answer does not mention, one for each side. */
static int check_edit(const cJSON *root, const Edit *e, char *const *tree)
{
	int failed = 0;
	for (int s = 0; s < 2; s++)
		for (int k = 0; k < e->lines[s]; k++) {
			int line = e->first[s] + k;
			if (is_accounted(root, e->file, s, line) || !has_words(tree[s], e->file, line))
				continue;
			printf("%s: line %d of %s is not accounted for\n", e->file, line, sides[s]);
			failed++;
			break;
		}
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0;
	if (argc < 4)
		return 99;
	char *text = read_all(argv[1]);
	cJSON *root = text ? cJSON_Parse(text) : NULL;
	const cJSON *c;
	if (!root) {
		printf("no answer\n");
		return 99;
	}
	for (Edit e; n_edits < MOST && scanf("%255s %d %d %d %d", e.file, &e.first[0], &e.lines[0],
										 &e.first[1], &e.lines[1]) == 5;)
		edits[n_edits++] = e;
	cJSON_ArrayForEach(c, cJSON_GetObjectItem(root, "changes"))
	{
		if (has_place(c))
			continue;
		printf("in no edit: %s\n", cJSON_GetObjectItem(c, "text")->valuestring);
		failed++;
	}
	for (int i = 0; i < n_edits; i++)
		failed += check_edit(root, &edits[i], argv + 2);
	cJSON_Delete(root);
	free(text);
	return failed > 99 ? 99 : failed;
}
