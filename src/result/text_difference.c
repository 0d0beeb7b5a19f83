/* text_difference.c: one difference, in words, with both outputs side by side. */
#include "result/impl.h"

enum {
	CONDITION_SHOWN = 300, /* characters */
	GIVEN_SHOWN = 200,     /* bytes of a file */
};

/* The condition, cut between two of its parts. */
static void print_condition(const char *condition, FILE *to)
{
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

/* Inputs that the command line does not show are files of the test. */
static void print_given(const Result *r, const ResultDifference *d, FILE *to)
{
	Buf text = {0}, shown = {0};
	for (size_t i = 0; i < r->versions.given.len; i++) {
		const ResultGiven *g = &r->versions.given.at[i];
		char *path = xasprintf("%s/tests/%04u/%s", r->dir, d->test, g->file);
		Err ignored;
		buf_reset(&text);
		buf_reset(&shown);
		if (file_exists(path) && file_read(path, &text, &ignored)) {
			bool whole = text.len <= GIVEN_SHOWN;
			buf_add_escaped(&shown, buf_str(&text), whole ? text.len : GIVEN_SHOWN);
			fprintf(to, "  %-7s \"%s\"%s\n", g->label, buf_str(&shown), whole ? "" : "...");
		}
		free(path);
	}
	buf_free(&text);
	buf_free(&shown);
}

/* ---- all of it ---- */

static void print_changes(const Result *r, const ResultDifference *d, FILE *to)
{
	for (size_t i = 0; i < d->changes.len; i++) {
		const ResultChange *c = &r->versions.changes.at[d->changes.at[i] - 1];
		fprintf(to, "  %-7s change %u at %s\n", i ? "" : "through", c->id, c->where[RESULT_NEW]);
	}
}

void result_write_difference(const Result *r, const ResultDifference *d, FILE *to)
{
	const ResultSide *left = &d->side[RESULT_OLD], *right = &d->side[RESULT_NEW];
	if (d->brief) /* counted at the end */
		return;
	fprintf(to, "\ndifference %u: %s%s%s\n", d->group, r->name, *d->input ? " " : "", d->input);
	print_given(r, d, to);
	fprintf(to, "  %-7s %-*s | %s\n", "", COLUMN, r->subjects[RESULT_OLD].role,
			r->subjects[RESULT_NEW].role);
	print_beside(left->printed.out, right->printed.out, "stdout", to);
	print_beside(left->printed.err, right->printed.err, "stderr", to);
	fprintf(to, "  %-7s %-*s | %s\n", "ends", COLUMN, left->ends, right->ends);
	if (d->files)
		fprintf(to, "  files   %s: not the same\n", d->files);
	if (d->undefined)
		fprintf(to, "  undefined behaviour: %s\n", d->undefined);
	if (d->unconfirmed)
		fprintf(to, "  unconfirmed: %s\n", d->unconfirmed);
	if (d->judged.class)
		fprintf(to, "  class   %s\n", d->judged.class);
	print_condition(d->when ? d->when : d->condition, to);
	print_changes(r, d, to);
	print_effect(r, &d->effect, "  effect  ", to);
	fprintf(to, "  test    %s/tests/%04u\n", r->dir, d->test);
	if (r->versions.baseline)
		fprintf(to, "  id      %016llx\n", (unsigned long long)d->id);
	fflush(to);
}
