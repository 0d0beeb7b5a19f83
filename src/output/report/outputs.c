/* outputs.c: two outputs side by side, the difference marked. */
#include "output/report/beside.h"
#include "output/report/impl.h"

enum { MOST_LINES = 400 }; /* of an output */

static void write_cell(FILE *to, const PageLines *lines, const BesideRow *row, int side,
					   const PageLines *other)
{
	u32 mine = row->line[side], its = row->line[!side];
	const char *only = side ? "new" : "old", *class = row->same ? "" : only;
	fprintf(to, "<td class=\"%s\">", mine ? class : "none");
	if (mine) {
		PageLine line = lines->at[mine - 1];
		size_t front = 0, back = 0;
		if (!row->same && its)
			line_common(line, other->at[its - 1], &front, &back);
		html_bytes(to, line.at, front);
		if (!row->same)
			fputs("<mark>", to);
		html_bytes(to, line.at + front, line.n - front - back);
		if (!row->same)
			fputs("</mark>", to);
		html_bytes(to, line.at + line.n - back, back);
	}
	fputs("</td>", to);
}

void write_outputs(const Report *r, const char *what, const char *left, const char *right)
{
	if (!*left && !*right)
		return;
	PageLines lines[2] = {{0}, {0}};
	BesideRows rows = {0};
	lines_of(left, strlen(left), &lines[0]);
	lines_of(right, strlen(right), &lines[1]);
	beside(&lines[0], &lines[1], &rows);
	fputs("<table class=\"beside\"><caption>", r->to);
	html_text(r->to, what);
	fputs("</caption><tr><th>old</th><th>new</th></tr>\n", r->to);
	for (size_t i = 0; i < rows.len && i < MOST_LINES; i++) {
		fputs(rows.at[i].same ? "<tr class=\"same\">" : "<tr>", r->to);
		for (int side = 0; side < 2; side++) {
			if (!lines[side].len && !i)
				fputs("<td class=\"none\"><i>nothing</i></td>", r->to);
			else
				write_cell(r->to, &lines[side], &rows.at[i], side, &lines[!side]);
		}
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	if (rows.len > MOST_LINES)
		fprintf(r->to, "<p class=\"small\">and %zu lines more</p>\n", rows.len - MOST_LINES);
	for (int side = 0; side < 2; side++)
		vec_free(&lines[side]);
	vec_free(&rows);
}
