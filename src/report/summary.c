/* summary.c: results in words. */
#include "report/report_impl.h"

/* "path" or "partition" */
static const char *case_noun(const Report *r)
{
	return r->config.by == BY_PATH ? "path" : "partition";
}

static void print_share(FILE *to, const char *what, u32 part, u32 whole)
{
	fprintf(to, "%u of %u %s (%.1f %%)", part, whole, what,
			whole ? 100.0 * (double)part / (double)whole : 100.0);
}

static void print_coverage(const Report *r, FILE *to)
{
	Coverage list = {0};
	FileCoverage sum = {0};
	coverage_collect(r->config.loaded, r->config.machine, &list);
	for (size_t i = 0; i < list.len; i++) {
		sum.lines += list.at[i].lines;
		sum.lines_total += list.at[i].lines_total;
		sum.branches += list.at[i].branches;
		sum.branches_total += list.at[i].branches_total;
	}
	vec_free(&list);
	fprintf(to, "coverage:  ");
	print_share(to, "lines", sum.lines, sum.lines_total);
	fprintf(to, ", ");
	print_share(to, "branches", sum.branches, sum.branches_total);
	fprintf(to, "\n");
}

static void print_solver(const ExploreStats *s, FILE *to)
{
	fprintf(to, "solver:    %llu calls in %.2f s:", (unsigned long long)s->solve.calls,
			s->solve.total_seconds);
	for (int i = 0; i < SOLVE_N_LAYERS; i++)
		fprintf(to, "%s %s %llu", i ? "," : "", solve_layer_name((SolveLayer)i),
				(unsigned long long)s->solve.answered[i]);
	fprintf(to, "\n");
}

static void print_errors(const Report *r, FILE *to)
{
	Buf line = {0};
	fprintf(to, "errors:    %zu\n", r->failures.len);
	for (size_t i = 0; i < r->failures.len; i++) {
		const Failure *f = &r->failures.at[i];
		buf_reset(&line);
		buf_addf(&line, "  %s", f->kind);
		if (f->loc) {
			buf_adds(&line, " at ");
			program_place(r->config.loaded, f->loc, &line);
		} else if (*f->report) {
			buf_addf(&line, ": %.*s", (int)strcspn(f->report, "\n"), f->report);
		}
		buf_addf(&line, ", %llu %s%s", (unsigned long long)f->count, case_noun(r),
				 f->count == 1 ? "" : "s");
		if (f->test)
			buf_addf(&line, ": %s/tests/%04u", r->config.dir, f->test);
		fprintf(to, "%s\n", line.at);
	}
	buf_free(&line);
}

static void print_remarks(const Report *r, bool incomplete, FILE *to)
{
	size_t n;
	const Remark *list = explorer_remarks(r->config.explorer, &n);
	Buf place = {0};
	for (size_t i = 0; i < n; i++) {
		if (list[i].incomplete != incomplete)
			continue;
		fprintf(to, "  %s: %s", list[i].kind, list[i].what);
		if (list[i].loc) {
			buf_reset(&place);
			program_place(r->config.loaded, list[i].loc, &place);
			fprintf(to, " (%s)", place.at);
		}
		if (list[i].count > 1)
			fprintf(to, ", %llu times", (unsigned long long)list[i].count);
		fprintf(to, "\n");
	}
	buf_free(&place);
}

static bool has_remarks(const Report *r, bool incomplete)
{
	size_t n;
	const Remark *list = explorer_remarks(r->config.explorer, &n);
	for (size_t i = 0; i < n; i++)
		if (list[i].incomplete == incomplete)
			return true;
	return false;
}

enum { MOST_LINES = 200 };

/* condition => output, one line for each partition. */
static void print_signature(Report *r, FILE *to)
{
	for (size_t i = 0; i < r->cases.len && i < MOST_LINES; i++)
		fprintf(to, "  %s => %s\n", condition_text(r, &r->cases.at[i]), r->cases.at[i].signature);
	if (r->cases.len > MOST_LINES)
		fprintf(to, "  and %zu more in %s/result.json\n", r->cases.len - MOST_LINES, r->config.dir);
}

/* "paths:     8, ..." and for partitions what each of them is. */
static void print_cases(Report *r, const ExploreStats *s, bool exhaustive, FILE *to)
{
	bool paths = r->config.by == BY_PATH;
	fprintf(to, "%s%llu%s, %zu distinct outcome%s",
			paths ? "paths:     " : "partitions: ", (unsigned long long)s->paths,
			exhaustive ? ", which are all there are" : "", r->outcomes.len,
			r->outcomes.len == 1 ? "" : "s");
	if (!paths)
		fprintf(to, ", by %s; %.1f constraints each", condition_name(r->config.by),
				r->cases.len ? (double)r->constraints / (double)r->cases.len : 0.0);
	fprintf(to, "\n");
	if (!paths)
		print_signature(r, to);
}

WorldView report_world(const Report *r, bool ended)
{
	return (WorldView){.program = {r->config.loaded},
					   .machine = {r->config.machine},
					   .n = 1,
					   .inputs = r->config.inputs,
					   .ended = ended};
}

void report_summary(Report *r, ExploreEnd end, FILE *to)
{
	static const char *const budgets[] = {"", "the time is up (--time)",
										  "the number of runs is reached (--runs)",
										  "it was stopped", "it takes too much memory (--memory)"};
	const ExploreStats *s = explorer_stats(r->config.explorer);
	bool exhaustive = explorer_exhaustive(r->config.explorer);
	print_cases(r, s, exhaustive, to);
	print_errors(r, to);
	print_coverage(r, to);
	fprintf(to, "runs:      %llu in %.2f s (%.0f a second), %llu instructions\n",
			(unsigned long long)s->runs, s->seconds,
			s->seconds > 0 ? (double)s->runs / s->seconds : 0.0,
			(unsigned long long)s->instructions);
	print_solver(s, to);
	WorldView world = report_world(r, true);
	world_print(&world, "world:     ", "", to);
	if (r->tests)
		fprintf(to, "tests:     %u in %s/tests; run them natively with %s/tests/run.sh\n", r->tests,
				r->config.dir, r->config.dir);
	if (!exhaustive) {
		fprintf(to, "not exhaustive:\n");
		if (end != END_DONE)
			fprintf(to, "  budget: %s, %zu decision%s waiting\n", budgets[end],
					explorer_waiting(r->config.explorer),
					explorer_waiting(r->config.explorer) == 1 ? "" : "s");
		print_remarks(r, true, to);
	}
	if (has_remarks(r, false)) {
		fprintf(to, "notes:\n");
		print_remarks(r, false, to);
	}
}

void report_status(Report *r, Buf *line)
{
	const ExploreStats *s = explorer_stats(r->config.explorer);
	double seconds = s->seconds > 0 ? s->seconds : 1e-9;
	buf_addf(line,
			 "%.0f s  %llu %ss  %zu outcomes  %zu errors  %.0f runs/s  %zu waiting  solver %.0f %%",
			 s->seconds, (unsigned long long)s->paths, case_noun(r), r->outcomes.len,
			 r->failures.len, (double)s->runs / seconds, explorer_waiting(r->config.explorer),
			 100 * s->solve.total_seconds / seconds);
}
