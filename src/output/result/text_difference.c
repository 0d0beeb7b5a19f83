/* text_difference.c: one difference, in words, with both outputs side by side. */
#include "output/result/impl.h"

#include <ctype.h>

enum {
	CONDITION_SHOWN = 300, /* characters */
	GIVEN_SHOWN = 200,     /* characters of a file */
};

void print_when(const ResultDifference *d, FILE *to)
{
	const char *condition = d->when ? d->when : d->condition;
	size_t n = strlen(condition);
	if (n <= CONDITION_SHOWN) {
		fprintf(to, "  when    %s\n", condition);
		return;
	}
	for (n = CONDITION_SHOWN; n > CONDITION_SHOWN / 2 && strncmp(condition + n, " && ", 4);)
		n--;
	bool between = !strncmp(condition + n, " && ", 4);
	fprintf(to, "  when    %.*s%s\n", between ? (int)n : CONDITION_SHOWN, condition,
			between ? " && ..." : "...");
}

/* Returns the number of characters that represent the next byte. */
static size_t escape_length(const char *at)
{
	if (*at != '\\')
		return 1;
	return isdigit((u8)at[1]) ? 4 : 2;
}

/* Inputs that the command line does not show are files of the test. */
static void print_given(const ResultDifference *d, FILE *to)
{
	for (size_t i = 0; i < d->given.len; i++) {
		const ResultGiven *g = &d->given.at[i];
		const char *file = strncmp(g->file, "files/", 6) ? g->file : g->file + 6;
		size_t n = 0, next;
		while (g->text[n] && (next = n + escape_length(g->text + n)) <= GIVEN_SHOWN)
			n = next;
		bool whole = g->whole && !g->text[n];
		fprintf(to, "  %-7s \"%.*s\"%s", g->name, (int)n, g->text, whole ? "" : "...");
		if (strcmp(file, g->name) != 0)
			fprintf(to, " in %s", file);
		if (!whole)
			fprintf(to, " (%zu bytes)", g->bytes);
		fputc('\n', to);
	}
}

/* ---- the whole difference ---- */

static void print_changes(const Result *r, const ResultDifference *d, FILE *to)
{
	for (size_t i = 0; i < d->changes.len; i++) {
		const ResultChange *c = &r->versions.changes.at[d->changes.at[i] - 1];
		fprintf(to, "  %-7s change %u at %s\n", i ? "" : "through", c->id, c->where[NEW]);
	}
}

void result_write_difference(const Result *r, const ResultDifference *d, FILE *to)
{
	const ResultSide *left = &d->side[OLD], *right = &d->side[NEW];
	if (d->brief) /* counted at the end */
		return;
	fprintf(to, "\ndifference %u: %s%s%s%s\n", d->group, d->variables ? d->variables : "", r->name,
			*d->input ? " " : "", d->input);
	print_given(d, to);
	print_sides("          ", r->subjects[OLD].role, '|', r->subjects[NEW].role, to);
	print_beside(left->printed.out, right->printed.out, "stdout", to);
	print_beside(left->printed.err, right->printed.err, "stderr", to);
	print_sides("  ends    ", left->ends, strcmp(left->ends, right->ends) ? '|' : ' ', right->ends,
				to);
	if (d->files)
		fprintf(to, "  files   %s: not the same\n", d->files);
	if (d->undefined)
		fprintf(to, "  undefined behaviour: %s\n", d->undefined);
	if (d->stub)
		fprintf(to, "  rests on: %s\n", d->stub);
	if (d->unconfirmed)
		fprintf(to, "  unconfirmed: %s\n", d->unconfirmed);
	if (d->judged.class)
		fprintf(to, "  class   %s\n", d->judged.class);
	print_when(d, to);
	print_changes(r, d, to);
	print_effect(r, &d->effect, "  effect  ", to);
	fprintf(to, "  test    %s/tests/%04u\n", r->dir, d->test);
	if (r->versions.baseline)
		fprintf(to, "  id      %s\n", d->id.text);
	fflush(to);
}
