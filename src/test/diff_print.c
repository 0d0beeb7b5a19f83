/* diff_print.c: the rows of drift diff for people and programs. */
#include <cjson/cJSON.h>

#include "test/diff_impl.h"

enum { LINES_SHOWN = 12, CHARACTERS_SHOWN = 300 };

/* ---- for people ---- */

/* The next line of a text; false at its end. */
static bool next_line(const char **at, Buf *line)
{
	buf_reset(line);
	if (!**at)
		return false;
	size_t n = strcspn(*at, "\n");
	buf_add(line, *at, n);
	*at += n + ((*at)[n] == '\n');
	return true;
}

static size_t longest_line(const char *text)
{
	size_t most = 0;
	while (*text) {
		size_t n = strcspn(text, "\n");
		most = n > most ? n : most;
		text += n + (text[n] == '\n');
	}
	return most;
}

static void print_columns(const char *what, const char *old, const char *newer, FILE *to)
{
	const char *at[2] = {old, newer};
	Buf line[2] = {0};
	for (int i = 0; i < LINES_SHOWN; i++) {
		bool more = next_line(&at[OLD], &line[OLD]);
		more |= next_line(&at[NEW], &line[NEW]);
		if (!more)
			break;
		fprintf(to, "    %-9s %-*s | %s\n", i ? "" : what, COLUMN, buf_str(&line[OLD]),
				buf_str(&line[NEW]));
	}
	if (*at[OLD] || *at[NEW])
		fprintf(to, "    %-9s %-*s | ...\n", "", COLUMN, "...");
	buf_free(&line[OLD]);
	buf_free(&line[NEW]);
}

/* One below the other, where expressions are too long for columns. */
static void print_stacked(const char *what, const char *old, const char *newer, FILE *to)
{
	static const char *const names[] = {"old", "new"};
	const char *text[2] = {old, newer};
	Buf line = {0};
	for (int side = OLD; side <= NEW; side++) {
		const char *at = text[side];
		fprintf(to, "    %-9s %s", side == OLD ? what : "", names[side]);
		for (int i = 0; i < LINES_SHOWN && next_line(&at, &line); i++) {
			if (i)
				fprintf(to, "    %-9s    ", "");
			fprintf(to, " %.*s%s\n", CHARACTERS_SHOWN, buf_str(&line),
					line.len > CHARACTERS_SHOWN ? "..." : "");
		}
		if (at == text[side])
			fprintf(to, " (nothing)\n");
		else if (*at)
			fprintf(to, "    %-9s     ...\n", "");
	}
	buf_free(&line);
}

/* Whatever one of them has of a kind. */
static void print_part(const char *what, const char *old, const char *newer, FILE *to)
{
	if (!*old && !*newer)
		return;
	if (!strcmp(old, newer) && longest_line(old) > COLUMN)
		print_stacked(what, old, "the same", to);
	else if (longest_line(old) > COLUMN || longest_line(newer) > COLUMN)
		print_stacked(what, old, newer, to);
	else
		print_columns(what, old, newer, to);
}

static void print_row(const DiffRow *r, bool first, FILE *to)
{
	fprintf(to, "  %-6s %.*s%s\n", first ? "when" : "or", CHARACTERS_SHOWN, r->condition,
			strlen(r->condition) > CHARACTERS_SHOWN ? "..." : "");
	if (r->differs_if)
		fprintf(to, "         as far as %s\n", r->differs_if);
	fprintf(to, "         as in %s", r->input);
	for (size_t i = 0; i < r->changes.len; i++)
		fprintf(to, "%s%u", i ? ", " : "; change ", r->changes.at[i] + 1);
	fprintf(to, "\n");
}

