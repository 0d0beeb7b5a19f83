/* markdown.c: a result as a comment on a pull request: the verdict, a table of findings, open
 * questions. It stays short: the tests and result.json have the details. */
#include "output/result/findings.h"

enum {
	ROWS = 20,  /* findings in the table */
	NOTES = 8,  /* lines on what was left open */
	WIDE = 120, /* characters of a cell */
};

/* Text in a cell, as code; empty is visible as such. */
static void write_cell(const char *s, size_t n, FILE *to)
{
	if (!n) {
		fputs(" *nothing* |", to);
		return;
	}
	fputs(" <code>", to);
	for (size_t i = 0; i < n && i < WIDE; i++) {
		unsigned char c = (unsigned char)s[i];
		switch (c) {
		case '<': fputs("&lt;", to); break;
		case '>': fputs("&gt;", to); break;
		case '&': fputs("&amp;", to); break;
		case '|': fputs("&#124;", to); break;
		case '`':
		case '*':
		case '_':
		case '[':
		case ']':
		case '\\': fprintf(to, "&#%u;", c); break;
		case '\n':
			if (i + 1 < n)
				fputs("<br>", to);
			break;
		default: fputc(c < 32 || c > 126 ? '?' : c, to);
		}
	}
	fprintf(to, "%s</code> |", n > WIDE ? "..." : "");
}

static void write_text(const char *s, FILE *to)
{
	write_cell(s, strlen(s), to);
}

/* "src/a.c:12" */
static void write_location(const Result *r, const ResultLines *at, FILE *to)
{
	char *name = at->file ? relative_name(r, at->file) : xstrdup("");
	char *text = at->file ? xasprintf("%s:%u", name, at->first) : xstrdup("");
	write_text(text, to);
	free(text);
	free(name);
}

/* What a version does that the other does not: its output, and how it ends. */
static void write_side(const ResultDifference *d, int side, FILE *to)
{
	const ResultSide *s = &d->side[side], *other = &d->side[!side];
	ResultBytes out = s->printed.out, err = s->printed.err;
	bool ends = strcmp(s->ends, other->ends) != 0;
	Buf text = {0};
	if (out.n != other->printed.out.n || memcmp(out.at, other->printed.out.at, out.n) != 0)
		buf_add(&text, out.at, out.n);
	else if (err.n != other->printed.err.n || memcmp(err.at, other->printed.err.at, err.n) != 0)
		buf_add(&text, err.at, err.n);
	else
		ends = true;
	if (ends && text.len > WIDE / 2) /* the end must be seen */
		text.len = WIDE / 2;
	if (ends && text.len)
		buf_addf(&text, "%s(%s)", text.at[text.len - 1] == '\n' ? "" : "\n", s->ends);
	else if (ends)
		buf_adds(&text, s->ends);
	write_cell(buf_str(&text), text.len, to);
	buf_free(&text);
}

/* A row for each kind. */
static void write_differences(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	u32 rows = 0;
	fprintf(to, "\n| | input | %s | %s | change |\n|---|---|---|---|---|\n", r->subjects[OLD].role,
			r->subjects[NEW].role);
	ResultFindings found = {0};
	findings_of(r, &found);
	for (size_t i = 0; i < v->differences.len; i++) {
		if (v->differences.at[i].like || ++rows > ROWS)
			continue;
		ResultKind k = kind_of(v, &v->differences.at[i]);
		Buf input = {0};
		add_command(r, k.first, &input);
		fprintf(to, "| %u%s |", k.first->group, k.first->confirmed ? "" : " (unconfirmed)");
		write_text(buf_str(&input), to);
		write_side(k.first, OLD, to);
		write_side(k.first, NEW, to);
		write_location(r, &found.at[rows - 1].at, to);
		fputc('\n', to);
		if (k.n > 1)
			fprintf(to, "| | *%u more like it* | | | |\n", k.n - 1);
		buf_free(&input);
	}
	findings_free(&found);
	if (rows > ROWS)
		fprintf(to, "\nand %u more kinds in result.json\n", rows - ROWS);
}

static void write_findings(const Result *r, FILE *to)
{
	ResultFindings found = {0};
	findings_of(r, &found);
	if (found.len)
		fprintf(to, "\n| kind | what | where |\n|---|---|---|\n");
	for (size_t i = 0; i < found.len && i < ROWS; i++) {
		fprintf(to, "|");
		write_text(found.at[i].rule, to);
		write_text(found.at[i].title, to);
		write_location(r, &found.at[i].at, to);
		fputc('\n', to);
	}
	if (found.len > ROWS)
		fprintf(to, "\nand %zu more\n", found.len - ROWS);
	findings_free(&found);
}

static void write_open(const Result *r, FILE *to)
{
	size_t n = 0, accepted = 0;
	if (r->over)
		fprintf(to, "\nNot exhaustive: %s.\n", result_end_words(r->ended));
	for (size_t i = 0; i < r->notes.len; i++) {
		if (!r->notes.at[i].incomplete)
			continue;
		if (n++ < NOTES)
			fprintf(to, "%s- left open: %s\n", n == 1 ? "\n" : "", r->notes.at[i].what);
	}
	if (n > NOTES)
		fprintf(to, "- and %zu more\n", n - NOTES);
	for (size_t i = 0; i < r->versions.accepted.len; i++)
		if (r->versions.accepted.at[i].differs)
			fprintf(to, "%s- accepted: %s\n", accepted++ ? "" : "\n",
					r->versions.accepted.at[i].test ? r->versions.accepted.at[i].test
													: r->versions.accepted.at[i].reason);
}

void result_write_markdown(const Result *r, FILE *to)
{
	if (r->parts & RESULT_COMPARE && r->compare) {
		fprintf(to, "### drift %s: %s\n", r->command, verdict_name(r->verdict));
		markdown_strategies(r, to);
		return;
	}
	char *verdict = verdict_text(r);
	fprintf(to, "### drift %s: %s\n\n%s\n", r->command, verdict_name(r->verdict), verdict);
	free(verdict);
	if (r->parts & RESULT_DIFFERENCES && r->versions.differences.len)
		write_differences(r, to);
	else
		write_findings(r, to);
	write_open(r, to);
}
