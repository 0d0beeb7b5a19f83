/* text_cases.c: what one program does, in words. */
#include "output/result/impl.h"

static void print_share(FILE *to, const char *what, u32 part, u32 whole)
{
	fprintf(to, "%u of %u %s (%.1f %%)", part, whole, what,
			whole ? 100.0 * (double)part / (double)whole : 100.0);
}

static void print_coverage(const Result *r, FILE *to)
{
	ResultCoverage sum = result_coverage(r);
	fprintf(to, "coverage:  ");
	print_share(to, "lines", sum.lines, sum.lines_total);
	fprintf(to, ", ");
	print_share(to, "branches", sum.branches, sum.branches_total);
	fprintf(to, "\n");
}

static void print_runs(const Result *r, FILE *to)
{
	fprintf(to, "runs:      %.0f in %.2f s (%.0f a second), %.0f instructions\n",
			result_value(r, "", "runs"), result_value(r, "", "seconds"),
			result_value(r, "", "runs_per_second"), result_value(r, "", "instructions"));
}

static void print_solver(const Result *r, FILE *to)
{
	fprintf(to, "solver:    %.0f calls in %.2f s\n", result_value(r, "solver", "calls"),
			result_value(r, "solver", "seconds"));
}

static const char *noun(const Result *r)
{
	return r->cases.partitions ? "partition" : "path";
}

static void print_errors(const Result *r, FILE *to)
{
	fprintf(to, "errors:    %zu\n", r->cases.errors.len);
	for (size_t i = 0; i < r->cases.errors.len; i++) {
		const ResultError *e = &r->cases.errors.at[i];
		fprintf(to, "  %s", e->kind);
		if (result_somewhere(&e->where))
			fprintf(to, " at %s", e->where.text);
		else if (*e->report)
			fprintf(to, ": %.*s", (int)strcspn(e->report, "\n"), e->report);
		fprintf(to, ", %llu %s%s", (unsigned long long)e->count, noun(r), e->count == 1 ? "" : "s");
		if (e->test)
			fprintf(to, ": %s/tests/%04u", r->dir, e->test);
		fprintf(to, "\n");
	}
}

enum { MOST_LINES = 50 }; /* of partitions; the others are in result.json */

/* condition => output, one line for each partition. */
static void print_signature(const Result *r, FILE *to)
{
	size_t n = r->cases.list.len;
	for (size_t i = 0; i < n && i < MOST_LINES; i++)
		fprintf(to, "  %s => %s\n", r->cases.list.at[i].condition, r->cases.list.at[i].signature);
	if (n > MOST_LINES)
		fprintf(to, "  and %zu more in %s/result.json\n", n - MOST_LINES, r->dir);
	if (r->cases.left_out)
		fprintf(to, "  and %llu more, which drift only counted\n",
				(unsigned long long)r->cases.left_out);
}

/* Which of several targets were executed; changes are described. */
static void print_targets(const ResultCases *all, FILE *to)
{
	if (all->targets.len < 2 && !(all->targets.len && all->targets.at[0].what))
		return;
	fprintf(to, "targets:\n");
	for (size_t i = 0; i < all->targets.len; i++) {
		const ResultTarget *t = &all->targets.at[i];
		fprintf(to, "  ");
		if (t->what)
			fprintf(to, "change %u (%s), %s", t->change, t->where, t->what);
		else
			fprintf(to, "%s", t->where);
		fprintf(to, ": executed in %llu partition%s\n", (unsigned long long)t->cases,
				t->cases == 1 ? "" : "s");
	}
}

/* "paths:     8, ..." and for partitions what each of them is. */
static void print_list(const Result *r, FILE *to)
{
	const ResultCases *all = &r->cases;
	fprintf(to, "%s%llu%s, %zu distinct outcome%s",
			all->partitions ? "partitions: " : "paths:     ", (unsigned long long)all->paths,
			r->exhaustive ? " (all)" : "", all->outcomes, all->outcomes == 1 ? "" : "s");
	if (all->partitions)
		fprintf(to, ", by %s; %.1f constraints each", all->by, result_constraints(r));
	fprintf(to, "\n");
	if (all->partitions)
		print_signature(r, to);
	print_targets(all, to);
}

static void print_doubts(const Result *r, FILE *to)
{
	if (!r->exhaustive) {
		fprintf(to, "not exhaustive:\n");
		print_limit(r, to);
		print_notes(r, true, SIZE_MAX, false, to);
	}
	if (count_notes(r, false)) {
		fprintf(to, "notes:\n");
		print_notes(r, false, SIZE_MAX, false, to);
	}
}

/* What another --tests would write. */
static void print_untested(const Result *r, FILE *to)
{
	const ResultUntested *u = &r->cases.without;
	const char *between = "           without a test:";
	const struct {
		u64 n;             /* how many */
		const char *what;  /* one of them */
		const char *more;  /* behind that */
		const char *tests; /* the option's value that writes them */
	} rows[] = {{r->cases.partitions ? 0 : u->covering, "path", " with new code", "covering"},
				{u->outcomes, "outcome", "", "outcomes"},
				{u->paths, noun(r), "", "all"}};
	for (size_t i = 0; i < countof(rows); i++) {
		if (!rows[i].n)
			continue;
		fprintf(to, "%s %llu %s%s%s (--tests %s)", between, (unsigned long long)rows[i].n,
				rows[i].what, rows[i].n == 1 ? "" : "s", rows[i].more, rows[i].tests);
		between = ",";
	}
	if (*between == ',')
		fprintf(to, "\n");
}

static void print_tests(const Result *r, FILE *to)
{
	if (!r->cases.tests)
		return;
	fprintf(to, "tests:     %u in %s/tests; run them natively with %s/tests/run.sh\n",
			r->cases.tests, r->dir, r->dir);
	print_untested(r, to);
}

void print_cases(const Result *r, FILE *to)
{
	print_list(r, to);
	print_errors(r, to);
	print_coverage(r, to);
	print_runs(r, to);
	print_solver(r, to);
	print_world(r, "world:     ", false, to);
	print_tests(r, to);
	print_doubts(r, to);
}
