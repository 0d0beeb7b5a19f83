/* text_explained.c: an explained input on one screen. */
#include "output/result/explained.h"
#include "output/result/impl.h"

enum { SUSPECTS_SHOWN = 10 };

static const char *const gap = "                 ";

static void print_blamed(const ResultBlamed *b, FILE *to)
{
	bool many = b->units > 1;
	if (many && b->all && !b->smallest) {
		fprintf(to, "all edits together; drift was stopped before it found a smaller set\n");
		return;
	}
	fprintf(to, "%s%s%s: OLD with %s does what NEW does; ", b->text, many ? "" : " alone",
			b->smallest ? "" : " (perhaps fewer suffice)", many ? "them" : "it");
	if (!many)
		fprintf(to, "%s\n", b->without);
	else if (b->repairs == b->units)
		fprintf(to, "NEW without any one of them does what OLD does\n");
	else if (b->untried)
		fprintf(to, "drift did not try NEW without one of them\n");
	else if (b->repairs)
		fprintf(to, "for %u of these %u, NEW without it does what OLD does\n", b->repairs,
				b->units);
	else
		fprintf(to, "NEW without one of them still differs from OLD\n");
}

/* "h1, h3-h5 do not matter here" */
static void print_harmless(const ResultExplained *e, FILE *to)
{
	u32 n = 0;
	for (u32 i = 0, end; i < e->hunks.len; i = end + 1) {
		for (end = i; end < e->hunks.len && !e->hunks.at[end].matters; end++)
			;
		if (end == i)
			continue;
		fprintf(to, "%sh%u", n ? ", " : gap, i + 1);
		if (end - i > 2)
			fprintf(to, "-h%u", end);
		else if (end - i == 2)
			fprintf(to, ", h%u", end);
		n += end - i;
	}
	if (n)
		fprintf(to, " %s no part in this difference\n", n > 1 ? "have" : "has");
}

static void print_blame(const ResultExplained *e, FILE *to)
{
	if (!e->blame_tried)
		return;
	if (e->blame_trouble) {
		fprintf(to, "to blame         unknown: %s\n", e->blame_trouble);
		return;
	}
	for (size_t i = 0; i < e->blame.len; i++) {
		fputs(i ? "             or  " : "to blame         ", to);
		print_blamed(&e->blame.at[i], to);
	}
	if (!e->blame_open || (e->blame.len && e->blame.at[0].smallest))
		print_harmless(e, to);
	if (e->unnumbered)
		fprintf(to, "%sline numbers in the output were not compared\n", gap);
	if (e->blame_open)
		fprintf(to, "%sother sets of edits may cause it, too: drift %s after %u builds%s\n", gap,
				e->builds_over ? "ended" : "was stopped", e->builds,
				e->builds_over ? "; --builds allows more" : "");
}

static void print_suspect(const ResultSuspect *s, size_t number, FILE *to)
{
	const char *side = s->subject == OLD ? "OLD" : "NEW";
	const char *other = s->subject == OLD ? "NEW" : "OLD";
	fprintf(to, "%s%zu. %s  %s\n", number == 1 ? "suspects         " : gap, number, s->where.text,
			s->source);
	if (s->kind == SUSPECT_VALUE)
		fprintf(to, "%s   its value differs (old | new): %s | %s\n", gap,
				s->value[OLD] ? s->value[OLD] : "(not executed)",
				s->value[NEW] ? s->value[NEW] : "(not executed)");
	else if (s->kind == SUSPECT_ERROR)
		fprintf(to, "%s   NEW fails here: %s\n", gap, s->value[NEW]);
	else if (s->kind == SUSPECT_PREDICATE)
		fprintf(to, "%s   in %s, %s is true here; in %s, it may be false\n", gap, side,
				s->condition, other);
	else if (s->kind == SUSPECT_DECISION)
		fprintf(to, "%s   in %s, %s is true here%s; %s %s\n", gap, side, s->condition,
				s->library ? ", in the C library" : "", other,
				s->alone ? "checks it, too, and then takes another path" : "does not check it");
	if (s->input)
		fprintf(to, "%s   on the input %s, it is false, and %s\n", gap, s->input, s->does);
	fprintf(to, "%s   (in %s%s%s)\n", gap, side, *s->why ? "; " : "", s->why);
}

static void print_suspects(const ResultExplained *e, FILE *to)
{
	for (size_t i = 0; i < e->suspects.len && i < SUSPECTS_SHOWN; i++)
		print_suspect(&e->suspects.at[i], i + 1, to);
	if (e->suspects.len > SUSPECTS_SHOWN)
		fprintf(to, "%sand %zu more suspects\n", gap, e->suspects.len - SUSPECTS_SHOWN);
	if (!e->suspects.len)
		fprintf(to, "suspects         none: %s\n", e->none);
}

static void print_difference(const ResultExplained *e, FILE *to)
{
	const char *what = e->differs;
	if (!strcmp(what, "run"))
		what = "the run";
	else if (!strcmp(what, "left"))
		what = "memory after the call";
	fprintf(to, "the difference   %s", what);
	if (e->line)
		fprintf(to, " line %u", e->line);
	fprintf(to, ": %s | %s\n", e->said[OLD], e->said[NEW]);
	if (e->unsettled)
		fprintf(to, "%s%s\n", gap, e->unsettled);
}

void result_write_explained(const Result *r, const ResultExplained *e, FILE *to)
{
	if (e->output & EXPLAINED_DIFFERENCE)
		print_difference(e, to);
	if (e->output & EXPLAINED_EDITS)
		print_blame(e, to);
	fflush(to);
	if (!(e->output & EXPLAINED_REST))
		return;
	print_suspects(e, to);
	print_effect(r, &e->effect, "effect           ", to);
	if (e->pass.input)
		fprintf(to, "pass instead     %s  (%s -> %s)\n", e->pass.edit, e->input, e->pass.input);
	if (e->unknown)
		fprintf(to, "unknown          the solver gave up on %llu %s (--solver-timeout)\n",
				(unsigned long long)e->unknown, e->unknown == 1 ? "query" : "queries");
	if (e->cut)
		fprintf(to, "unknown          drift did not examine all suspects: %s\n",
				result_end_words(r->ended));
}
