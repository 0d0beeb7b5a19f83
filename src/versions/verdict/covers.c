/* covers.c: describes what the verdict covers. */
#include <signal.h>

#include "versions/verdict/impl.h"
#include "versions/behaviour/uncompared.h"

enum { CHANGES_NAMED = 3 }; /* of those that were not executed */

/* What is there already is not added again. */
static void covers_add(Comparison *comparison, const char *text)
{
	for (size_t i = 0; i < comparison->covers.not_compared.len; i++)
		if (!strcmp(comparison->covers.not_compared.at[i], text))
			return;
	vec_push(&comparison->covers.not_compared, xstrdup(text));
}

void covers_free(Comparison *comparison)
{
	for (size_t i = 0; i < comparison->covers.not_compared.len; i++)
		free(comparison->covers.not_compared.at[i]);
	vec_free(&comparison->covers.not_compared);
	free(comparison->covers.location);
}

/* ---- what is not compared ---- */

static void add_line(void *ctx, const char *line)
{
	covers_add(ctx, line);
}

void covers_prepare(Comparison *comparison)
{
	const SearchConfig *c = &comparison->config.search;
	Uncompared of = {.observe = c->observe,
					 .entry = c->entry,
					 .inputs = c->inputs,
					 .ignore = &c->ignore,
					 .accepts = comparison->config.accepts};
	uncompared_inputs(&of, &(UncomparedLines){comparison, add_line});
}

static bool options_differ(const Comparison *comparison, Buf *to)
{
	return uncompared_options(search_program(comparison->search, OLD),
							  search_program(comparison->search, NEW), to);
}

/* ---- how runs end ---- */

/* The run ended as all did so far, in an error. */
static bool same_end(Covers *c, const Program *p, const RunResult *r)
{
	if (r->outcome != RAN_ERROR && r->outcome != RAN_SIGNAL)
		return false;
	Buf location = {0};
	program_location(p, r->loc, &location);
	if (!c->ran) {
		c->ran = true;
		c->outcome = r->outcome;
		c->error = r->error;
		c->status = r->status;
		c->location = xstrdup(buf_str(&location));
	}
	bool same = r->outcome == c->outcome && r->error == c->error &&
				(r->outcome == RAN_ERROR || r->status == c->status);
	/* Unchanged lines may have moved: only OLD's locations are compared. */
	buf_free(&location);
	return same;
}

void covers_after_run(Comparison *comparison)
{
	Covers *c = &comparison->covers;
	bool first = !c->ran;
	if (!first && !c->one_end)
		return;
	c->one_end = same_end(c, search_program(comparison->search, OLD),
						  search_result(comparison->search, OLD)) &&
				 same_end(c, search_program(comparison->search, NEW),
						  search_result(comparison->search, NEW));
	Buf location = {0};
	program_location(search_program(comparison->search, OLD),
					 search_result(comparison->search, OLD)->loc, &location);
	c->one_end = c->one_end && !strcmp(buf_str(&location), c->location);
	c->ran = true;
	buf_free(&location);
}

/* ---- whether inputs vary ---- */

/* Variables that can make another input of the one in a: behind the end of a text there are none.
 */
static u32 end_of_vars(Comparison *comparison, const InputGroup *g, PartKind kind,
					   const Assignment *a)
{
	u32 end = g->first + g->count;
	if (kind == PART_FILE && g->kind == INPUT_BYTES) {
		u64 length =
			assignment_get(a, input_group(search_pool(comparison->search), g->partner)->first);
		return length < g->count ? g->first + (u32)length : end;
	}
	for (u32 var = g->first; kind == PART_TEXT && var < end; var++)
		if (!assignment_get(a, var))
			return var + 1;
	return end;
}

