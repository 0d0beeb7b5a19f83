/* github.c: a result as annotations for GitHub Actions: one line for each finding, shown at its
 * location in the change, and one for the verdict. */
#include "output/result/findings.h"

/* Values end at a comma or colon, messages at the end of the line. */
static void write_escaped(const char *s, bool value, FILE *to)
{
	for (; *s; s++)
		if (*s == '%' || *s == '\n' || *s == '\r' || (value && (*s == ',' || *s == ':')))
			fprintf(to, "%%%02X", (unsigned char)*s);
		else
			fputc(*s, to);
}

static void write_finding(const Result *r, const ResultFinding *f, FILE *to)
{
	fprintf(to, "::error ");
	if (f->at.file) {
		fprintf(to, "file=");
		char *name = relative_name(r, f->at.file);
		write_escaped(name, true, to);
		free(name);
		fprintf(to, ",line=%u,endLine=%u,", f->at.first, f->at.last);
	}
	fprintf(to, "title=");
	fprintf(to, "drift %s%%3A ", r->command);
	write_escaped(f->rule, true, to);
	fprintf(to, "::");
	write_escaped(f->title, false, to);
	fprintf(to, "%%0A");
	write_escaped(f->text, false, to);
	fputc('\n', to);
}

void result_write_github(const Result *r, FILE *to)
{
	ResultFindings found = {0};
	findings_of(r, &found);
	for (size_t i = 0; i < found.len; i++)
		write_finding(r, &found.at[i], to);
	char *verdict = verdict_text(r);
	fprintf(to, "::notice title=drift %s::", r->command);
	write_escaped(verdict, false, to);
	fputc('\n', to);
	free(verdict);
	findings_free(&found);
}
