/* text.c: a result for people. */
#include "output/result/explained.h"
#include "output/result/impl.h"

/* ---- notes ---- */

/* Without the text that surrounds it in every output. */
static const char *without(const char *what, const char *front)
{
	size_t n = strlen(front);
	return !strncmp(what, front, n) && !strncmp(what + n, ": ", 2) ? what + n + 2 : what;
}

static void print_note(const ResultNote *n, bool brief, FILE *to)
{
	const char *what = brief ? without(without(n->what, n->where.text), n->kind) : n->what;
	fprintf(to, "  %s: %s", n->kind, what);
	if (result_somewhere(&n->where))
		fprintf(to, " (%s)", n->where.text);
	if (n->count > 1)
		fprintf(to, ", %llu times", (unsigned long long)n->count);
	fprintf(to, "\n");
}

size_t count_notes(const Result *r, bool incomplete)
{
	size_t n = 0;
	for (size_t i = 0; i < r->notes.len; i++)
		n += r->notes.at[i].incomplete == incomplete;
	return n;
}

void print_limit(const Result *r, FILE *to)
{
	if (!r->over)
		return;
	fprintf(to, "  budget: %s", result_end_words(r->ended));
	if (r->waiting)
		fprintf(to, "; %zu branch%s left to try", r->waiting, r->waiting == 1 ? "" : "es");
	fprintf(to, "\n");
}

void print_notes(const Result *r, bool incomplete, size_t most, bool brief, FILE *to)
{
	size_t n = 0;
	for (size_t i = 0; i < r->notes.len; i++)
		if (r->notes.at[i].incomplete == incomplete && n++ < most)
			print_note(&r->notes.at[i], brief, to);
	if (n > most)
		fprintf(to, "  and %zu more%s\n", n - most, r->dir ? ", see result.json" : "");
}

/* ---- differences that are explained ---- */

static void print_explained(const Result *r, FILE *to)
{
	for (size_t i = 0; i < r->versions.differences.len; i++) {
		const ResultDifference *d = &r->versions.differences.at[i];
		if (!d->explained)
			continue;
		fprintf(to, "\ndifference %u explained: %s%s%s\n", d->group, r->name, *d->input ? " " : "",
				d->input);
		result_write_explained(r, d->explained, to);
	}
}

/* The versions do not differ, or it is not known. */
static void print_unexplained(const Result *r, FILE *to)
{
	if (r->verdict == VERDICT_NO_DIFFERENCE && r->notes.len) {
		fprintf(to, "nothing to explain: %s\n", r->notes.at[0].what);
		return;
	}
	print_meaning(r->verdict, to);
	if (*result_end_words(r->ended))
		fprintf(to, "  budget: %s\n", result_end_words(r->ended));
}

/* ---- the whole ---- */

void result_write_answer(const Result *r, FILE *to)
{
	print_verdict(r, to);
}

void result_write_text(const Result *r, FILE *to)
{
	if (r->parts & RESULT_CASES)
		print_cases(r, to);
	if (r->parts & RESULT_PARTITIONS && !r->versions.same_code)
		print_groups(r, to);
	if (r->parts & RESULT_CONTRACTS)
		print_contracts(r, to);
	if (r->parts & RESULT_COMPARE && r->compare)
		print_strategies(r, to);
	if (r->parts & RESULT_SUITE)
		print_suite(r, to);
	if (r->parts & RESULT_VERSIONS)
		print_versions(r, to);
	if (r->parts & RESULT_INTERACTIONS)
		print_interactions(r, to);
	if (r->parts & RESULT_WHY)
		print_why(r, to);
	if (r->parts & RESULT_DIFFERENCES)
		print_explained(r, to);
	if (r->parts & RESULT_EXPLAINED && r->explained)
		result_write_explained(r, r->explained, to);
	else if (r->parts & RESULT_EXPLAINED)
		print_unexplained(r, to);
}