/* True if one of a group's variables can have another value than it has in a. */
static bool group_varies(Comparison *comparison, const ExprList *base, u32 group, PartKind kind,
						 const Assignment *a)
{
	const InputGroup *g = input_group(search_pool(comparison->search), group);
	u32 end = end_of_vars(comparison, g, kind, a);
	for (u32 var = g->first; var < end; var++) {
		Expr other =
			expr_ne(search_pool(comparison->search), expr_var(search_pool(comparison->search), var),
					expr_const(search_pool(comparison->search), g->width, assignment_get(a, var)));
		if (solve(search_finder(comparison->search)->solver, base->at, base->len, other, a,
				  &search_finder(comparison->search)->witness) != SOLVE_UNSAT)
			return true;
	}
	return false;
}

static bool shape_varies(Comparison *comparison, const Shape *s)
{
	Assignment a = {0};
	bool varies = false;
	assignment_init(&a, search_pool(comparison->search));
	if (solve(search_finder(comparison->search)->solver, s->base.at, s->base.len, EXPR_TRUE,
			  &search_finder(comparison->search)->start, &a) != SOLVE_SAT)
		varies = true; /* cannot be said */
	for (size_t i = 0; i < s->parts.len && !varies; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind == PART_FIXED || part->kind == PART_STRUCT)
			continue;
		/* A parameter's object has its bytes, whatever they are. */
		PartKind kind =
			part->role == ROLE_PARAM && part->kind == PART_TEXT ? PART_OBJECT : part->kind;
		varies = group_varies(comparison, &s->base, part->group, kind, &a);
		if (part->kind == PART_FILE && !varies) {
			u32 length = input_group(search_pool(comparison->search), part->group)->partner;
			varies = group_varies(comparison, &s->base, length, PART_INT, &a);
		}
	}
	assignment_free(&a);
	return varies;
}

void covers_settle(Comparison *comparison)
{
	const Search *search = comparison->search;
	const Inputs *in = search_inputs(search);
	executed_settle(comparison->search);
	if (search_units(search) && !search_unchanged(search))
		post_states_not_compared(search_units(search), comparison, add_line);
	Buf options = {0};
	if (options_differ(comparison, &options))
		covers_add(comparison, buf_str(&options));
	buf_free(&options);
	const StrList *unseen = comparison->config.unseen;
	for (size_t i = 0; unseen && !search_unchanged(search) && i < unseen->len; i++)
		covers_add(comparison, unseen->at[i]);
	if (search_proved(search))
		covers_add(comparison, "signed overflow in one version only");
	comparison->covers.fixed = !search_unchanged(search);
	for (size_t i = 0; i < in->shapes.len && comparison->covers.fixed; i++)
		comparison->covers.fixed = !shape_varies(comparison, &in->shapes.at[i]);
}

/* ---- in words ---- */

/* "change 2 (a.c:4)", "changes 2 (a.c:4), 3 (a.c:9)": those that were not executed. */
static void unexecuted_text(const Comparison *comparison, Buf *to)
{
	u32 n = search_n_changes(comparison->search) - changes_reached(comparison->search), output = 0;
	buf_adds(to, n == 1 ? "change " : "changes ");
	for (u32 i = 0; i < search_n_changes(comparison->search) && output < CHANGES_NAMED; i++) {
		const Change *c = change_map_at(search_map(comparison->search), i);
		if (search_change(comparison->search, i)->reached)
			continue;
		buf_addf(to, "%s%u (", output++ ? ", " : "", i + 1);
		change_lines_text(search_map(comparison->search), c->part[NEW].n_lines ? NEW : OLD, c, to);
		buf_addc(to, ')');
	}
	if (n > output)
		buf_addf(to, " and %u more", n - output);
}

static void end_text(const Comparison *comparison, Buf *to)
{
	const Covers *c = &comparison->covers;
	const char *name = c->outcome == RAN_SIGNAL ? sigabbrev_np(c->status) : NULL;
	if (c->outcome == RAN_SIGNAL)
		buf_addf(to, "SIG%s", name ? name : "?");
	else
		buf_adds(to, error_kind_name(c->error));
	if (strcmp(c->location, "?"))
		buf_addf(to, " at %s", c->location);
}

