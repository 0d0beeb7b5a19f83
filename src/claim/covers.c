/* covers.c: what the verdict covers, in words. */
#include <signal.h>

#include "claim/claim.h"
#include "load/input/input.h"

enum { CHANGES_NAMED = 3 }; /* of those that were not executed */

/* What is there already is not added again. */
static void covers_add(Claim *claim, const char *text)
{
	for (size_t i = 0; i < claim->covers.not_compared.len; i++)
		if (!strcmp(claim->covers.not_compared.at[i], text))
			return;
	vec_push(&claim->covers.not_compared, xstrdup(text));
}

void covers_free(Claim *claim)
{
	for (size_t i = 0; i < claim->covers.not_compared.len; i++)
		free(claim->covers.not_compared.at[i]);
	vec_free(&claim->covers.not_compared);
	free(claim->covers.place);
}

/* ---- what is looked at ---- */

/* Pointers that a function is given lead to something in every run. */
static void add_nulls(Claim *claim)
{
	const Shape *s = &claim->config.search.inputs->shapes.at[0];
	Buf text = {0};
	for (size_t i = 0; claim->config.search.entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		bool leads = part->kind == PART_TEXT || part->kind == PART_OBJECT ||
					 part->kind == PART_FILE || (part->kind == PART_STRUCT && !part->by_value);
		if (part->role == ROLE_PARAM && !part->owner && leads)
			buf_addf(&text, "%s%s", text.len ? " or " : "calls with a null ", part->name);
	}
	if (text.len)
		covers_add(claim, buf_str(&text));
	buf_free(&text);
}

/* Whether a part of a call is a text or object of so many bytes because something had to be. */
static bool is_bounded(const Shape *s, const Part *part)
{
	bool behind = !part->owner || s->parts.at[part->owner - 1].is_pointer;
	return part->role == ROLE_PARAM && (part->kind == PART_TEXT || part->kind == PART_FILE ||
										(part->kind == PART_OBJECT && behind));
}

/* Texts and objects that a function is given have so many bytes at most, and behind a pointer to a
 * struct there are no further ones. */
static void add_longer(Claim *claim)
{
	const Shape *s = &claim->config.search.inputs->shapes.at[0];
	Buf text = {0}, structs = {0};
	for (size_t i = 0; claim->config.search.entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (is_bounded(s, part))
			buf_addf(&text, text.len ? " or %u in %s" : "calls with more than %u bytes in %s",
					 part->bound, part->name);
		const Part *owner = part->owner ? &s->parts.at[part->owner - 1] : NULL;
		if (part->kind == PART_STRUCT && !part->by_value && part->role == ROLE_PARAM &&
			(!owner || (owner->is_pointer && !owner->owner)))
			buf_addf(&structs, structs.len ? " or %s" : "calls with further elements behind %s",
					 part->name);
	}
	if (text.len) {
		buf_adds(&text, " (--bound)");
		covers_add(claim, buf_str(&text));
	}
	if (structs.len)
		covers_add(claim, buf_str(&structs));
	buf_free(&text);
	buf_free(&structs);
}

