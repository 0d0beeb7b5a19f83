/* covers.c: describes what the verdict covers. */
#include <signal.h>

#include "versions/verdict/impl.h"
#include "engine/load/bitcode/bitcode.h"

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

/* ---- what is looked at ---- */

/* Pointers that a function is given lead to something in every run. */
static void add_nulls(Comparison *comparison)
{
	const Shape *s = &comparison->config.search.inputs->shapes.at[0];
	Buf text = {0};
	for (size_t i = 0; comparison->config.search.entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		bool leads = part->kind == PART_TEXT || part->kind == PART_OBJECT ||
					 part->kind == PART_FILE || (part->kind == PART_STRUCT && !part->by_value);
		if (part->role == ROLE_PARAM && !part->owner && leads)
			buf_addf(&text, "%s%s", text.len ? " or " : "calls with a null ", part->name);
	}
	if (text.len)
		covers_add(comparison, buf_str(&text));
	buf_free(&text);
}

/* True if only a bound limits the size of a text or object in a call. */
static bool is_bounded(const Shape *s, const Part *part)
{
	bool behind = !part->owner || s->parts.at[part->owner - 1].is_pointer;
	return part->role == ROLE_PARAM && (part->kind == PART_TEXT || part->kind == PART_FILE ||
										(part->kind == PART_OBJECT && behind));
}

/* Texts and objects that a function is given have so many bytes at most, and behind a pointer to a
 * struct there are no further ones. */
static void add_longer(Comparison *comparison)
{
	const Shape *s = &comparison->config.search.inputs->shapes.at[0];
	Buf text = {0}, structs = {0};
	for (size_t i = 0; comparison->config.search.entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (is_bounded(s, part))
			buf_addf(&text, text.len ? " or %u in %s" : "calls with more than %u bytes in %s",
					 part->bound, part->name);
		const Part *owner = part->owner ? &s->parts.at[part->owner - 1] : NULL;
		if (part->kind == PART_STRUCT && !part->by_value && part->role == ROLE_PARAM &&
			(!owner || (owner->is_pointer && !owner->owner)))
			buf_addf(&structs, structs.len ? " or %s" : "calls with more than one element at %s",
					 part->name);
	}
	if (text.len) {
		buf_adds(&text, " (--bound)");
		covers_add(comparison, buf_str(&text));
	}
	if (structs.len)
		covers_add(comparison, buf_str(&structs));
	buf_free(&text);
	buf_free(&structs);
}

void covers_prepare(Comparison *comparison)
{
	static const char *const names[] = {"standard output", "standard error", "exit status",
										"files"};
	const SearchConfig *c = &comparison->config.search;
	for (u32 i = 0; i < countof(names); i++)
		if (!(c->observe >> i & 1))
			covers_add(comparison, c->entry && 1u << i == OBSERVE_STATUS
									   ? "the result of the function and the memory after the call"
									   : names[i]);
	for (size_t i = 0; i < c->ignore.len; i++) {
		char *text = xasprintf("lines that match '%s'", c->ignore.at[i]);
		covers_add(comparison, text);
		free(text);
	}
	add_nulls(comparison);
	add_longer(comparison);
	for (size_t i = 0; i < c->inputs->limits.len; i++)
		covers_add(comparison, c->inputs->limits.at[i]);
	if (comparison->config.accepts)
		covers_add(comparison, "differences like the accepted ones");
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

/* Options that are for native code only, each once, in their order. */
static void unseen_options(const Program *p, Buf *to)
{
	const InputSet *in = p->native.input;
	StrMap output = {0};
	u32 known;
	for (size_t i = 0; in && i < in->sources.len; i++) {
		const StrList *words = &in->sources.at[i].unseen;
		for (size_t k = 0; k < words->len; k++) {
			if (strmap_get(&output, words->at[k], &known))
				continue;
			strmap_put(&output, words->at[k], 1);
			buf_addf(to, "%s%s", to->len ? " " : "", words->at[k]);
		}
	}
	strmap_free(&output);
}

/* What they add or define in one version only is not in the code that is compared. False: nothing. */
static bool options_differ(const Comparison *comparison, Buf *to)
{
	Buf text[2] = {{0}};
	for (int side = OLD; side <= NEW; side++)
		unseen_options(search_program(comparison->search, side), &text[side]);
	bool differ = strcmp(buf_str(&text[OLD]), buf_str(&text[NEW]));
	if (differ)
		buf_addf(
			to,
			"the effect of compiler options that apply to native code only: %s in OLD, %s in NEW",
			text[OLD].len ? buf_str(&text[OLD]) : "none",
			text[NEW].len ? buf_str(&text[NEW]) : "none");
	buf_free(&text[OLD]);
	buf_free(&text[NEW]);
	return differ;
}

static void add_unseen(void *ctx, const char *what)
{
	covers_add(ctx, what);
}

void covers_settle(Comparison *comparison)
{
	const Search *search = comparison->search;
	const Inputs *in = search_inputs(search);
	executed_settle(comparison->search);
	if (search_units(search) && !search_unchanged(search))
		post_states_not_compared(search_units(search), comparison, add_unseen);
	Buf options = {0};
	if (options_differ(comparison, &options))
		covers_add(comparison, buf_str(&options));
	buf_free(&options);
	const StrList *unseen = comparison->config.unseen;
	for (size_t i = 0; unseen && !search_unchanged(search) && i < unseen->len; i++)
		covers_add(comparison, unseen->at[i]);
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

/* Of a run that was cut nobody knows how others of its path end. */
static bool one_end(const Comparison *comparison)
{
	return comparison->covers.one_end && !search_stats(comparison->search).cut_runs[PRUNE_REACH];
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
		search_unchanged(comparison->search) || (executed && !comparison->covers.fixed))
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
	} else if (!covers_vacuous(comparison, &why)) {
		buf_adds(to, "equivalent: on every input of this shape both versions do the same");
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
