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

/* Lines of a change: those of the newest version that has them. */
static ResultLines change_lines(const ResultChange *c)
{
	for (int side = RESULT_SUBJECTS; side-- > 0;)
		if (c->lines[side].len)
			return c->lines[side].at[0];
	return (ResultLines){0};
}

/* The first of these changes that has lines. */
static ResultLines location_of(const Result *r, const u32 *ids, size_t n)
{
	ResultLines at = {0};
	for (size_t i = 0; i < n && !at.file; i++)
		at = change_lines(&r->versions.changes.at[ids[i] - 1]);
	return at;
}

/* True if a change has a line of a step. */
static bool has_step(const ResultChange *c, const ResultStep *s)
{
	const ResultLines *at = &s->where.lines;
	for (size_t i = 0; at->file && i < c->lines[s->subject].len; i++) {
		const ResultLines *l = &c->lines[s->subject].at[i];
		if (!strcmp(l->file, at->file) && l->first <= at->first && at->first <= l->last)
			return true;
	}
	return false;
}

/* Where the effect of a difference begins: the change that its first step belongs to. If that is no line of a
 * change, the first executed change that has an effect at all; else the first that was executed. */
static ResultLines effect_location(const Result *r, const ResultDifference *d)
{
	const ResultChange *all = r->versions.changes.at;
	for (size_t s = 0; s < d->effect.len; s++)
		for (size_t i = 0; i < d->changes.len; i++)
			if (has_step(&all[d->changes.at[i] - 1], &d->effect.at[s]))
				return change_lines(&all[d->changes.at[i] - 1]);
	for (size_t i = 0; i < d->changes.len; i++) {
		const ResultChange *c = &all[d->changes.at[i] - 1];
		if (c->infected && change_lines(c).file)
			return change_lines(c);
	}
	return location_of(r, d->changes.at, d->changes.len);
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
	m->to = r->strip.len ? paint_open(m->file, false, &r->strip, 0) : m->file;
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

/* The difference that represents its kind, and the inputs of some others. */
static char *kind_text(const Result *r, const ResultKind *k, const ResultDifference *first)
{
	enum { OTHERS = 5 };
	TextFile m;
	FILE *to = text_open(&m, r);
	ResultDifference shown = *k->first;
	shown.brief = false;
	result_write_difference(r, &shown, to);
	u32 others = 0;
	for (size_t i = 0; i < r->versions.differences.len; i++) {
		const ResultDifference *d = &r->versions.differences.at[i];
		if (d == k->first || (d != first && d->like != first->group) || ++others > OTHERS)
			continue;
		Buf command = {0};
		add_command(r, d, &command);
		fprintf(to, "  like it %s\n", buf_str(&command));
		buf_free(&command);
	}
	if (others > OTHERS)
		fprintf(to, "  and %u more\n", others - OTHERS);
	char *whole = text_close(&m), *text = xstrdup(whole + strspn(whole, "\n"));
	free(whole);
	return text;
}

/* "./new 1 prints "2" instead of "1" (and 3 more like it)"; to be freed. */
static char *kind_title(const Result *r, const ResultKind *k)
{
	Buf title = {0};
	add_command(r, k->first, &title);
	buf_addc(&title, ' ');
	add_effect(k->first, &title);
	if (k->n > 1)
		buf_addf(&title, " (and %u more like it)", k->n - 1);
	char *text = xstrdup(buf_str(&title));
	buf_free(&title);
	return text;
}

/* One finding for each kind. */
static void add_differences(const Result *r, ResultFindings *to)
{
	for (size_t i = 0; i < r->versions.differences.len; i++) {
		const ResultDifference *first = &r->versions.differences.at[i];
		if (first->like)
			continue;
		ResultKind k = kind_of(&r->versions, first);
		vec_push(to, ((ResultFinding){
						 .rule = k.first->confirmed ? "difference" : "unconfirmed",
						 .title = kind_title(r, &k),
						 .text = kind_text(r, &k, first),
						 .at = effect_location(r, k.first),
						 .test = k.first->test,
						 .seconds = k.first->seconds,
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
			fprintf(to, "both versions do the same on this input\n");
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
