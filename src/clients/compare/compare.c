/* compare.c: the table of strategies, and rows from results. */
#include "clients/compare/compare.h"

enum { NO_PRUNE = 0, ALL = (1 << N_PRUNES) - 1 };

static const CompareStrategy table[] = {
	{"path", STRATEGY_PATH, NO_PRUNE, false, false},           /* PCExplore; Pex in eXpress */
	{"path+prune", STRATEGY_PATH, ALL, false, false},          /* eXpress */
	{"reach", STRATEGY_REACH, ALL, false, false},              /* REACH */
	{"signature", STRATEGY_SIGNATURE, NO_PRUNE, false, false}, /* CBPE_SD */
	{"output", STRATEGY_OUTPUT, NO_PRUNE, false, false},       /* PESO, RSCExplore */
	{"sequence", STRATEGY_SEQUENCE, ALL, true, true},          /* the change sequence graph */
	{"isolation", STRATEGY_DIRECTED, ALL, false, false}, /* each change as a target of its own */
	{"random", STRATEGY_RANDOM, NO_PRUNE, false, false},
	{"new", STRATEGY_NEW, NO_PRUNE, false, false}, /* tests of NEW alone, run in both */
	{"directed", STRATEGY_DIRECTED, ALL, true, false},
	{"auto", STRATEGY_AUTO, ALL, true, true},
	{"auto-prune", STRATEGY_AUTO, NO_PRUNE, true, true},
};

const CompareStrategy *compare_strategy(const char *name, size_t n, Err *err)
{
	Buf names = {0};
	for (size_t i = 0; i < countof(table); i++) {
		if (strlen(table[i].name) == n && !strncmp(table[i].name, name, n)) {
			buf_free(&names);
			return &table[i];
		}
		buf_addf(&names, "%s%s", i ? ", " : "", table[i].name);
	}
	err_set(err, "--strategies '%.*s': a list of %s", (int)n, name, buf_str(&names));
	buf_free(&names);
	return NULL;
}

static bool is_error(const ResultDifference *d)
{
	return d->judged.class &&
		   (!strcmp(d->judged.class, "regression") || !strcmp(d->judged.class, "incomplete-fix"));
}

static int by_runs(const void *a, const void *b)
{
	u64 x = ((const ResultComparePoint *)a)->runs, y = ((const ResultComparePoint *)b)->runs;
	return x < y ? -1 : x > y;
}

/* Differences that waited for their confirmation are reported later than they were found. */
static void sort_curve(ResultCompareRow *row)
{
	if (row->curve.len)
		qsort(row->curve.at, row->curve.len, sizeof *row->curve.at, by_runs);
	for (size_t i = 0; i < row->curve.len; i++)
		row->curve.at[i].found = (u32)i + 1;
}

void compare_take(const Result *of, ResultCompareRow *row)
{
	const ResultVersions *v = &of->versions;
	row->verdict = verdict_name(of->verdict);
	row->exhaustive = of->exhaustive;
	row->ended = result_end_name(of->ended);
	row->runs = (u64)result_value(of, "", "runs_of_search");
	row->solver_calls = (u64)result_value(of, "solver", "calls");
	row->differences = v->semantic;
	row->changes = result_executed(of);
	for (size_t i = 0; i < v->differences.len; i++) {
		const ResultDifference *d = &v->differences.at[i];
		row->errors += is_error(d);
		if (!row->first || d->runs < row->first)
			row->first = d->runs ? d->runs : 1;
		vec_push(&row->curve, ((ResultComparePoint){d->runs, 0}));
	}
	sort_curve(row);
	vec_push(&row->curve, ((ResultComparePoint){row->runs, (u32)v->differences.len}));
}
