/* report.c: an input that breaks a rule, as a test. */
#include <ctype.h>

#include "clients/check/checker.h"
#include "evidence/native/testdir.h"

enum {
	CONDITION_LIMIT = 2000, /* characters of a condition's text */
	OUTPUT_LIMIT = 1000,    /* of an output's */
};

/* ---- output ---- */

static bool is_name_char(char c)
{
	return isalnum((u8)c) || c == '_';
}

static char *taken(Buf *text)
{
	return text->at ? text->at : xstrdup("");
}

/* The target of a pointer is called *p, and its elements are p[0]. */
static void name_elements(const char *name, Buf *text)
{
	size_t n = strlen(name);
	for (char *from = text->at, *at; from && (at = strstr(from, name));) {
		from = at + 1;
		if (is_name_char(at[n]))
			continue;
		memmove(at, at + 1, strlen(at));
		text->len--;
	}
}

void check_name_pointers(const Shape *shape, Buf *text)
{
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (*part->name == '*' && (part->kind == PART_TEXT || part->kind == PART_OBJECT))
			name_elements(part->name, text);
		if (!part->is_pointer)
			continue;
		char *is = xasprintf("%s == 1", part->name);
		for (char *from = text->at, *at; from && (at = strstr(from, is));) {
			from = at + strlen(is);
			/* Not the end of another name, nor the beginning of another number. */
			if ((at > text->at && (is_name_char(at[-1]) || at[-1] == '>' || at[-1] == '.')) ||
				is_name_char(*from))
				continue;
			memcpy(at + strlen(part->name), " != 0", 5);
		}
		free(is);
	}
}

static char *condition_text(Checker *c, u32 shape, const ExprList *conds, Expr goal)
{
	Buf text = {0};
	ExprList all = {0};
	for (size_t i = search_shape(c->search, shape)->base.len; i < conds->len; i++)
		vec_push(&all, conds->at[i]);
	vec_push(&all, goal);
	Finder *find = search_finder(c->search);
	finder_say(find, shape, &find->witness, all.at, all.len, CONDITION_LIMIT, &text);
	vec_free(&all);
	check_name_pointers(search_shape(c->search, shape), &text);
	return taken(&text);
}

/* The variables that the input of a program sets come first, as on a command line. */
static void add_variables(Checker *c, u32 shape, const Assignment *a, char **input)
{
	Buf text = {0};
	test_variables(search_inputs(c->search), search_shape(c->search, shape), a, &text);
	buf_adds(&text, *input);
	free(*input);
	*input = taken(&text);
}

Violation violation_of(Checker *c, u32 shape, const Assignment *a, const ExprList *conds, Expr goal)
{
	Violation v = {.seen = witness_describe(c->evidence, shape, a),
				   .condition = condition_text(c, shape, conds, goal)};
	add_variables(c, shape, a, &v.seen.input);
	for (int side = OLD; side <= NEW; side++) {
		const Buf *printed = &v.seen.text[side][0];
		Buf text = {0};
		buf_add_escaped(&text, buf_str(printed),
						printed->len < OUTPUT_LIMIT ? printed->len : OUTPUT_LIMIT);
		v.output[side] = taken(&text);
	}
	return v;
}

void violation_free(Violation *v)
{
	witness_free(&v->seen);
	free(v->condition);
	free(v->output[OLD]);
	free(v->output[NEW]);
	*v = (Violation){0};
}

/* ---- keeping ---- */

void report_violation(Checker *c, Rule *r, u32 shape, const Assignment *a, const ExprList *conds)
{
	bool open = search_inconclusive(c->search);
	Violation v = violation_of(c, shape, a, conds, open ? EXPR_TRUE : r->goal);
	WitnessJudge judge;
	switch (witness_settle(c->evidence, &v.seen, shape, a, check_judge(c, r, &judge))) {
	case WITNESS_KEPT:
		r->violated = true;
		r->violation = v;
		comparison_found(c->comparison, !v.seen.unconfirmed,
						 comparison_engine_seconds(c->comparison));
		return;
	case WITNESS_REFUTED:
	case WITNESS_TROUBLE: r->tries++; break;
	case WITNESS_LATE: c->late++; break;
	case WITNESS_UNWRITTEN: break;
	}
	violation_free(&v);
}

void report_unconfirmed(Checker *c, Rule *r, Violation *v)
{
	r->violated = true;
	r->violation = *v;
	*v = (Violation){0};
	comparison_found(c->comparison, false, comparison_engine_seconds(c->comparison));
}
