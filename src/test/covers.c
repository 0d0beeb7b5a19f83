/* covers.c: what the verdict covers, in words. */
#include <cjson/cJSON.h>
#include <signal.h>

#include "test/tester.h"

enum { CHANGES_NAMED = 3 }; /* of those that were not executed */

/* Something for one of the lists of the result; what is there already is not added again. */
static void covers_add(Tester *t, const char *text)
{
	for (size_t i = 0; i < t->covers.not_compared.len; i++)
		if (!strcmp(t->covers.not_compared.at[i], text))
			return;
	vec_push(&t->covers.not_compared, xstrdup(text));
}

void covers_free(Tester *t)
{
	for (size_t i = 0; i < t->covers.not_compared.len; i++)
		free(t->covers.not_compared.at[i]);
	vec_free(&t->covers.not_compared);
	free(t->covers.place);
	executed_free(t);
}

/* ---- what is looked at ---- */

/* Pointers that a function is given lead to something in every run. */
static void add_nulls(Tester *t)
{
	const Shape *s = &t->config.inputs->shapes.at[0];
	Buf text = {0};
	for (size_t i = 0; t->config.entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		bool leads = part->kind == PART_TEXT || part->kind == PART_OBJECT ||
					 (part->kind == PART_STRUCT && !part->by_value);
		if (part->role == ROLE_PARAM && !part->owner && leads)
			buf_addf(&text, "%s%s", text.len ? " or " : "calls with a null ", part->name);
	}
	if (text.len)
		covers_add(t, buf_str(&text));
	buf_free(&text);
}

void covers_prepare(Tester *t)
{
	static const char *const names[] = {"standard output", "standard error", "exit status",
										"files"};
	const TestConfig *c = &t->config;
	for (u32 i = 0; i < countof(names); i++)
		if (!(c->see >> i & 1))
			covers_add(t, c->entry && 1u << i == SEE_STATUS ? "what the function returns and leaves"
															: names[i]);
	for (size_t i = 0; i < c->ignore.len; i++) {
		char *text = xasprintf("lines that match '%s'", c->ignore.at[i]);
		covers_add(t, text);
		free(text);
	}
	add_nulls(t);
	if (c->n_accept)
		covers_add(t, "differences like the accepted ones");
}

/* ---- how runs end ---- */

/* The run ended as all did so far, in an error. */
static bool same_end(Covers *c, const Program *p, const RunResult *r)
{
	if (r->outcome != RAN_ERROR && r->outcome != RAN_SIGNAL)
		return false;
	Buf place = {0};
	program_place(p, r->loc, &place);
	if (!c->ran) {
		c->ran = true;
		c->outcome = r->outcome;
		c->error = r->error;
		c->status = r->status;
		c->place = xstrdup(buf_str(&place));
	}
	bool same = r->outcome == c->outcome && r->error == c->error &&
				(r->outcome == RAN_ERROR || r->status == c->status);
	/* Unchanged lines may have moved: only OLD's places are held against each other. */
	buf_free(&place);
	return same;
}

void covers_after_run(Tester *t)
{
	Covers *c = &t->covers;
	bool first = !c->ran;
	executed_after_run(t);
	if (!first && !c->one_end)
		return;
	c->one_end = same_end(c, t->config.program[OLD], &t->pair.result[OLD]) &&
				 same_end(c, t->config.program[NEW], &t->pair.result[NEW]);
	Buf place = {0};
	program_place(t->config.program[OLD], t->pair.result[OLD].loc, &place);
	c->one_end = c->one_end && !strcmp(buf_str(&place), c->place);
	c->ran = true;
	buf_free(&place);
}

/* ---- whether inputs vary ---- */

/* Variables that can make another input of the one in a: behind the end of a text there are none.
 */
