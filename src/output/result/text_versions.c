/* text_versions.c: the verdict on two versions and what it covers, in words. */
#include <ctype.h>

#include "output/result/impl.h"

enum {
	NOTES_SHOWN = 6, /* of those that cost nothing; the rest is in result.json */
	SAID = 3,        /* locations of overflows that are printed */
	SHORT = 60,      /* characters of a condition that is printed instead of an input */
};

static const char *plural(u64 n)
{
	return n == 1 ? "" : "s";
}

/* ---- overflows ---- */

static bool overflows_matter(const Result *r)
{
	return r->versions.overflows.len || r->versions.overflow_open;
}

/* "NEW" */
static void print_upper(const char *role, FILE *to)
{
	for (; *role; role++)
		fputc(toupper((unsigned char)*role), to);
}

/* Those that were found, in one line. */
static void print_overflows(const Result *r, const char *before, FILE *to)
{
	size_t all = r->versions.overflows.len;
	for (size_t i = 0; i < all && i < SAID; i++) {
		const ResultOverflow *o = &r->versions.overflows.at[i];
		bool is_short = *o->condition && strlen(o->condition) <= SHORT;
		fputs(i ? "; " : before, to);
		print_upper(r->subjects[o->subject].role, to);
		fprintf(to, " overflows on %s (%s)", is_short ? o->condition : o->input, o->where.text);
	}
	if (all > SAID)
		fprintf(to, "; and at %zu more location%s", all - SAID, plural(all - SAID));
	if (!all)
		fprintf(to, "%sdrift does not know whether an input overflows in one version only", before);
	fprintf(to, "\n");
}

/* ---- the verdict ---- */

/* What was found, in parentheses. */
static void print_found(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	fprintf(to, " (%u semantic change%s", v->semantic, plural(v->semantic));
	u32 stories = result_stories(v);
	if (stories && stories + 1 < v->semantic)
		fprintf(to, " of %u kind%s", stories, plural(stories));
	if (r->exhaustive)
		fprintf(to, ", search exhaustive");
	if (v->unproved)
		fprintf(to, ", %u unconfirmed", v->unproved);
	fprintf(to, ")\n");
}

static void print_different(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	Buf answer = {0};
	fprintf(to, "different: %s", add_answer(r, &answer) ? buf_str(&answer) : "on some inputs");
	buf_free(&answer);
	print_found(r, to);
	size_t tests = 0;
	for (size_t i = 0; i < v->differences.len; i++)
		tests += v->differences.at[i].test != 0;
	for (size_t i = 0; i < v->groups.len; i++)
		for (size_t k = 0; k < v->groups.at[i].rows.len; k++)
			tests += v->groups.at[i].rows.at[k].test != 0;
	if (r->dir)
		fprintf(to, "tests:  %zu in %s/tests", tests, r->dir);
	if (r->dir && v->differences.len > tests)
		fprintf(to,
				"; %zu more differences are in %s/result.json, without tests (--all writes them)",
				v->differences.len - tests, r->dir);
	if (r->dir)
		fprintf(to, "\n");
	print_kinds(r, to);
}

/* What ended most runs early. */
static const ResultNote *main_obstacle(const Result *r)
{
	const ResultNote *most = NULL;
	for (size_t i = 0; i < r->notes.len; i++) {
		const ResultNote *n = &r->notes.at[i];
		bool ends = !strcmp(n->kind, "unsupported") || !strcmp(n->kind, "limit");
		if (ends && n->incomplete && (!most || n->count > most->count))
			most = n;
	}
	return most;
}

/* Pairs that were compared only up to something unsupported. */
static void print_open(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	const ResultNote *why = main_obstacle(r);
	if (v->open_both)
		fprintf(to, "; on %llu of these pairs, drift could run neither version to its end",
				(unsigned long long)v->open_both);
	if (v->open_both && why)
		fprintf(to, " (%s: %s, %s)", why->kind, why->what, why->where.text);
	if (v->open_alike)
		fprintf(to, "; on %llu, the native runs did not differ", (unsigned long long)v->open_alike);
	fprintf(to, "\n");
}

static void print_unconfirmed(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	fprintf(to, "%s: %u semantic change%s in drift's machine, not shown by native runs",
			verdict_name(VERDICT_UNCONFIRMED), v->semantic, plural(v->semantic));
	if (r->dir)
		fprintf(to, " (tests in %s/tests)", r->dir);
	fprintf(to, "%s%s\n", v->trouble && *v->trouble ? ": " : "", v->trouble ? v->trouble : "");
}