static void print_group(const DiffGroup *g, u32 number, FILE *to)
{
	const Doing *old = &g->doing[OLD], *newer = &g->doing[NEW];
	fprintf(to, "\n%s %u: %zu partition%s\n", relation_names[g->relation], number, g->rows.len,
			g->rows.len == 1 ? "" : "s");
	for (size_t i = 0; i < g->rows.len; i++)
		print_row(&g->rows.at[i], i == 0, to);
	fprintf(to, "    %-9s %-*s | %s\n", "", COLUMN, "old", "new");
	print_part("stdout", old->out, newer->out, to);
	print_part("stderr", old->err, newer->err, to);
	print_part("ends", old->ends, newer->ends, to);
	print_part("files", old->files, newer->files, to);
	print_part("undefined", old->undefined, newer->undefined, to);
}

void diff_print(Diff *d, FILE *to)
{
	Tester *t = d->tester;
	if (t->same_code) {
		tester_summary(t, to);
		return;
	}
	for (int r = 0; r < N_RELATIONS; r++) {
		u32 number = 0;
		for (size_t i = 0; i < d->groups.len; i++)
			if (d->groups.at[i].relation == (Relation)r)
				print_group(&d->groups.at[i], ++number, to);
	}
	fprintf(to, "\npartitions: %llu equal", (unsigned long long)d->rows[RELATION_EQUAL]);
	if (d->untouched)
		fprintf(to, " (%llu of them execute no change)", (unsigned long long)d->untouched);
	fprintf(to, ", %llu different", (unsigned long long)d->rows[RELATION_DIFFERENT]);
	if (d->rows[RELATION_UNKNOWN])
		fprintf(to, ", %llu unknown", (unsigned long long)d->rows[RELATION_UNKNOWN]);
	fprintf(to, "\n");
	tester_summary(t, to);
}

/* ---- for programs ---- */

static void add_doing(cJSON *to, const char *key, const Doing *d)
{
	cJSON *one = cJSON_AddObjectToObject(to, key);
	cJSON_AddStringToObject(one, "output", d->out);
	cJSON_AddStringToObject(one, "stderr", d->err);
	cJSON_AddStringToObject(one, "ends", d->ends);
	cJSON_AddStringToObject(one, "files", d->files);
	cJSON_AddStringToObject(one, "undefined", d->undefined);
}

static cJSON *row_json(const DiffGroup *g, const DiffRow *r, size_t group)
{
	cJSON *one = cJSON_CreateObject(), *changes = cJSON_CreateArray();
	cJSON_AddStringToObject(one, "relation", relation_names[g->relation]);
	cJSON_AddNumberToObject(one, "group", (double)group);
	cJSON_AddStringToObject(one, "condition", r->condition);
	if (r->differs_if)
		cJSON_AddStringToObject(one, "differs_if", r->differs_if);
	cJSON_AddStringToObject(one, "input", r->input);
	add_doing(one, "old", &g->doing[OLD]);
	add_doing(one, "new", &g->doing[NEW]);
	for (size_t i = 0; i < r->changes.len; i++)
		cJSON_AddItemToArray(changes, cJSON_CreateNumber(r->changes.at[i] + 1));
	cJSON_AddItemToObject(one, "changes", changes);
	return one;
}

void diff_print_json(Diff *d, FILE *to)
{
	cJSON *root = tester_json(d->tester, "diff"), *rows = cJSON_CreateArray();
	cJSON *counts = cJSON_AddObjectToObject(root, "counts");
	for (int r = 0; r < N_RELATIONS; r++)
		cJSON_AddNumberToObject(counts, relation_names[r], (double)d->rows[r]);
	cJSON_AddNumberToObject(counts, "without_change", (double)d->untouched);
	for (size_t i = 0; i < d->groups.len; i++)
		for (size_t k = 0; k < d->groups.at[i].rows.len; k++)
			cJSON_AddItemToArray(rows,
								 row_json(&d->groups.at[i], &d->groups.at[i].rows.at[k], i + 1));
	cJSON_AddItemToObject(root, "partitions", rows);
	char *text = cJSON_Print(root);
	fprintf(to, "%s\n", text);
	free(text);
	cJSON_Delete(root);
}