static u32 end_of_vars(Tester *t, const InputGroup *g, PartKind kind, const Assignment *a)
{
	u32 end = g->first + g->count;
	if (kind == PART_FILE && g->kind == INPUT_BYTES) {
		u64 length = assignment_get(a, input_group(t->pool, g->partner)->first);
		return length < g->count ? g->first + (u32)length : end;
	}
	for (u32 var = g->first; kind == PART_TEXT && var < end; var++)
		if (!assignment_get(a, var))
			return var + 1;
	return end;
}

/* Whether one of a group's variables can have another value than it has in a. */
static bool group_varies(Tester *t, const ExprList *base, u32 group, PartKind kind,
						 const Assignment *a)
{
	const InputGroup *g = input_group(t->pool, group);
	u32 end = end_of_vars(t, g, kind, a);
	for (u32 var = g->first; var < end; var++) {
		Expr other = expr_ne(t->pool, expr_var(t->pool, var),
							 expr_const(t->pool, g->width, assignment_get(a, var)));
		if (solve(t->solver, base->at, base->len, other, a, &t->witness) != SOLVE_UNSAT)
			return true;
	}
	return false;
}

static bool shape_varies(Tester *t, const Shape *s)
{
	Assignment a = {0};
	bool varies = false;
	assignment_init(&a, t->pool);
	if (solve(t->solver, s->base.at, s->base.len, EXPR_TRUE, &t->start, &a) != SOLVE_SAT)
		varies = true; /* cannot be said */
	for (size_t i = 0; i < s->parts.len && !varies; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind == PART_FIXED || part->kind == PART_STRUCT)
			continue;
		/* A parameter's object has its bytes, whatever they are. */
		PartKind kind =
			part->role == ROLE_PARAM && part->kind == PART_TEXT ? PART_OBJECT : part->kind;
		varies = group_varies(t, &s->base, part->group, kind, &a);
		if (part->kind == PART_FILE && !varies) {
			u32 length = input_group(t->pool, part->group)->partner;
			varies = group_varies(t, &s->base, length, PART_INT, &a);
		}
	}
	assignment_free(&a);
	return varies;
}

static void add_unseen(void *ctx, const char *what)
{
	covers_add(ctx, what);
}

void covers_settle(Tester *t)
{
	const Inputs *in = t->config.inputs;
	executed_settle(t);
	units_not_compared(t, t, add_unseen);
	t->covers.fixed = !t->same_code;
	for (size_t i = 0; i < in->shapes.len && t->covers.fixed; i++)
		t->covers.fixed = !shape_varies(t, &in->shapes.at[i]);
}

/* ---- in words ---- */

u32 covers_executed(const Tester *t)
{
	u32 n = 0;
	for (size_t i = 0; i < t->changes.len; i++)
		n += t->changes.at[i].reached;
	return n;
}

/* "change 2 (a.c:4)", "changes 2 (a.c:4), 3 (a.c:9)": those that were not executed. */
static void unexecuted_text(const Tester *t, Buf *to)
{
	u32 n = (u32)t->changes.len - covers_executed(t), told = 0;
	buf_adds(to, n == 1 ? "change " : "changes ");
	for (u32 i = 0; i < t->changes.len && told < CHANGES_NAMED; i++) {
		const Change *c = change_map_at(t->map, i);
		if (t->changes.at[i].reached)
			continue;
		buf_addf(to, "%s%u (", told++ ? ", " : "", i + 1);
		change_lines_text(t->map, c->part[SIDE_NEW].n_lines ? SIDE_NEW : SIDE_OLD, c, to);
		buf_addc(to, ')');
	}
	if (n > told)
		buf_addf(to, " and %u more", n - told);
}

static void end_text(const Tester *t, Buf *to)
{
	const Covers *c = &t->covers;
	const char *name = c->outcome == RAN_SIGNAL ? sigabbrev_np(c->status) : NULL;
	if (c->outcome == RAN_SIGNAL)
		buf_addf(to, "SIG%s", name ? name : "?");
	else
		buf_adds(to, error_kind_name(c->error));
	if (strcmp(c->place, "?"))
		buf_addf(to, " at %s", c->place);
}

