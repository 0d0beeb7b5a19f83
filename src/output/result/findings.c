/* findings.c: the findings of a result as a list, for formats that need no more. */
#include "output/result/findings.h"

#include "base/paint.h"
#include "output/result/explained.h"

#include <unistd.h>

/* ---- names of files ---- */

/* The part of file below dir, or NULL. */
static const char *below(const char *file, const char *dir)
{
	size_t n = strlen(dir);
	while (n && dir[n - 1] == '/')
		n--;
	if (!n || strncmp(file, dir, n) != 0 || file[n] != '/')
		return NULL;
	file += n;
	while (*file == '/')
		file++;
	return *file ? file : NULL;
}

char *relative_name(const Result *r, const char *file)
{
	char here[4096];
	while (!strncmp(file, "./", 2))
		file += 2;
	char *full =
		*file != '/' && getcwd(here, sizeof here) ? xasprintf("%s/%s", here, file) : xstrdup(file);
	const char *found = NULL;
	for (size_t i = 0; !found && i < r->strip.len; i++)
		found = below(full, r->strip.at[i]);
	if (!found && *file == '/' && getcwd(here, sizeof here))
		found = below(file, here);
	char *name = xstrdup(found ? found : file);
	free(full);
	return name;
}

/* ---- places ---- */

/* The first of these changes that has lines; those of the newest version that has them. */
static ResultLines location_of(const Result *r, const u32 *ids, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const ResultChange *c = &r->versions.changes.at[ids[i] - 1];
		for (int side = RESULT_SUBJECTS; side-- > 0;)
			if (c->lines[side].len)
				return c->lines[side].at[0];
	}
	return (ResultLines){0};
}

/* ---- what was found ---- */

/* A file that becomes a text. */
typedef struct TextFile {
	char *text;
	size_t n;
	FILE *file;
	FILE *to; /* what is written to: the file, without directories that all have */
} TextFile;

static FILE *text_open(TextFile *m, const Result *r)
{
	*m = (TextFile){0};
	m->file = xmemstream(&m->text, &m->n);
	m->to = r->strip.len ? paint_open(m->file, false, &r->strip) : m->file;
	return m->to;
}

/* To be freed. */
static char *text_close(TextFile *m)
{
	if (m->to != m->file)
		fclose(m->to);
	fclose(m->file);
	return m->text;
}

static char *difference_text(const Result *r, const ResultDifference *d)
{
	TextFile m;
	result_write_difference(r, d, text_open(&m, r));
	char *whole = text_close(&m), *text = xstrdup(whole + strspn(whole, "\n"));
	free(whole);
	return text;
}

static void add_differences(const Result *r, ResultFindings *to)
{
	for (size_t i = 0; i < r->versions.differences.len; i++) {
		const ResultDifference *d = &r->versions.differences.at[i];
		vec_push(to, ((ResultFinding){
						 .rule = d->unconfirmed ? "unconfirmed" : "difference",
						 .title = xasprintf("%s and %s differ on: %s%s%s", r->subjects[OLD].role,
											r->subjects[NEW].role, r->name, *d->input ? " " : "",
											d->input),
						 .text = difference_text(r, d),
						 .at = location_of(r, d->changes.at, d->changes.len),
						 .test = d->test,
						 .seconds = d->seconds,
					 }));
	}
}

static void add_doing(Buf *to, const char *role, const ResultDoing *d)
{
	buf_addf(to, "  %s: ", role);
	if (*d->out)
		buf_addf(to, "\"%s\", ", d->out);
	if (*d->err)
		buf_addf(to, "stderr \"%s\", ", d->err);
	buf_addf(to, "%s\n", d->ends);
}

static void add_groups(const Result *r, ResultFindings *to)
{
	for (size_t i = 0; i < r->versions.groups.len; i++) {
		const ResultGroup *g = &r->versions.groups.at[i];
		if (g->relation != RESULT_DIFFERS || !g->rows.len)
			continue;
		const ResultRow *row = &g->rows.at[0];
		Buf text = {0};
		for (size_t k = 0; k < g->rows.len; k++)
			buf_addf(&text, "when %s%s%s\n", g->rows.at[k].condition,
					 g->rows.at[k].differs_if ? " and " : "",
					 g->rows.at[k].differs_if ? g->rows.at[k].differs_if : "");
		for (int side = OLD; side <= NEW; side++)
			add_doing(&text, r->subjects[side].role, &g->doing[side]);
		vec_push(to, ((ResultFinding){
						 .rule = "difference",
						 .title = xasprintf("%s and %s differ, for example on: %s%s%s",
											r->subjects[OLD].role, r->subjects[NEW].role, r->name,
											*row->input ? " " : "", row->input),
						 .text = xstrdup(buf_str(&text)),
						 .at = location_of(r, row->changes.at, row->changes.len),
					 }));
		buf_free(&text);
	}
}

