/* text_interactions.c: changes that are needed together, in words. */
#include "output/result/impl.h"

static const char *plural(u64 n)
{
	return n == 1 ? "" : "s";
}

static const ResultDifference *difference_of(const ResultVersions *v, u32 group)
{
	for (size_t i = 0; i < v->differences.len; i++)
		if (v->differences.at[i].group == group)
			return &v->differences.at[i];
	return NULL;
}

/* "change 2 (cut.c:5) and change 3 (cut.c:7)" */
static void print_changes(const ResultVersions *v, const u32 *ids, size_t n, FILE *to)
{
	for (size_t i = 0; i < n; i++) {
		const char *between = i + 1 < n ? ", " : " and ";
		fprintf(to, "%s%s", i ? between : "",
				ids[i] <= v->sequences.changes.len ? v->sequences.changes.at[ids[i] - 1] : "?");
	}
}

static void print_one(const Result *r, const ResultInteraction *x, FILE *to)
{
	enum { SHOWN = 6 }; /* differences */
	static const char *const cie[] = {
		[RESULT_FALSE] =
			"an input that drift ran has the same error without executing all these changes",
		[RESULT_TRUE] = "every input that drift ran and that has this error executes these changes",
		[RESULT_OPEN] = "unknown whether every input with this error executes these changes",
	};
	const ResultVersions *v = &r->versions;
	fprintf(to, "  ");
	print_changes(v, x->changes.at, x->changes.len, to);
	fprintf(to, ", %s\n",
			strcmp(x->by, "graph")
				? "needed together (found by experiment)"
				: "perhaps needed together (estimated, not found by experiment)");
	for (size_t i = 0; i < x->locations.len && i < SHOWN; i++)
		fprintf(to, "    %-8s %s\n", i ? "" : "meet at", x->locations.at[i]);
	if (x->locations.len > SHOWN)
		fprintf(to, "    %-8s and %zu more\n", "", x->locations.len - SHOWN);
	for (size_t i = 0; i < x->differences.len && i < SHOWN; i++) {
		const ResultDifference *d = difference_of(v, x->differences.at[i]);
		fprintf(to, "    %-8s difference %u%s%s %s\n", i ? "" : "seen in", x->differences.at[i],
				d ? ": " : "", d ? r->name : "", d ? d->input : "");
	}
	if (x->differences.len > SHOWN)
		fprintf(to, "    %-8s and %zu more\n", "", x->differences.len - SHOWN);
	fprintf(to, "    %-8s %s\n", "error", cie[x->cie]);
}

/* Differences that one change makes alone, in one line for each change. */
static void print_alone(const ResultVersions *v, FILE *to)
{
	for (u32 id = 1; id <= v->sequences.changes.len; id++) {
		size_t n = 0, last = 0;
		for (size_t i = 0; i < v->differences.len; i++) {
			const ResultJudged *j = &v->differences.at[i].judged;
			if (j->has_critical && j->edits.len < 2 && j->critical.len == 1 &&
				j->critical.at[0] == id) {
				n++;
				last = i;
			}
		}
		if (n)
			fprintf(to, "  %s alone: %zu difference%s%s\n", v->sequences.changes.at[id - 1], n,
					plural(n),
					strcmp(v->differences.at[last].judged.by, "graph") ? "" : ", estimated");
	}
}

static double share(u64 part, u64 all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

/* The paper's table 2. */
static void print_rates(const ResultSequences *s, FILE *to)
{
	static const char *const names[] = {"other", "critical"};
	u64 all = s->tests[0] + s->tests[1];
	fprintf(to, "  %-10s %8s %9s %8s %9s\n", "sequences", "runs", "of all", "differ", "of these");
	for (int i = 1; i >= 0; i--)
		fprintf(to, "  %-10s %8llu %7.2f %% %8llu %7.2f %%\n", names[i],
				(unsigned long long)s->tests[i], share(s->tests[i], all),
				(unsigned long long)s->errors[i], share(s->errors[i], s->tests[i]));
}

void print_interactions(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	const ResultSequences *s = &v->sequences;
	fprintf(to, "\ninteractions: %zu\n", v->interactions.len);
	for (size_t i = 0; i < v->interactions.len; i++)
		print_one(r, &v->interactions.at[i], to);
	print_alone(v, to);
	fprintf(to, "  sequences of changes: %llu of %s%llu possible ones executed\n",
			(unsigned long long)s->seen, s->more ? "at least " : "",
			(unsigned long long)s->possible);
	print_rates(s, to);
	if (s->why)
		fprintf(to, "  some are estimated, not found by experiment: %s\n", s->why);
	for (size_t i = 0; i < s->notes.len; i++)
		fprintf(to, "  %s\n", s->notes.at[i]);
}
