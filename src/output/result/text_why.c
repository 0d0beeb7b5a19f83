/* text_why.c: where effects of changes ended, in words. */
#include "output/result/impl.h"

enum { LOCATIONS_SHOWN = 24 };

static void print_more(size_t n, FILE *to)
{
	if (n > LOCATIONS_SHOWN)
		fprintf(to, "    ... and at %zu more locations\n", n - LOCATIONS_SHOWN);
}

static void print_infected(const ResultWhy *w, FILE *to)
{
	if (w->infected.len)
		fprintf(to, "  values that differ (old | new):\n");
	for (size_t i = 0; i < w->infected.len && i < LOCATIONS_SHOWN; i++) {
		const ResultInfected *v = &w->infected.at[i];
		fprintf(to, "    %s: %s: %s | %s", v->where.text, v->what, v->value[OLD], v->value[NEW]);
		if (v->count > 1)
			fprintf(to, ", %llu times", (unsigned long long)v->count);
		if (v->from)
			fprintf(to, " <- %s", v->from);
		fprintf(to, "\t%s\n", v->source);
	}
	print_more(w->infected.len, to);
}

static void print_ends(const ResultWhy *w, FILE *to)
{
	if (w->ends.len)
		fprintf(to, "  where the effect ended:\n");
	for (size_t i = 0; i < w->ends.len && i < LOCATIONS_SHOWN; i++)
		fprintf(to, "    %s\n", w->ends.at[i].text);
	print_more(w->ends.len, to);
	if (!w->ends.len && (w->infected.len || w->alone))
		fprintf(to, "  no later step that both versions execute uses a value that differs\n");
	if (!w->infected.len && !w->alone)
		fprintf(to, "  no value differs: the change has no effect on this input\n");
}

static void print_explanation(const Result *r, const ResultWhy *w, FILE *to)
{
	fprintf(to, "  %s: both versions do the same\n", w->input);
	print_infected(w, to);
	for (u32 i = 0; i < r->n_subjects; i++)
		if (w->alone_at[i])
			fprintf(to, "  only %s executes the code at %s\n", r->subjects[i].role, w->alone_at[i]);
	print_ends(w, to);
	if (w->maybe)
		fprintf(to,
				"  %llu more value%s equal on this input but computed by different formulas: other "
				"inputs may show a difference\n",
				(unsigned long long)w->maybe, w->maybe == 1 ? " is" : "s are");
	if (w->cut)
		fprintf(to, "  drift recorded only the beginning of this run\n");
}

/* What a user can give, by the names in ResultStopped.give. */
static const char *help_of(const char *give)
{
	static const char *const helps[][2] = {
		{"start", "a start value of ordinary use (@text:N=START, or --seeds)"},
		{"longer", "a larger bound: inputs of use fill theirs"},
		{"dictionary", "words of the input language (--dict FILE)"},
		{"time", "more time (--time)"},
	};
	for (size_t i = 0; i < countof(helps); i++)
		if (!strcmp(helps[i][0], give))
			return helps[i][1];
	return give;
}

static void print_stopped(const ResultStopped *s, FILE *to)
{
	fprintf(to, "\nwhy it stopped:\n  ");
	if (s->variable)
		fprintf(to, "a change leaves '%s' different, and no later output shows it", s->variable);
	else if (s->where)
		fprintf(to, "no run executed a change; the branch at %s was not turned", s->where);
	else
		fprintf(to, "%s",
				!strcmp(s->kind, "not executed") ? "no run executed a change"
												 : "no run of a change had an effect that lasts");
	if (s->input)
		fprintf(to, "\n  nearest input: %s", s->input);
	for (size_t i = 0; i < s->give.len; i++)
		fprintf(to, "%s%s", i ? "; " : "\n  what could help: ", help_of(s->give.at[i]));
	fputc('\n', to);
}

void print_why(const Result *r, FILE *to)
{
	if (r->versions.stopped)
		print_stopped(r->versions.stopped, to);
	for (size_t i = 0; i < r->versions.why.len; i++) {
		const ResultWhy *w = &r->versions.why.at[i];
		fprintf(to, "\nwhy change %u has no visible effect%s:\n", w->change,
				w->shows ? " on this input (it has one on others)" : "");
		if (w->input)
			print_explanation(r, w, to);
		else
			fprintf(to, "  unknown: in no run that executed it did both versions do the same\n");
	}
}
