/* text_suite.c: what drift suite says of a suite, for people. */
#include "output/result/impl.h"
#include "output/result/suite.h"

enum { SHOWN = 10 }; /* semantic changes that are printed */

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static const char *items_name(const ResultSuite *s)
{
	return !strcmp(s->measure, "coverage") ? "blocks and branches" : "partitions";
}

static bool executes(const ResultSuiteTest *t, u32 change)
{
	for (size_t i = 0; i < t->changes.len; i++)
		if (t->changes.at[i] == change)
			return true;
	return false;
}

/* A row of the table: tests that execute the change; 0: none. */
static void print_row(const ResultSuite *s, u32 change, FILE *to)
{
	size_t tests = 0, differ = 0;
	for (size_t i = 0; i < s->tests.len; i++) {
		const ResultSuiteTest *t = &s->tests.at[i];
		bool counts = !t->open && (change ? executes(t, change) : !t->changes.len);
		tests += counts;
		differ += counts && t->differs;
	}
	if (change)
		fprintf(to, "  change %-4u %6zu  %6zu\n", change, tests, differ);
	else
		fprintf(to, "  no change   %6zu  %6zu\n", tests, differ);
}

static void print_table(const Result *r, const ResultSuite *s, FILE *to)
{
	size_t open = 0, refuted = 0;
	fprintf(to, "\n  executes     tests  differ\n");
	for (size_t i = 0; i < r->versions.changes.len; i++)
		print_row(s, r->versions.changes.at[i].id, to);
	print_row(s, 0, to);
	for (size_t i = 0; i < s->tests.len; i++) {
		open += s->tests.at[i].open != NULL;
		refuted += s->tests.at[i].refuted;
	}
	if (open)
		fprintf(to, "  unknown     %6zu\n", open);
	if (refuted)
		fprintf(to, "  %zu test%s differ%s in drift's machine and not natively\n", refuted,
				plural(refuted), refuted == 1 ? "s" : "");
}

/* The first test that shows each semantic change. */
static void print_shown(const Result *r, const ResultSuite *s, FILE *to)
{
	for (u32 k = 1; k <= s->semantic && k <= SHOWN; k++) {
		size_t n = 0;
		const ResultSuiteTest *first = NULL;
		for (size_t i = 0; i < s->tests.len; i++)
			if (s->tests.at[i].semantic == k && !n++)
				first = &s->tests.at[i];
		fprintf(to, "  semantic change %u: %zu test%s, first %s", k, n, plural(n), first->text);
		if (first->test && r->dir)
			fprintf(to, " (%s/suite/tests/%04u)", r->dir, first->test);
		fprintf(to, "%s\n", first->unconfirmed ? ", unconfirmed" : "");
	}
	if (s->semantic > SHOWN)
		fprintf(to, "  and %u more semantic changes, see result.json\n", s->semantic - SHOWN);
}

static void print_reduced(const Result *r, const ResultSuite *s, size_t kept, FILE *to)
{
	fprintf(to, "reduction: %zu of %zu test%s meet the same %u %s", kept, s->tests.len,
			plural(s->tests.len), s->items, items_name(s));
	if (s->exact)
		fprintf(to, "; no smaller set does");
	else
		fprintf(to, "; a smallest set has at least %u; this one is at most %.2f times as large",
				s->least, s->bound);
	if (r->dir)
		fprintf(to, " (%s/reduced)", r->dir);
	fprintf(to, "\n");
}

void print_suite(const Result *r, FILE *to)
{
	const ResultSuite *s = r->suite;
	size_t selected = 0, kept = 0, missing = r->versions.semantic - s->semantic;
	for (size_t i = 0; i < s->tests.len; i++) {
		selected += s->tests.at[i].selected;
		kept += s->tests.at[i].kept;
	}
	fprintf(to, "\nsuite: %zu test%s of %s, measure: %s\n", s->tests.len, plural(s->tests.len),
			s->seeds, s->measure);
	if (!r->versions.same_code) {
		print_table(r, s, to);
		print_shown(r, s, to);
	}
	fprintf(to, "selection: %zu of %zu test%s must run", selected, s->tests.len,
			plural(s->tests.len));
	fprintf(to, r->dir ? " (%s/selected; in order: %s/ordered)\n" : "\n", r->dir, r->dir);
	print_reduced(r, s, kept, to);
	fprintf(to, "augmentation: the suite shows %u of %u semantic change%s found; %zu missing\n",
			s->semantic, r->versions.semantic, plural(r->versions.semantic), missing);
}
