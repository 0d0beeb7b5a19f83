/* text_contracts.c: checked functions, in words. */
#include "output/result/impl.h"

static u32 count_clauses(const Result *r, Verdict v)
{
	u32 n = 0;
	for (size_t i = 0; i < r->versions.contracts.len; i++)
		for (size_t k = 0; k < r->versions.contracts.at[i].clauses.len; k++)
			n += r->versions.contracts.at[i].clauses.at[k].verdict == v;
	return n;
}

/* The input that breaks a clause, and what both versions do on it. */
static void print_violation(const Result *r, const ResultClause *c, FILE *to)
{
	const ResultSide *old = &c->side[OLD], *newer = &c->side[NEW];
	fprintf(to, "      input   %s\n", c->input);
	print_sides("              ", "old", '|', "new", to);
	bool same = !strcmp(old->ends, newer->ends);
	if (strlen(old->ends) <= result_column())
		print_sides("      ends    ", old->ends, same ? ' ' : '|', newer->ends, to);
	else
		fprintf(to, "      old     %s\n      new     %s\n", old->ends, newer->ends);
	if (same && !strcmp(old->output, newer->output) && *old->output)
		fprintf(to, "      prints  \"%s\", both\n", old->output);
	else if (*old->output || *newer->output)
		fprintf(to, "      prints  \"%s\" | \"%s\"\n", old->output, newer->output);
	if (c->condition && *c->condition)
		fprintf(to, "      when    %s\n", c->condition);
	if (c->unconfirmed)
		fprintf(to, "      unconfirmed: %s\n", c->unconfirmed);
	if (c->test && r->dir)
		fprintf(to, "      test    %s/%s\n", r->dir, c->test);
}

void print_clause(const Result *r, const ResultClause *c, FILE *to)
{
	fprintf(to, "  %-10s %s", verdict_name(c->verdict), c->text);
	if (c->why)
		fprintf(to, ": %s", c->why);
	fprintf(to, "\n");
	if (c->verdict == VERDICT_VIOLATED && c->input)
		print_violation(r, c, to);
}

/* Where its contract comes from. */
static const char *heading(const char *given)
{
	if (!strcmp(given, "equal by default"))
		return "no contract";
	return !strcmp(given, "suggested") ? "suggested contract" : "contract";
}

static void print_contract(const Result *r, const ResultContract *c, FILE *to)
{
	u32 cases = 0;
	for (size_t i = 0; i < c->clauses.len; i++)
		cases = c->clauses.at[i].of > cases ? c->clauses.at[i].of : cases;
	fprintf(to, "%s", c->function);
	if (result_somewhere(&c->where))
		fprintf(to, " (%s)", c->where.text);
	fprintf(to, ": %s\n", heading(c->given));
	u32 now = 0;
	for (size_t i = 0; i < c->clauses.len; i++) {
		const ResultClause *one = &c->clauses.at[i];
		if (one->of != now && one->of && cases > 1)
			fprintf(to, "  case %u\n", one->of);
		now = one->of;
		print_clause(r, one, to);
	}
	for (size_t i = 0; i < c->not_compared.len; i++)
		fprintf(to, "%s%s", i ? "; " : "  not compared: ", c->not_compared.at[i]);
	if (c->not_compared.len)
		fprintf(to, "\n");
	if (c->source)
		fprintf(to, "%s", c->source);
}

void print_contracts_verdict(const Result *r, FILE *to)
{
	static const struct {
		Verdict verdict;
		const char *one, *many;
	} order[] = {{VERDICT_VIOLATED, "is violated", "are violated"},
				 {VERDICT_NOT_SHOWN, "is not shown", "are not shown"},
				 {VERDICT_VACUOUS, "is vacuous", "are vacuous"},
				 {VERDICT_HOLDS, "holds", "hold"}};
	bool any = false;
	fprintf(to, "%s: ", verdict_name(r->verdict));
	for (size_t i = 0; i < countof(order); i++) {
		u32 n = count_clauses(r, order[i].verdict);
		if (!n)
			continue;
		if (any)
			fprintf(to, ", %u ", n);
		else
			fprintf(to, n == 1 ? "%u clause " : "%u clauses ", n);
		fprintf(to, "%s", n == 1 ? order[i].one : order[i].many);
		any = true;
	}
	if (!any)
		fprintf(to, "%s",
				r->over ? result_end_words(r->ended)
						: "no function changed, and there is no contract");
	fprintf(to, "\n");
}

void print_contracts(const Result *r, FILE *to)
{
	for (size_t i = 0; i < r->versions.contracts.len; i++) {
		print_contract(r, &r->versions.contracts.at[i], to);
		fprintf(to, "\n");
	}
	print_contracts_verdict(r, to);
	for (size_t i = 0; i < r->versions.overflows.len; i++) {
		const ResultOverflow *o = &r->versions.overflows.at[i];
		fprintf(to, "overflow in %s only: on %s (%s)\n", r->subjects[o->subject].role,
				*o->condition ? o->condition : o->input, o->where.text);
	}
	print_world(r, "world:  ", false, to);
	fprintf(to, "runs:   %.0f of both versions in %.2f s", result_value(r, "", "runs"),
			result_value(r, "", "seconds"));
	if (result_value(r, "", "confirm_seconds") > 0)
		fprintf(to, " (%.2f s for native runs)", result_value(r, "", "confirm_seconds"));
	fprintf(to, "\n");
	if (count_notes(r, true))
		fprintf(to, "not exhaustive:\n");
	print_notes(r, true, SIZE_MAX, true, to);
}
