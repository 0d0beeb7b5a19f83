/* text_groups.c: partitions of two versions side by side, in words. */
#include "output/result/impl.h"

enum { LINES_SHOWN = 12, CHARACTERS_SHOWN = 300, GROUPS_SHOWN = 30, ROWS_SHOWN = 10 };

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

static void print_columns(const char *what, const char *left, const char *right, FILE *to)
{
	const char *at[2] = {*left ? left : "(nothing)", *right ? right : "(nothing)"};
	Buf line[2] = {0};
	char label[24];
	for (int i = 0; i < LINES_SHOWN; i++) {
		bool more = next_line(&at[0], &line[0]);
		more |= next_line(&at[1], &line[1]);
		if (!more)
			break;
		snprintf(label, sizeof label, "    %-9s ", i ? "" : what);
		char sign = strcmp(buf_str(&line[0]), buf_str(&line[1])) ? '|' : ' ';
		print_sides(label, buf_str(&line[0]), sign, buf_str(&line[1]), to);
	}
	if (*at[0] || *at[1])
		print_sides("              ", "...", '|', "...", to);
	buf_free(&line[0]);
	buf_free(&line[1]);
}

/* One below the other, where expressions are too long for columns. */
static void print_stacked(const Result *r, const char *what, const char *left, const char *right,
						  FILE *to)
{
	const char *text[2] = {left, right};
	Buf line = {0};
	for (int side = 0; side < 2; side++) {
		const char *at = text[side];
		fprintf(to, "    %-9s %s", side == 0 ? what : "", r->subjects[side].role);
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
static void print_part(const Result *r, const char *what, const char *left, const char *right,
					   FILE *to)
{
	if (!*left && !*right)
		return;
	if (!strcmp(left, right) && longest_line(left) > result_column())
		print_stacked(r, what, left, "the same", to);
	else if (longest_line(left) > result_column() || longest_line(right) > result_column())
		print_stacked(r, what, left, right, to);
	else
		print_columns(what, left, right, to);
}

static void print_partition(const Result *r, const ResultRow *row, bool first, FILE *to)
{
	fprintf(to, "  %-6s %.*s%s\n", first ? "when" : "or", CHARACTERS_SHOWN, row->condition,
			strlen(row->condition) > CHARACTERS_SHOWN ? "..." : "");
	if (row->differs_if)
		fprintf(to, "         if also %s\n", row->differs_if);
	size_t n = row->changes.len;
	fprintf(to, "         example: %s", row->input);
	for (size_t i = 0; i < n; i++)
		fprintf(to, "%s%u",
				i        ? ", "
				: n == 1 ? " (executes change "
						 : " (executes changes ",
				row->changes.at[i]);
	fputs(n ? ")\n" : "\n", to);
	if (row->unconfirmed)
		fprintf(to, "         unconfirmed: %s\n", row->unconfirmed);
	if (row->test && r->dir)
		fprintf(to, "         test  %s/tests/%04u\n", r->dir, row->test);
}

static void print_group(const Result *r, const ResultGroup *g, u32 number, FILE *to)
{
	const ResultDoing *left = &g->doing[OLD], *right = &g->doing[NEW];
	fprintf(to, "\n%s %u: %zu partition%s\n", result_relation_name(g->relation), number,
			g->rows.len, g->rows.len == 1 ? "" : "s");
	for (size_t i = 0; i < g->rows.len && i < ROWS_SHOWN; i++)
		print_partition(r, &g->rows.at[i], i == 0, to);
	if (g->rows.len > ROWS_SHOWN)
		fprintf(to, "  or     %zu more (--json shows them)\n", g->rows.len - ROWS_SHOWN);
	print_sides("              ", r->subjects[OLD].role, '|', r->subjects[NEW].role, to);
	print_part(r, "stdout", left->out, right->out, to);
	print_part(r, "stderr", left->err, right->err, to);
	print_part(r, "ends", left->ends, right->ends, to);
	print_part(r, "files", left->files, right->files, to);
	print_part(r, "undefined", left->undefined, right->undefined, to);
}

void print_groups(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	for (int relation = 0; relation < RESULT_RELATIONS; relation++) {
		u32 number = 0;
		for (size_t i = 0; i < v->groups.len; i++)
			if (v->groups.at[i].relation == (ResultRelation)relation && ++number <= GROUPS_SHOWN)
				print_group(r, &v->groups.at[i], number, to);
		if (number > GROUPS_SHOWN)
			fprintf(to, "\nand %u more that are %s (--json shows them)\n", number - GROUPS_SHOWN,
					result_relation_name((ResultRelation)relation));
	}
	fprintf(to, "\npartitions: %llu equal", (unsigned long long)v->rows[RESULT_EQUAL]);
	if (v->untouched)
		fprintf(to, " (%llu of them execute no change)", (unsigned long long)v->untouched);
	fprintf(to, ", %llu different", (unsigned long long)v->rows[RESULT_DIFFERS]);
	if (v->rows[RESULT_UNKNOWN])
		fprintf(to, ", %llu unknown", (unsigned long long)v->rows[RESULT_UNKNOWN]);
	fprintf(to, "\n");
}