/* For a verdict that nothing more is known of. */
void print_meaning(Verdict v, FILE *to)
{
	fprintf(to, "%s: %s\n", verdict_name(v), verdict_sentence(v));
}

void print_verdict(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	if (v->one_end && !v->vacuous)
		fprintf(to, "every run of both versions ends in %s\n", v->one_end);
	switch (r->verdict) {
	case VERDICT_DIFFERENT: print_different(r, to); break;
	case VERDICT_EQUIVALENT:
		if (overflows_matter(r))
			print_overflows(r, "equivalent on inputs on which neither version overflows; ", to);
		else if (v->sentence)
			fprintf(to, "%s\n", v->sentence);
		else
			print_meaning(r->verdict, to);
		break;
	case VERDICT_UNCONFIRMED: print_unconfirmed(r, to); break;
	case VERDICT_NO_DIFFERENCE:
		if (v->sentence) {
			fprintf(to, "%s\n", v->sentence);
			break;
		}
		fprintf(to,
				"no difference found: %.0f pair%s of paths compared, %u of %zu changes executed",
				result_value(r, "", "pairs"), plural((u64)result_value(r, "", "pairs")),
				result_executed(r), v->changes.len);
		print_open(r, to);
		break;
	default: print_meaning(r->verdict, to);
	}
}

/* Those of a baseline; what is in it and was not seen may go. */
static void print_accepted(const ResultVersions *v, FILE *to)
{
	size_t seen = 0, all = 0;
	for (size_t i = 0; i < v->accepted.len; i++) {
		all += !v->accepted.at[i].test;
		seen += !v->accepted.at[i].test && v->accepted.at[i].differs;
	}
	if (v->baseline)
		fprintf(to, "accepted: %zu difference%s that %s lists", seen, plural(seen), v->baseline);
	if (v->baseline && seen < all)
		fprintf(to, "; %zu listed difference%s not found", all - seen,
				all - seen == 1 ? " was" : "s were");
	if (v->baseline)
		fprintf(to, "\n");
}

/* How the differences do against a golden version. */
static void print_golden(const Result *r, FILE *to)
{
	static const char *const classes[] = {"regression", "incomplete-fix", "progress", "unknown"};
	const ResultVersions *v = &r->versions;
	fprintf(to, "golden: %s", v->golden);
	for (size_t i = 0; i < countof(classes); i++) {
		size_t n = 0, proved = 0;
		for (size_t k = 0; k < v->differences.len; k++) {
			const ResultJudged *j = &v->differences.at[k].judged;
			if (!j->class || strcmp(j->class, classes[i]))
				continue;
			n++;
			proved += !strcmp(j->class_by, "proved");
		}
		fprintf(to, "%s%zu %s", i ? ", " : ": ", n, classes[i]);
		if (n && strcmp(classes[i], "unknown"))
			fprintf(to, " (%zu proved)", proved);
	}
	fprintf(to, "\n");
}

static void print_covers(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	if (r->verdict != VERDICT_NO_DIFFERENCE)
		fprintf(to, "changes: %u of %zu executed\n", result_executed(r), v->changes.len);
	size_t proved = 0;
	for (size_t i = 0; i < v->changes.len; i++)
		proved += v->changes.at[i].refactoring;
	if (proved && !v->every_input)
		fprintf(to, "refactorings: %zu of %zu changes, proved for every input\n", proved,
				v->changes.len);
	if (r->parts & RESULT_GOLDEN)
		print_golden(r, to);
	print_accepted(v, to);
	for (size_t i = 0; i < v->not_compared.len; i++)
		fprintf(to, "%s%s", i ? "; " : "not compared: ", v->not_compared.at[i]);
	if (v->not_compared.len)
		fprintf(to, "\n");
}

/* ---- figures ---- */