/* Of a run that was cut nobody knows how others of its path end. */
static bool one_end(const Tester *t)
{
	return t->covers.one_end && !prune_stats(t).runs[PRUNE_REACH];
}

/* Why `equivalent` says nothing here; false: it does, or is not the verdict. */
static bool covers_vacuous(const Tester *t, Buf *to)
{
	u32 executed = covers_executed(t);
	size_t n = t->config.inputs->starts.len;
	if (tester_verdict(t) != VERDICT_EQUIVALENT || t->same_code || (executed && !t->covers.fixed))
		return false;
	if (one_end(t) && !executed && t->changes.len) {
		buf_adds(to, "every run ends in ");
		end_text(t, to);
		buf_adds(to, " before ");
		unexecuted_text(t, to);
	} else if (t->covers.fixed) {
		buf_addf(to,
				 n == 1 ? "nothing in the one input given varies"
						: "nothing in the %zu inputs given varies",
				 n);
		if (!executed)
			buf_adds(to, ", and no change is executed");
	} else if (!t->changes.len) {
		buf_adds(to, "what changed is nothing that a run executes");
	} else if (t->pair.by == BY_OUTPUT) {
		buf_adds(to, "no run executed ");
		unexecuted_text(t, to);
		buf_adds(to, ", and no output depends on what leads there");
	} else {
		buf_adds(to, "no input of this shape executes ");
		unexecuted_text(t, to);
	}
	return true;
}

/* What the verdict `equivalent` means here. */
void covers_sentence(const Tester *t, Buf *to)
{
	Buf why = {0};
	size_t n = t->config.inputs->starts.len;
	if (t->same_code) {
		buf_adds(to, "equivalent: no code changed");
	} else if (!covers_vacuous(t, &why)) {
		buf_adds(to, "equivalent: on every input of this shape both versions do the same");
		if (covers_executed(t) < t->changes.len) {
			buf_adds(to, t->pair.by == BY_OUTPUT ? "; no run executed " : "; none executes ");
			unexecuted_text(t, to);
		}
	} else if (t->covers.fixed && covers_executed(t)) {
		buf_addf(to,
				 n == 1 ? "equivalent on the one input given: nothing in it varies"
						: "equivalent on the %zu inputs given: nothing in them varies",
				 n);
	} else {
		buf_addf(to, "equivalent: %s", buf_str(&why));
	}
	buf_free(&why);
}

void covers_print(const Tester *t, FILE *to)
{
	if (tester_verdict(t) != VERDICT_NONE)
		fprintf(to, "changes: %u of %zu executed\n", covers_executed(t), t->changes.len);
	for (size_t i = 0; i < t->covers.not_compared.len; i++)
		fprintf(to, "%s%s", i ? ", " : "not compared: ", t->covers.not_compared.at[i]);
	if (t->covers.not_compared.len)
		fprintf(to, "\n");
}

void covers_json(const Tester *t, struct cJSON *root)
{
	cJSON *executed = cJSON_AddObjectToObject(root, "changes_executed");
	cJSON_AddNumberToObject(executed, "number", covers_executed(t));
	cJSON *list = cJSON_AddArrayToObject(executed, "list");
	Buf why = {0};
	for (u32 i = 0; i < t->changes.len; i++)
		if (t->changes.at[i].reached)
			cJSON_AddItemToArray(list, cJSON_CreateNumber(i + 1));
	list = cJSON_AddArrayToObject(root, "not_compared");
	for (size_t i = 0; i < t->covers.not_compared.len; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(t->covers.not_compared.at[i]));
	if (t->ended && covers_vacuous(t, &why))
		cJSON_AddStringToObject(root, "vacuous", buf_str(&why));
	else
		cJSON_AddNullToObject(root, "vacuous");
	buf_free(&why);
}

bool tester_vacuous(const Tester *t)
{
	Buf why = {0};
	bool vacuous = covers_vacuous(t, &why);
	buf_free(&why);
	return vacuous;
}