void covers_prepare(Claim *claim)
{
	static const char *const names[] = {"standard output", "standard error", "exit status",
										"files"};
	const SearchConfig *c = &claim->config.search;
	for (u32 i = 0; i < countof(names); i++)
		if (!(c->see >> i & 1))
			covers_add(claim, c->entry && 1u << i == SEE_STATUS
								  ? "what the function returns and leaves"
								  : names[i]);
	for (size_t i = 0; i < c->ignore.len; i++) {
		char *text = xasprintf("lines that match '%s'", c->ignore.at[i]);
		covers_add(claim, text);
		free(text);
	}
	add_nulls(claim);
	add_longer(claim);
	for (size_t i = 0; i < c->inputs->limits.len; i++)
		covers_add(claim, c->inputs->limits.at[i]);
	if (claim->config.accepts)
		covers_add(claim, "differences like the accepted ones");
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

void covers_after_run(Claim *claim)
{
	Covers *c = &claim->covers;
	bool first = !c->ran;
	if (!first && !c->one_end)
		return;
	c->one_end =
		same_end(c, claim->search->config.subject[OLD]->program,
				 &claim->search->pair.result[OLD]) &&
		same_end(c, claim->search->config.subject[NEW]->program, &claim->search->pair.result[NEW]);
	Buf place = {0};
	program_place(claim->search->config.subject[OLD]->program, claim->search->pair.result[OLD].loc,
				  &place);
	c->one_end = c->one_end && !strcmp(buf_str(&place), c->place);
	c->ran = true;
	buf_free(&place);
}

/* ---- whether inputs vary ---- */

/* Variables that can make another input of the one in a: behind the end of a text there are none.
 */
static u32 end_of_vars(Claim *claim, const InputGroup *g, PartKind kind, const Assignment *a)
{
	u32 end = g->first + g->count;
	if (kind == PART_FILE && g->kind == INPUT_BYTES) {
		u64 length = assignment_get(a, input_group(claim->search->pool, g->partner)->first);
		return length < g->count ? g->first + (u32)length : end;
	}
	for (u32 var = g->first; kind == PART_TEXT && var < end; var++)
		if (!assignment_get(a, var))
			return var + 1;
	return end;
}

/* Whether one of a group's variables can have another value than it has in a. */
static bool group_varies(Claim *claim, const ExprList *base, u32 group, PartKind kind,
						 const Assignment *a)
{
	const InputGroup *g = input_group(claim->search->pool, group);
	u32 end = end_of_vars(claim, g, kind, a);
	for (u32 var = g->first; var < end; var++) {
		Expr other = expr_ne(claim->search->pool, expr_var(claim->search->pool, var),
							 expr_const(claim->search->pool, g->width, assignment_get(a, var)));
		if (solve(claim->search->find.solver, base->at, base->len, other, a,
				  &claim->search->find.witness) != SOLVE_UNSAT)
			return true;
	}
	return false;
}

static bool shape_varies(Claim *claim, const Shape *s)
{
	Assignment a = {0};
	bool varies = false;
	assignment_init(&a, claim->search->pool);
	if (solve(claim->search->find.solver, s->base.at, s->base.len, EXPR_TRUE,
			  &claim->search->find.start, &a) != SOLVE_SAT)
		varies = true; /* cannot be said */
	for (size_t i = 0; i < s->parts.len && !varies; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind == PART_FIXED || part->kind == PART_STRUCT)
			continue;
		/* A parameter's object has its bytes, whatever they are. */
		PartKind kind =
			part->role == ROLE_PARAM && part->kind == PART_TEXT ? PART_OBJECT : part->kind;
		varies = group_varies(claim, &s->base, part->group, kind, &a);
		if (part->kind == PART_FILE && !varies) {
			u32 length = input_group(claim->search->pool, part->group)->partner;
			varies = group_varies(claim, &s->base, length, PART_INT, &a);
		}
	}
	assignment_free(&a);
	return varies;
}

/* Options that are for native code only, each once, in their order. */
static void unseen_options(const Program *p, Buf *to)
{
	const InputSet *in = p->native.input;
	StrMap told = {0};
	u32 known;
	for (size_t i = 0; in && i < in->sources.len; i++) {
		const StrList *words = &in->sources.at[i].unseen;
		for (size_t k = 0; k < words->len; k++) {
			if (strmap_get(&told, words->at[k], &known))
				continue;
			strmap_put(&told, words->at[k], 1);
			buf_addf(to, "%s%s", to->len ? " " : "", words->at[k]);
		}
	}
	strmap_free(&told);
}