/* What pruning skipped, if anything. */
static void print_pruned(const Result *r, FILE *to)
{
	static const char *const why[][2] = {
		{"runs_cannot_reach", "that cannot reach a change"},
		{"runs_not_infected", "in which the change had no effect"},
		{"runs_not_propagated", "in which the effect of the change ended"},
	};
	double sides = result_value(r, "pruned", "sides_cannot_reach");
	if (sides > 0)
		fprintf(to, "\nskipped: %.0f branch%s that cannot reach a change", sides,
				sides == 1 ? "" : "es");
	const char *between = sides > 0 ? "; later branches of" : "\nskipped: later branches of";
	for (size_t i = 0; i < countof(why); i++) {
		double runs = result_value(r, "pruned", why[i][0]);
		if (runs == 0)
			continue;
		fprintf(to, "%s %.0f run%s %s", between, runs, plural((u64)runs), why[i][1]);
		between = ",";
	}
	double once = result_value(r, "pruned", "runs_once");
	if (once > 0)
		fprintf(to, "%s NEW in %.0f run%s that executed no change",
				*between == ',' || sides > 0 ? ";" : "\nskipped:", once, plural((u64)once));
}

/* Inputs that were made to let an effect go further. */
static void print_propagate(const Result *r, FILE *to)
{
	double queries = result_value(r, "spread", "queries"), runs = result_value(r, "spread", "runs");
	if (queries > 0)
		fprintf(to, "\neffects: %.0f quer%s for inputs on which an effect goes further, %.0f run%s",
				queries, queries == 1 ? "y" : "ies", runs, plural((u64)runs));
}

/* Concrete runs of mutated inputs. */
static void print_mutated(const Result *r, FILE *to)
{
	double runs = result_value(r, "mutated", "inputs"), given = result_value(r, "mutated", "given");
	if (runs > 0)
		fprintf(to, "\nmutated: %.0f concrete run%s of mutated inputs, %.0f given to the search",
				runs, plural((u64)runs), given);
}

static void print_figures(const Result *r, FILE *to)
{
	double native = result_value(r, "", "confirm_seconds");
	double more = result_value(r, "second_opinion", "inputs");
	double pairs = result_value(r, "", "pairs");
	fprintf(to, "pairs:  %.0f pair%s of paths compared, %.0f with the solver\n", pairs,
			plural((u64)pairs), result_value(r, "", "pairs_solved"));
	double searched = result_value(r, "", "runs_of_search");
	double output = result_value(r, "", "runs") - searched;
	double given = result_value(r, "", "runs_of_given");
	fprintf(to, "runs:   %.0f of both versions", searched);
	if (output > 0)
		fprintf(to, ", %.0f more to examine differences", output);
	if (given > 0)
		fprintf(to, ", %.0f more of given inputs before the search", given);
	if (more > 0)
		fprintf(to, ", %.0f more to check the verdict", more);
	fprintf(to, "; %.2f s", result_value(r, "", "seconds"));
	if (native > 0)
		fprintf(to, " (%.2f s for native runs)", native);
	print_pruned(r, to);
	print_propagate(r, to);
	print_mutated(r, to);
	fprintf(to, "\nsolver: %.0f calls, %.2f s\n", result_value(r, "solver", "calls"),
			result_value(r, "solver", "seconds"));
}

static void print_doubts(const Result *r, FILE *to)
{
	if (!r->versions.every_input) { /* the proof does not depend on runs */
		if (r->over || count_notes(r, true))
			fprintf(to, "not exhaustive:\n");
		print_limit(r, to);
		print_notes(r, true, SIZE_MAX, true, to);
	}
	if (count_notes(r, false))
		fprintf(to, "notes:\n");
	print_notes(r, false, NOTES_SHOWN, true, to);
}

/* Prints conditions that were found, or generalised, after their difference was reported. */
static void print_late(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	for (size_t i = 0; i < v->differences.len; i++) {
		const ResultDifference *d = &v->differences.at[i];
		if ((!d->late && !d->joined) || d->brief)
			continue;
		fprintf(to, "\ndifference %u, %s:\n", d->group,
				d->joined ? "condition over all paths found" : "condition of its symbolic run");
		print_when(d, to);
	}
}

void print_versions(const Result *r, FILE *to)
{
	bool equivalent = r->verdict == VERDICT_EQUIVALENT;
	print_late(r, to);
	if (r->versions.differences.len)
		fprintf(to, "\n");
	print_verdict(r, to);
	if (r->versions.differences.len)
		fprintf(to, "conditions: every input that satisfies a 'when' shows that difference; other "
					"inputs may show it, too\n");
	if (r->versions.same_code)
		return;
	if (!equivalent && overflows_matter(r))
		print_overflows(r, "overflow in one version only: ", to);
	print_covers(r, to);
	print_world(r, "world:  ", equivalent, to);
	print_figures(r, to);
	print_doubts(r, to);
}
