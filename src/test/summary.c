/* summary.c: what changed and what was found, for people. */
#include "test/tester.h"

void tester_changes(Tester *t, FILE *to)
{
	if (!t->same_code)
		change_map_print(t->map, to);
	fflush(to);
}

enum { NOTES_SHOWN = 6 }; /* of those that cost nothing; the rest is in result.json */

typedef struct NotePrinter {
	FILE *to;
	bool incomplete; /* which kind is printed */
	u32 n;           /* of these so far */
} NotePrinter;

/* Without what stands before and behind it anyway. */
static const char *without(const char *what, const char *front)
{
	size_t n = strlen(front);
	return !strncmp(what, front, n) && !strncmp(what + n, ": ", 2) ? what + n + 2 : what;
}

static void print_note(void *ctx, const char *kind, const char *what, const char *where, u64 count,
					   bool incomplete)
{
	NotePrinter *p = ctx;
	if (incomplete != p->incomplete || (p->n++ >= NOTES_SHOWN && !incomplete))
		return;
	if (p->n == 1)
		fprintf(p->to, incomplete ? "not exhaustive:\n" : "notes:\n");
	fprintf(p->to, "  %s: %s", kind, without(without(what, where), kind));
	if (strcmp(where, "?"))
		fprintf(p->to, " (%s)", where);
	if (count > 1)
		fprintf(p->to, ", %llu times", (unsigned long long)count);
	fprintf(p->to, "\n");
}

static void print_notes(Tester *t, FILE *to)
{
	static const char *const budgets[] = {"", "the time is up (--time)",
										  "the number of runs is reached (--runs)",
										  "it was stopped", "it takes too much memory (--memory)"};
	NotePrinter p = {.to = to, .incomplete = true};
	if (t->end != END_DONE) {
		char what[100];
		snprintf(what, sizeof what, "%s, %zu decisions waiting",
				 t->enough ? "--stop-after is reached" : budgets[t->end],
				 explorer_waiting(t->explorer));
		print_note(&p, "budget", what, "?", 1, true);
	}
	tester_notes(t, &p, print_note);
	p = (NotePrinter){.to = to};
	tester_notes(t, &p, print_note);
	if (p.n > NOTES_SHOWN)
		fprintf(to, "  and %u more%s\n", p.n - NOTES_SHOWN,
				t->config.dir ? ", see result.json" : "");
}

/* Differences whose effect came to the output in another way than that of those before. */
static u32 ways(const Tester *t)
{
	u32 n = 0;
	for (size_t i = 0; i < t->differences.len; i++)
		n += !t->differences.at[i].like;
	return n;
}

/* Pairs that were compared only up to something unsupported. */
static void print_open(const Tester *t, FILE *to)
{
	if (t->open_both)
		fprintf(to, "; in %llu neither version could be followed to its end",
				(unsigned long long)t->open_both);
	if (t->open_alike)
		fprintf(to, ", native runs of %llu did not differ", (unsigned long long)t->open_alike);
	fprintf(to, "\n");
}

static void print_verdict(Tester *t, FILE *to)
{
	Buf sentence = {0};
	switch (tester_verdict(t)) {
	case VERDICT_DIFFERENT:
		fprintf(to, "different: %u semantic change%s%s", t->semantic, t->semantic == 1 ? "" : "s",
				!tester_exhaustive(t) ? ""
				: t->semantic == 1    ? ", which is all there is"
									  : ", which are all there are");
		if (ways(t) && ways(t) + 1 < t->semantic)
			fprintf(to, ", in %u way%s", ways(t), ways(t) == 1 ? "" : "s");
		if (t->unproved)
			fprintf(to, ", %u unconfirmed", t->unproved);
		if (t->config.dir)
			fprintf(to, ", %zu test%s in %s/tests", t->differences.len,
					t->differences.len == 1 ? "" : "s", t->config.dir);
		fprintf(to, "\n");
		break;
	case VERDICT_EQUIVALENT:
		if (overflows_matter(t)) {
			overflows_say(t, "equivalent where neither overflows; ", to);
			break;
		}
		covers_sentence(t, &sentence);
		fprintf(to, "%s\n", buf_str(&sentence));
		break;
	case VERDICT_UNCONFIRMED:
		fprintf(to, "unconfirmed: %u semantic change%s of the machine, tests in %s/tests; %s\n",
				t->semantic, t->semantic == 1 ? "" : "s", t->config.dir, t->confirm_trouble.text);
		break;
	case VERDICT_NONE:
		fprintf(to, "no difference found: %llu pairs of paths compared, %u of %zu changes reached",
				(unsigned long long)t->compared, covers_executed(t), t->changes.len);
		print_open(t, to);
		break;
	}
	buf_free(&sentence);
}

/* What the search was spared, if anything. */
static void print_pruned(const Tester *t, FILE *to)
{
	static const char *const why[N_PRUNES] = {[PRUNE_REACH] = "that cannot come to a change",
											  [PRUNE_INFECT] = "after a change without effect",
											  [PRUNE_PROPAGATE] = "after an effect that is gone"};
	PruneStats s = prune_stats(t);
	const char *between = "\nspared: decisions of";
	for (u32 i = 0; i < N_PRUNES; i++) {
		if (!s.runs[i])
			continue;
		fprintf(to, "%s %llu run%s %s", between, (unsigned long long)s.runs[i],
				s.runs[i] == 1 ? "" : "s", why[i]);
		between = ",";
	}
}

/* Inputs that were made to let an effect go further. */
static void print_spread(const Tester *t, FILE *to)
{
	SpreadStats s = spread_stats(t);
	if (s.queries)
		fprintf(to, "\neffects: %llu question%s where they ended, %llu run%s for that",
				(unsigned long long)s.queries, s.queries == 1 ? "" : "s",
				(unsigned long long)s.runs, s.runs == 1 ? "" : "s");
}

void tester_summary(Tester *t, FILE *to)
{
	const ExploreStats *s = explorer_stats(t->explorer);
	const SolveStats *own = solver_stats(t->solver);
	if (t->differences.len)
		fprintf(to, "\n");
	print_verdict(t, to);
	if (t->same_code)
		return;
	if (tester_verdict(t) != VERDICT_EQUIVALENT && overflows_matter(t))
		overflows_say(t, "overflow in one version only: ", to);
	covers_print(t, to);
	world_summary(t, to);
	fprintf(to, "pairs:  %llu of paths compared, %llu by the solver\n",
			(unsigned long long)t->compared, (unsigned long long)t->solved);
	fprintf(to, "runs:   %llu of both versions in %.2f s", (unsigned long long)t->pair.runs,
			t->seconds);
	if (t->confirm_seconds > 0)
		fprintf(to, ", %.2f s of these for native runs", t->confirm_seconds);
	if (t->opinion.inputs)
		fprintf(to, ", %llu input%s more for a second opinion",
				(unsigned long long)t->opinion.inputs, t->opinion.inputs == 1 ? "" : "s");
	print_pruned(t, to);
	print_spread(t, to);
	fprintf(to, "\nsolver: %llu calls, %.2f s\n", (unsigned long long)(s->solve.calls + own->calls),
			s->solve.total_seconds + own->total_seconds);
	print_notes(t, to);
}
