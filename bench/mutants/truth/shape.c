/* shape.c: the inputs of a subject.
 *
 * The file holds words as a shell reads them: options, "--", arguments. An input is put together
 * part by part and byte by byte, lengths first; whatever the assumptions rule out is cut early.
 */
#include "truth.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 64, MAX_FILE = 1 << 14, MAX_RANGE = 1 << 20 };

static _Noreturn void wrong(const char *path, const char *what, const char *word)
{
	fprintf(stderr, "truth: %s: %s%s\n", path, what, word);
	exit(2);
}

/* ---- reading ---- */

/* Splits in place, with quotes and blanks as the shell has them. */
static int split(const char *path, char *text, char *words[MAX_WORDS])
{
	int n = 0;
	char *from = text, *to = text;
	for (;;) {
		from += strspn(from, " \t\n");
		if (!*from)
			return n;
		if (n == MAX_WORDS)
			wrong(path, "too many words", "");
		words[n++] = to;
		char quote = 0;
		for (; *from && (quote || !strchr(" \t\n", *from)); from++) {
			if (quote == '"' && *from == '\\' && from[1] && strchr("\\\"$`", from[1]))
				*to++ = *++from;
			else if (*from == quote)
				quote = 0;
			else if (!quote && (*from == '\'' || *from == '"'))
				quote = *from;
			else
				*to++ = *from;
		}
		if (quote)
			wrong(path, "quote not closed", "");
		if (*from)
			from++;
		*to++ = 0;
	}
}

static void add_part(Shape *shape, const char *path, const char *word, bool standard_input)
{
	if (shape->n_parts == MAX_PARTS)
		wrong(path, "too many inputs", "");
	Part *part = &shape->parts[shape->n_parts++];
	part->low = INT_MIN;
	part->high = INT_MAX;
	if (standard_input)
		strcpy(part->name, "stdin");
	else
		snprintf(part->name, sizeof part->name, "arg%d", ++shape->n_args);
	if (!strcmp(word, "@int") || !strncmp(word, "@int=", 5)) {
		part->kind = PART_INT;
	} else if (!strncmp(word, "@str:", 5) || !strncmp(word, "@text:", 6)) {
		part->kind = word[1] == 's' ? PART_STR : PART_TEXT;
		part->bound = atoi(strchr(word, ':') + 1);
		if (part->bound > MAX_TEXT)
			wrong(path, "too long: ", word);
	} else {
		if (*word == '@' || strlen(word) > MAX_TEXT)
			wrong(path, "not understood: ", word);
		strcpy(part->text, word);
		part->length = part->n_known = (int)strlen(word);
		part->known = true;
	}
}

static bool read_text(const char *path, char text[MAX_FILE])
{
	FILE *f = fopen(path, "r");
	if (!f)
		return false;
	text[fread(text, 1, MAX_FILE - 1, f)] = 0;
	fclose(f);
	return true;
}

void shape_read(Shape *shape, const char *path)
{
	static char text[MAX_FILE];
	char *words[MAX_WORDS];
	const char *assumed[MAX_WORDS], *standard_input = NULL;
	int n_assumed = 0, at = 0;
	if (!read_text(path, text))
		wrong(path, "cannot be read", "");
	int n = split(path, text, words);
	for (; at < n && strcmp(words[at], "--"); at += 2) {
		if (at + 1 == n)
			wrong(path, "value missing after ", words[at]);
		if (!strcmp(words[at], "--assume"))
			assumed[n_assumed++] = words[at + 1];
		else if (!strcmp(words[at], "--stdin"))
			standard_input = words[at + 1];
		else
			wrong(path, "not understood: ", words[at]);
	}
	for (at++; at < n; at++)
		add_part(shape, path, words[at], false);
	if (standard_input)
		add_part(shape, path, standard_input, true);
	for (int i = 0; i < n_assumed; i++)
		assume_add(shape, assumed[i]);
	assume_bounds(shape);
}

static void read_class(Shape *shape, const char *path, char *line)
{
	char *at = strchr(line, ':'), *end;
	Part *part = NULL;
	for (int i = 0; at && i < shape->n_args; i++)
		if (!strncmp(shape->parts[i].name, line, (size_t)(at - line)) &&
			!shape->parts[i].name[at - line])
			part = &shape->parts[i];
	if (!part || part->kind != PART_INT)
		wrong(path, "not understood: ", line);
	for (at++;; at = end) {
		long long v = strtoll(at, &end, 10);
		if (end == at)
			return;
		if (part->n_class == MAX_CLASS)
			wrong(path, "too many values: ", line);
		part->class[part->n_class++] = v;
	}
}

bool shape_read_classes(Shape *shape, const char *path, int number)
{
	static char text[MAX_FILE];
	if (!read_text(path, text))
		return false;
	for (int i = 0; i < shape->n_parts; i++)
		shape->parts[i].n_class = 0;
	bool found = false, blank = true;
	int section = -1;
	for (char *line = text, *next; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		if (*line == '#')
			continue;
		section += *line && blank;
		blank = !*line;
		if (blank || section != number)
			continue;
		read_class(shape, path, line);
		found = true;
	}
	return found;
}

/* ---- enumeration ---- */

typedef struct Walk {
	Shape *shape;
	void (*visit)(void *to);
	void *to;
} Walk;

static void walk_part(Walk *w, int i);

static void walk_number(Walk *w, int i)
{
	Part *part = &w->shape->parts[i];
	if (!part->n_class && part->high - part->low > MAX_RANGE)
		wrong("shape", "too many values of ", part->name);
	long long n = part->n_class ? part->n_class : part->high - part->low + 1;
	part->known = true;
	for (long long k = 0; k < n; k++) {
		part->number = part->n_class ? part->class[k] : part->low + k;
		if (!assume_possible(w->shape))
			continue;
		part->length = snprintf(part->text, sizeof part->text, "%lld", part->number);
		walk_part(w, i + 1);
	}
	part->known = false;
}

static void walk_byte(Walk *w, int i, int k)
{
	Part *part = &w->shape->parts[i];
	if (k == part->length) {
		part->text[k] = 0;
		walk_part(w, i + 1);
		return;
	}
	/* A string ends at its first zero byte, a file does not. */
	for (int c = part->kind == PART_STR; c < 256; c++) {
		part->text[k] = (char)c;
		part->n_known = k + 1;
		if (assume_possible(w->shape))
			walk_byte(w, i, k + 1);
	}
	part->n_known = k;
}

static void walk_part(Walk *w, int i)
{
	if (i == w->shape->n_parts) {
		w->visit(w->to);
		return;
	}
	Part *part = &w->shape->parts[i];
	if (part->kind == PART_FIXED) {
		walk_part(w, i + 1);
		return;
	}
	if (part->kind == PART_INT) {
		walk_number(w, i);
		return;
	}
	part->known = true;
	for (part->length = 0; part->length <= part->bound; part->length++) {
		part->n_known = 0;
		if (assume_possible(w->shape))
			walk_byte(w, i, 0);
	}
	part->known = false;
}

void shape_enumerate(Shape *shape, void (*visit)(void *to), void *to)
{
	Walk walk = {shape, visit, to};
	walk_part(&walk, 0);
}