static void add_errors(const Result *r, ResultFindings *to)
{
	for (size_t i = 0; i < r->cases.errors.len; i++) {
		const ResultError *e = &r->cases.errors.at[i];
		vec_push(to, ((ResultFinding){
						 .rule = e->kind,
						 .title = xasprintf("%s at %s, on %llu path%s", e->kind, e->where.text,
											(unsigned long long)e->count, e->count == 1 ? "" : "s"),
						 .text = xstrdup(e->report),
						 .at = e->where.lines,
						 .test = e->test,
					 }));
	}
}

static void add_clauses(const Result *r, ResultFindings *to)
{
	for (size_t i = 0; i < r->versions.contracts.len; i++) {
		const ResultContract *c = &r->versions.contracts.at[i];
		for (size_t k = 0; k < c->clauses.len; k++) {
			const ResultClause *one = &c->clauses.at[k];
			if (one->verdict != VERDICT_VIOLATED && one->verdict != VERDICT_VACUOUS)
				continue;
			TextFile m;
			print_clause(r, one, text_open(&m, r));
			vec_push(to,
					 ((ResultFinding){
						 .rule = one->verdict == VERDICT_VIOLATED ? "contract" : "vacuous-contract",
						 .title = xasprintf("%s: %s: %s", c->function, verdict_name(one->verdict),
											one->text),
						 .text = text_close(&m),
						 .at = c->where.lines,
						 .note = one->verdict == VERDICT_VACUOUS,
					 }));
		}
	}
}

static void add_explained(const Result *r, ResultFindings *to)
{
	const ResultExplained *e = r->explained;
	TextFile m;
	result_write_explained(r, e, text_open(&m, r));
	ResultFinding one = {.rule = "difference",
						 .title = xasprintf("%s and %s differ on: %s%s%s", r->subjects[OLD].role,
											r->subjects[NEW].role, r->name, *e->input ? " " : "",
											e->input),
						 .text = text_close(&m),
						 .test = e->test};
	if (e->suspects.len)
		one.at = e->suspects.at[0].where.lines;
	vec_push(to, one);
}

void findings_of(const Result *r, ResultFindings *to)
{
	if (r->parts & RESULT_CONTRACTS)
		add_clauses(r, to);
	if (r->parts & RESULT_EXPLAINED && r->explained)
		add_explained(r, to);
	if (r->parts & RESULT_CASES)
		add_errors(r, to);
	if (r->parts & RESULT_PARTITIONS)
		add_groups(r, to);
	if (r->parts & RESULT_DIFFERENCES)
		add_differences(r, to);
}

void findings_free(ResultFindings *f)
{
	for (size_t i = 0; i < f->len; i++) {
		free(f->at[i].title);
		free(f->at[i].text);
	}
	vec_free(f);
}

/* ---- the whole in a few words ---- */

static void write_verdict(const Result *r, FILE *to)
{
	if (r->parts & RESULT_CONTRACTS) {
		print_contracts_verdict(r, to);
		return;
	}
	if (r->parts & RESULT_VERSIONS) {
		print_verdict(r, to);
		return;
	}
	if (r->parts & RESULT_EXPLAINED) {
		const ResultExplained *e = r->explained;
		if (e)
			fprintf(to, "different: %s, %zu suspects\n", e->differs, e->suspects.len);
		else if (r->verdict == VERDICT_NO_DIFFERENCE)
			fprintf(to, "both do the same on this input\n");
		else
			print_meaning(r->verdict, to);
		return;
	}
	size_t n = r->cases.errors.len;
	fprintf(to, "%s", verdict_name(r->verdict));
	if (n)
		fprintf(to, " at %zu location%s", n, n == 1 ? "" : "s");
	fprintf(to, ", %llu %s%s\n", (unsigned long long)r->cases.paths,
			r->cases.partitions ? "partitions" : "paths",
			r->exhaustive ? " (search exhaustive)" : "");
}

char *verdict_text(const Result *r)
{
	TextFile m;
	write_verdict(r, text_open(&m, r));
	char *text = text_close(&m);
	text[strcspn(text, "\n")] = 0;
	return text;
}

char *summary_text(const Result *r)
{
	TextFile m;
	result_write_text(r, text_open(&m, r));
	return text_close(&m);
}
