/* check_places.c: compares the places of `drift changes --json` with the edits of diff.
 *
 *   check_places CHANGES.json FILE OLD NEW <EDITS
 *
 * EDITS has a line for each edit of diff: first line and number of lines in OLD, then in NEW. Every
 * line of an edit must be in an edit of the answer, with its effect. Every change must have a line
 * in an edit, or name one (or a file other than FILE, which is checked there), or name a compiler
 * option. Lines without a letter or digit do not count: of two braces or empty lines, diff may take either
 * as the new one. OLD and NEW are the texts of FILE. Prints what fails and ends with the number of failures, at most 99. */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

typedef struct Edit {
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

static int in_edit(int side, int first, int last)
{
	for (int i = 0; i < n_edits; i++) {
		const Edit *e = &edits[i];
		/* Lines of the other version only are named by the line before or behind. */
		int from = e->lines[side] ? e->first[side] : e->first[side] - 1;
		int end = e->lines[side] ? e->first[side] + e->lines[side] - 1 : e->first[side] + 1;
		if (first <= end && last >= from)
			return 1;
	}
	return 0;
}

static int has_place(const cJSON *change, const char *file)
{
	if (cJSON_GetObjectItem(change, "option"))
		return 1;
	for (int s = 0; s < 2; s++) {
		const cJSON *part = cJSON_GetObjectItem(change, sides[s]), *r;
		const cJSON *edited = cJSON_GetObjectItem(part, "edited");
		const char *colon = edited ? strrchr(edited->valuestring, ':') : NULL;
		if (colon) {
			char *path = strndup(edited->valuestring, (size_t)(colon - edited->valuestring));
			int other = !is_file(path, file), line = atoi(colon + 1);
			free(path);
			if (other || in_edit(s, line, line))
				return 1;
		}
		cJSON_ArrayForEach(r, cJSON_GetObjectItem(part, "lines"))
		{
			if (is_file(cJSON_GetObjectItem(r, "file")->valuestring, file) &&
				in_edit(s, number(r, "first"), number(r, "last")))
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

/* True if a line has a letter or digit. */
static int has_words(const char *text, int line)
{
	for (; text && line > 1; line--)
		text = (text = strchr(text, '\n')) ? text + 1 : NULL;
	for (; text && *text && *text != '\n'; text++)
		if (isalnum((unsigned char)*text))
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;
	if (argc < 5)
		return 99;
	char *text = read_all(argv[1]), *source[2] = {read_all(argv[3]), read_all(argv[4])};
	cJSON *root = text ? cJSON_Parse(text) : NULL;
	const cJSON *c;
	if (!root) {
		printf("%s: no answer\n", argv[2]);
		return 99;
	}
	for (Edit e; n_edits < MOST &&
				 scanf("%d %d %d %d", &e.first[0], &e.lines[0], &e.first[1], &e.lines[1]) == 4;)
		edits[n_edits++] = e;
	cJSON_ArrayForEach(c, cJSON_GetObjectItem(root, "changes"))
	{
		if (has_place(c, argv[2]))
			continue;
		printf("%s: in no edit: %s\n", argv[2], cJSON_GetObjectItem(c, "text")->valuestring);
		failed++;
	}
	for (int i = 0; i < n_edits; i++)
		for (int s = 0; s < 2; s++)
			for (int k = 0; k < edits[i].lines[s]; k++) {
				int line = edits[i].first[s] + k;
				if (!has_words(source[s], line) || is_accounted(root, argv[2], s, line))
					continue;
				printf("%s: line %d of %s is not accounted for\n", argv[2], line, sides[s]);
				failed++;
				k = edits[i].lines[s]; /* once for each edit */
			}
	cJSON_Delete(root);
	free(text);
	free(source[0]);
	free(source[1]);
	return failed > 99 ? 99 : failed;
}