/* What they add or define in one version only is not in the code that is compared. False: nothing. */
static bool options_differ(const Claim *claim, Buf *to)
{
	Buf text[2] = {{0}};
	for (int side = OLD; side <= NEW; side++)
		unseen_options(claim->search->config.subject[side]->program, &text[side]);
	bool differ = strcmp(buf_str(&text[OLD]), buf_str(&text[NEW]));
	if (differ)
		buf_addf(to, "what options for native code only do: %s in OLD, %s in NEW",
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

void covers_settle(Claim *claim)
{
	const Search *search = claim->search;
	const Inputs *in = search->config.inputs;
	executed_settle(claim->search);
	if (search->units && !search->changes.none)
		units_not_compared(search->units, claim, add_unseen);
	Buf options = {0};
	if (options_differ(claim, &options))
		covers_add(claim, buf_str(&options));
	buf_free(&options);
	const StrList *unseen = claim->config.unseen;
	for (size_t i = 0; unseen && !search->changes.none && i < unseen->len; i++)
		covers_add(claim, unseen->at[i]);
	claim->covers.fixed = !search->changes.none;
	for (size_t i = 0; i < in->shapes.len && claim->covers.fixed; i++)
		claim->covers.fixed = !shape_varies(claim, &in->shapes.at[i]);
}

/* ---- in words ---- */

/* "change 2 (a.c:4)", "changes 2 (a.c:4), 3 (a.c:9)": those that were not executed. */
static void unexecuted_text(const Claim *claim, Buf *to)
{
	u32 n = (u32)claim->search->changes.list.len - changes_reached(claim->search), told = 0;
	buf_adds(to, n == 1 ? "change " : "changes ");
	for (u32 i = 0; i < claim->search->changes.list.len && told < CHANGES_NAMED; i++) {
		const Change *c = change_map_at(claim->search->changes.map, i);
		if (claim->search->changes.list.at[i].reached)
			continue;
		buf_addf(to, "%s%u (", told++ ? ", " : "", i + 1);
		change_lines_text(claim->search->changes.map,
						  c->part[SIDE_NEW].n_lines ? SIDE_NEW : SIDE_OLD, c, to);
		buf_addc(to, ')');
	}
	if (n > told)
		buf_addf(to, " and %u more", n - told);
}

static void end_text(const Claim *claim, Buf *to)
{
	const Covers *c = &claim->covers;
	const char *name = c->outcome == RAN_SIGNAL ? sigabbrev_np(c->status) : NULL;
	if (c->outcome == RAN_SIGNAL)
		buf_addf(to, "SIG%s", name ? name : "?");
	else
		buf_adds(to, error_kind_name(c->error));
	if (strcmp(c->place, "?"))
		buf_addf(to, " at %s", c->place);
}

/* Of a run that was cut nobody knows how others of its path end. */
static bool one_end(const Claim *claim)
{
	return claim->covers.one_end && !search_stats(claim->search).cut_runs[PRUNE_REACH];
}

bool covers_vacuous(const Claim *claim, Buf *to)
{
	u32 executed = changes_reached(claim->search);
	size_t n = claim->search->config.inputs->starts.len;
	if (claim_verdict(claim) != VERDICT_EQUIVALENT || claim->search->changes.none ||
		(executed && !claim->covers.fixed))
		return false;
	if (one_end(claim) && !executed && claim->search->changes.list.len) {
		buf_adds(to, "every run ends in ");
		end_text(claim, to);
		buf_adds(to, " before ");
		unexecuted_text(claim, to);
	} else if (claim->covers.fixed) {
		buf_addf(to,
				 n == 1 ? "nothing in the one input given varies"
						: "nothing in the %zu inputs given varies",
				 n);
		if (!executed)
			buf_adds(to, ", and no change is executed");
	} else if (!claim->search->changes.list.len) {
		buf_adds(to, "what changed is nothing that a run executes");
	} else if (claim->search->pair.by == BY_OUTPUT) {
		buf_adds(to, "no run executed ");
		unexecuted_text(claim, to);
		buf_adds(to, ", and no output depends on what leads there");
	} else {
		buf_adds(to, "no input of this shape executes ");
		unexecuted_text(claim, to);
	}
	return true;
}

/* What the verdict `equivalent` means here. */
void covers_sentence(const Claim *claim, Buf *to)
{
	Buf why = {0};
	size_t n = claim->search->config.inputs->starts.len;
	if (claim->search->changes.none) {
		const char *const *lines;
		u32 edited = change_map_uncompiled(claim->search->changes.map, &lines);
		buf_adds(to, "equivalent: no code changed");
		if (edited)
			buf_addf(to, "; %s", lines[0]);
		if (edited > 1)
			buf_addf(to, ", and so do %u more", edited - 1);
		if (options_differ(claim, &why))
			buf_addf(to, "; not compared: %s", buf_str(&why));
	} else if (!covers_vacuous(claim, &why)) {
		buf_adds(to, "equivalent: on every input of this shape both versions do the same");
		if (changes_reached(claim->search) < claim->search->changes.list.len) {
			buf_adds(to, claim->search->pair.by == BY_OUTPUT ? "; no run executed "
															 : "; none executes ");
			unexecuted_text(claim, to);
		}
	} else if (claim->covers.fixed && changes_reached(claim->search)) {
		buf_addf(to,
				 n == 1 ? "equivalent on the one input given: nothing in it varies"
						: "equivalent on the %zu inputs given: nothing in them varies",
				 n);
	} else {
		buf_addf(to, "equivalent: %s", buf_str(&why));
	}
	buf_free(&why);
}

bool claim_vacuous(const Claim *claim)
{
	Buf why = {0};
	bool vacuous = covers_vacuous(claim, &why);
	buf_free(&why);
	return vacuous;
}
