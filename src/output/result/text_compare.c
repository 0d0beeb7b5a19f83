/* text_compare.c: strategies side by side, as text and as a table in Markdown. */
#include "output/result/compare.h"
#include "output/result/impl.h"

enum { COLUMNS = 14, CELL = 32 };

/* A row of the table as texts. */
typedef struct Cells {
	char at[COLUMNS][CELL];
} Cells;

static const char *const heads[COLUMNS] = {
	"strategy", "order", "runs",  "solver",  "seconds", "changes",    "differences",
	"errors",   "first", "tests", "execute", "differ",  "partitions", "shown"};
enum { ERRORS = 7, TEXTS = 2 }; /* column of errors; columns that begin at the left */

static void number(char to[CELL], u64 n)
{
	snprintf(to, CELL, "%llu", (unsigned long long)n);
}

static Cells cells_of(const ResultCompare *c, const ResultCompareRow *r)
{
	Cells x = {0};
	snprintf(x.at[0], CELL, "%s", r->strategy);
	snprintf(x.at[1], CELL, "%s", r->order ? r->order : "own");
	snprintf(x.at[2], CELL, "%llu%s", (unsigned long long)r->runs, r->exhaustive ? " all" : "");
	number(x.at[3], r->solver_calls);
	snprintf(x.at[4], CELL, "%.2f", r->seconds);
	snprintf(x.at[5], CELL, "%u of %u", r->changes, c->changes);
	number(x.at[6], r->differences);
	number(x.at[7], r->errors);
	if (r->first)
		number(x.at[8], r->first);
	else
		snprintf(x.at[8], CELL, "-");
	number(x.at[9], r->tests);
	number(x.at[10], r->executing);
	number(x.at[11], r->differing);
	number(x.at[12], r->partitions);
	number(x.at[13], r->exposed);
	return x;
}

static bool column_shown(const ResultCompare *c, int k)
{
	return k != ERRORS || c->golden;
}

static void print_budget(const ResultCompare *c, FILE *to)
{
	fprintf(to, "each search: ");
	if (c->runs)
		fprintf(to, "at most %llu runs", (unsigned long long)c->runs);
	if (c->time > 0)
		fprintf(to, "%sat most %g s", c->runs ? ", " : "", c->time);
	if (!c->runs && c->time <= 0)
		fprintf(to, "without limit");
}

static void print_all(const ResultCompare *c, FILE *to)
{
	fprintf(to, "all tests together: %u partition%s by output, %u semantic change%s shown\n",
			c->partitions, c->partitions == 1 ? "" : "s", c->exposed, c->exposed == 1 ? "" : "s");
	if (c->left)
		fprintf(to, "stopped: %u search%s not begun\n", c->left, c->left == 1 ? " was" : "es were");
}

void print_strategies(const Result *r, FILE *to)
{
	const ResultCompare *c = r->compare;
	int wide[COLUMNS];
	for (int k = 0; k < COLUMNS; k++)
		wide[k] = (int)strlen(heads[k]);
	for (size_t i = 0; i < c->rows.len; i++) {
		Cells x = cells_of(c, &c->rows.at[i]);
		for (int k = 0; k < COLUMNS; k++)
			wide[k] = (int)strlen(x.at[k]) > wide[k] ? (int)strlen(x.at[k]) : wide[k];
	}
	print_budget(c, to);
	fprintf(to, "\n\n");
	for (size_t i = 0; i <= c->rows.len; i++) {
		Cells x = i ? cells_of(c, &c->rows.at[i - 1]) : (Cells){0};
		for (int k = 0; k < COLUMNS; k++)
			if (column_shown(c, k))
				fprintf(to, k < TEXTS ? "%s%-*s" : "%s%*s", k ? "  " : "", wide[k],
						i ? x.at[k] : heads[k]);
		fprintf(to, "\n");
	}
	fprintf(to, "\n");
	print_all(c, to);
	if (r->dir)
		fprintf(to, "results and tests of each search: %s/STRATEGY\n", r->dir);
	print_meaning(r->verdict, to);
}

void markdown_strategies(const Result *r, FILE *to)
{
	const ResultCompare *c = r->compare;
	fprintf(to, "\n");
	for (size_t i = 0; i <= c->rows.len; i++) {
		Cells x = i ? cells_of(c, &c->rows.at[i - 1]) : (Cells){0};
		for (int k = 0; k < COLUMNS; k++)
			if (column_shown(c, k))
				fprintf(to, "%s %s", k ? " |" : "|", i ? x.at[k] : heads[k]);
		fprintf(to, " |\n");
		if (i)
			continue;
		for (int k = 0; k < COLUMNS; k++)
			if (column_shown(c, k))
				fprintf(to, k < TEXTS ? "|---" : "|---:");
		fprintf(to, "|\n");
	}
	fprintf(to, "\n");
	print_budget(c, to);
	fprintf(to, "; ");
	print_all(c, to);
}