/* Of a run that was cut nobody knows how others of its path end, and on a side that was closed there
 * was none. */
static bool one_end(const Comparison *comparison)
{
	return comparison->covers.one_end && !search_stats(comparison->search).cut_runs[PRUNE_REACH] &&
		   !search_explored(comparison->search)->closed;
}

bool covers_one_end(const Comparison *comparison, Buf *to)
{
	if (!comparison->covers.ran || !one_end(comparison))
		return false;
	end_text(comparison, to);
	return true;
}

bool covers_vacuous(const Comparison *comparison, Buf *to)
{
	u32 executed = changes_reached(comparison->search);
	size_t n = search_inputs(comparison->search)->starts.len;
	if (comparison_verdict(comparison) != VERDICT_EQUIVALENT ||
		search_unchanged(comparison->search) || search_proved(comparison->search) ||
		(executed && !comparison->covers.fixed) ||
		(search_retyped(comparison->search) && !comparison->covers.fixed))
		return false;
	if (one_end(comparison) && !executed && search_n_changes(comparison->search)) {
		buf_adds(to, "every run ends in ");
		end_text(comparison, to);
		buf_adds(to, " before ");
		unexecuted_text(comparison, to);
	} else if (comparison->covers.fixed) {
		buf_addf(to,
				 n == 1 ? "nothing in the one input given varies"
						: "nothing in the %zu inputs given varies",
				 n);
		if (!executed)
			buf_adds(to, ", and no change is executed");
	} else if (!search_n_changes(comparison->search)) {
		buf_adds(to, "the changes are not in code that a run executes");
	} else if (search_product(comparison->search)->by == BY_OUTPUT) {
		buf_adds(to, "no run executed ");
		unexecuted_text(comparison, to);
		buf_adds(to, ", and no output depends on the decisions that lead there");
	} else {
		buf_adds(to, "no input of this shape executes ");
		unexecuted_text(comparison, to);
	}
	return true;
}

/* What the verdict `equivalent` means here. */
void covers_sentence(const Comparison *comparison, Buf *to)
{
	Buf why = {0};
	size_t n = search_inputs(comparison->search)->starts.len;
	if (search_unchanged(comparison->search)) {
		const char *const *lines;
		u32 edited = change_map_uncompiled(search_map(comparison->search), &lines);
		buf_adds(to, "equivalent: no code changed");
		if (edited)
			buf_addf(to, "; %s", lines[0]);
		if (edited > 1)
			buf_addf(to, ", and so do %u more", edited - 1);
		if (options_differ(comparison, &why))
			buf_addf(to, "; not compared: %s", buf_str(&why));
	} else if (search_proved(comparison->search)) {
		u32 changes = search_n_changes(comparison->search);
		buf_adds(to, "equivalent: both versions do the same on every input, of any shape: ");
		buf_addf(to,
				 changes == 1 ? "the change is a refactoring" : "all %u changes are refactorings",
				 changes);
	} else if (!covers_vacuous(comparison, &why)) {
		buf_adds(to, "equivalent: both versions do the same on every input of this shape");
		if (changes_reached(comparison->search) < search_n_changes(comparison->search)) {
			buf_adds(to, search_product(comparison->search)->by == BY_OUTPUT ? "; no run executed "
																			 : "; none executes ");
			unexecuted_text(comparison, to);
		}
	} else if (comparison->covers.fixed && changes_reached(comparison->search)) {
		buf_addf(to,
				 n == 1 ? "equivalent on the one input given: nothing in it varies"
						: "equivalent on the %zu inputs given: nothing in them varies",
				 n);
	} else {
		buf_addf(to, "equivalent: %s", buf_str(&why));
	}
	buf_free(&why);
}

bool comparison_vacuous(const Comparison *comparison)
{
	Buf why = {0};
	bool vacuous = covers_vacuous(comparison, &why);
	buf_free(&why);
	return vacuous;
}
