/* compare.c: finds out whether two paths differ, and on which input. */
#include "clients/test/condition.h"
#include "clients/test/golden.h"

#include "base/watch.h"

enum {
	OUTPUT_LIMIT = 4000,  /* of an output's */
	OVERFLOWS = 64,       /* of a version, that a witness avoids if it can */
	TRIES = 3,            /* witnesses of a group that may fail to show natively */
	TESTS_OF_A_KIND = 20, /* differences of a cluster that have a test */
};

/* ---- groups ---- */

/* True if a version had undefined behaviour that alone counts as a difference: it used an uninitialised
 * value, or, with --undefined=count, overflowed. */
static bool undefined_counts(const Tester *t, int side)
{
	return behaviour_undefined_counts(&search_behaviours(t->search)[side],
									  t->config.comparison.count_overflow);
}

static bool undefined_alone(const Tester *t)
{
	return undefined_counts(t, OLD) != undefined_counts(t, NEW);
}

static u32 undefined_location(const Tester *t, int side)
{
	return undefined_counts(t, side) ? search_behaviours(t->search)[side].undefined_loc : 0;
}

static u64 group_key(Tester *t)
{
	/* What is undefined is the difference, whatever the output. */
	if (search_same(t->search) && !behaviours_open_both(search_observed(t->search)))
		return keymap_number(&t->numbers,
							 KEY(NUMBER_UNDEFINED, undefined_counts(t, OLD),
								 undefined_location(t, OLD), undefined_location(t, NEW)));
	Buf key = {0};
	key_number(&key, NUMBER_BEHAVIOURS);
	for (int side = OLD; side <= NEW; side++)
		behaviour_key(&search_behaviours(t->search)[side], search_see(t->search), true, &key);
	u64 number = keymap_number(&t->numbers, buf_key(&key));
	buf_free(&key);
	return number;
}

Group *group_of_key(Tester *t, u64 key)
{
	u64 at;
	return intmap_get(&t->group_of, key, &at) ? &t->groups.at[at] : NULL;
}

static Group *group_add(Tester *t, u64 key)
{
	Group *g = group_of_key(t, key);
	if (g)
		return g;
	intmap_put(&t->group_of, key, t->groups.len);
	vec_push(&t->groups, ((Group){.key = key, .difference = NO_OPERAND}));
	return &vec_last(&t->groups);
}

/* ---- keeping ---- */

void confirm_ahead(Tester *t, u32 shape)
{
	static const double SOON = 0.1; /* seconds: who is ready before that need not build */
	if (comparison_engine_seconds(t->comparison) > SOON)
		evidence_build_ahead(t->evidence, shape);
}

static char *symbolic_output(Tester *t, int side)
{
	Buf text = {0};
	items_text(search_pool(t->search), &search_behaviours(t->search)[side].items[0], OUTPUT_LIMIT,
			   &text);
	return text.at ? text.at : xstrdup("");
}

static char *undefined_text(const Tester *t)
{
	static const char *const names[] = {"old", "new"};
	Buf text = {0};
	for (int side = OLD; side <= NEW; side++) {
		const Behaviour *b = &search_behaviours(t->search)[side];
		if (!b->undefined)
			continue;
		buf_addf(&text, "%s%s: %s", text.len ? "; " : "", names[side],
				 b->outcome == RAN_ERROR ? error_kind_name(b->error) : buf_str(&b->undefined_what));
	}
	return text.at;
}

/* Adds the stubs that a version called: each call prints a line. */
static void add_stubs(const Tester *t, const char *version, const char *output, Buf *to)
{
	const StrList *stubs = t->config.comparison.stubs;
	for (size_t i = 0; stubs && i < stubs->len; i++) {
		char *line = xasprintf("called %s: ", stubs->at[i]);
		if (strstr(output, line))
			buf_addf(to, "%s%s calls %s, which nobody defines", to->len ? "; " : "", version,
					 stubs->at[i]);
		free(line);
	}
}

/* That a version called what nobody defines, so that a function of drift's own took its place. */
static char *stub_text(const Tester *t, char *const output[2])
{
	static const char *const names[] = {"old", "new"};
	Buf ends = {0}, records = {0};
	for (int side = OLD; side <= NEW; side++) {
		const char *missing = search_behaviours(t->search)[side].missing;
		if (missing)
			buf_addf(&ends, "%s%s calls %s, which nobody defines", ends.len ? "; " : "",
					 names[side], missing);
		if (strcmp(output[OLD], output[NEW]))
			add_stubs(t, names[side], output[side], &records);
	}
	if (ends.len)
		buf_adds(&ends, ": natively, drift's stub ends the program there");
	if (records.len)
		buf_addf(&ends, "%s%s: drift's stub prints the call and returns", ends.len ? "; " : "",
				 records.at);
	buf_free(&records);
	return ends.at;
}

/* Names of files that the versions left in different states; NULL: none. */
static char *files_text(const Tester *t)
{
	Buf text = {0};
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < search_behaviours(t->search)[side].files.len; i++) {
			const FileLeft *f = &search_behaviours(t->search)[side].files.at[i], *other = NULL;
			for (size_t k = 0; k < search_behaviours(t->search)[!side].files.len; k++)
				if (!strcmp(search_behaviours(t->search)[!side].files.at[k].path, f->path))
					other = &search_behaviours(t->search)[!side].files.at[k];
			bool same =
				other && file_left_alike(other, f) && items_identical(&other->items, &f->items);
			if (!same && (side == OLD || !other))
				buf_addf(&text, "%s%s", text.len ? ", " : "", f->path);
			if (!same && side == OLD && other && other->mode != f->mode)
				buf_addf(&text, " (mode %o, %o)", f->mode, other->mode);
		}
	return text.at;
}

/* Everything a report says of the difference in search_behaviours(t->search). */
static Difference describe(Tester *t, u32 shape, const Assignment *a, const ExprList *conds,
						   Expr differs)
{
	Difference d = {.seen = witness_describe(t->evidence, shape, a),
					.undefined = undefined_text(t),
					.shape = shape,
					.plain = t->plain};
	condition_describe(t, &d, shape, a, conds, differs);
	for (int side = OLD; side <= NEW; side++)
		d.output[side] = symbolic_output(t, side);
	d.stub = stub_text(t, d.output);
	vec_append(&d.changes, search_executed(t->search)->at, search_executed(t->search)->len);
	d.files = files_text(t);
	d.kind = cluster_kind(t, &d);
	d.runs = search_runs(t->search);
	d.seconds = comparison_engine_seconds(t->comparison);
	return d;
}

/* Of the effect and the endings; 0: not known. */
static u64 way_of(Tester *t, const Difference *d)
{
	Buf key = {0};
	if (!d->effect.len)
		return 0;
	key_number(&key, NUMBER_WAY);
	for (int side = OLD; side <= NEW; side++)
		key_text(&key, d->seen.ending[side]);
	effect_key(&d->effect, &key);
	u64 number = keymap_number(&t->numbers, buf_key(&key));
	buf_free(&key);
	return number;
}

static void keep(Tester *t, Group *g, Difference *d, const Assignment *a)
{
	if (g->difference == NO_OPERAND) {
		comparison_found(t->comparison, !d->seen.unconfirmed, d->seconds);
		g->number = search_found(t->search);
		g->difference = (u32)t->differences.len;
	}
	d->group = g->number;
	d->way = way_of(t, d);
	/* With --interactions, experiments run the tests. */
	if (cluster_join(t, d) >= TESTS_OF_A_KIND && !t->config.all && !t->interactions)
		witness_forget(t->evidence, &d->seen);
	condition_generalise(t, d, a);
	for (size_t i = 0; !d->seen.unconfirmed && i < d->changes.len; i++)
		search_propagated(t->search, d->changes.at[i]);
	vec_push(&t->differences, *d);
	t->file.news = true;
	if (t->differences.len == 1)
		t->file.cost = 0; /* not to be put off: the verdict is another one */
	/* What is printed is in result.json, in case that this process is killed. */
	tester_tick(t);
	if (t->config.progress)
		difference_print(t, d, t->config.progress);
	if (t->config.stop_after && search_found(t->search) >= t->config.stop_after && !d->leeway)
		comparison_enough(t->comparison);
}

void difference_free(Difference *d)
{
	witness_free(&d->seen);
	free(d->condition);
	free(d->when);
	free(d->path_condition);
	condition_parts_free(d->parts);
	free(d->undefined);
	free(d->stub);
	free(d->files);
	free(d->output[OLD]);
	free(d->output[NEW]);
	vec_free(&d->changes);
	effect_free(&d->effect);
	judgement_free(d->judgement);
	kept_input_free(&d->kept);
}

static const char by_conversion[] =
	"it depends on what a conversion gives that the integer type cannot hold, which C leaves open";

void report_difference(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr differs)
{
	Leeway leeway = tester_leeway(t, shape, &a, conds, differs);
	if (leeway == LEEWAY_NAN || leeway == LEEWAY_NAN_ALWAYS) {
		g->tries += leeway == LEEWAY_NAN;
		return;
	}
	Difference d = describe(t, shape, a, conds, differs);
	d.leeway = leeway == LEEWAY_CONVERSION;
	if (d.leeway)
		d.seen.unconfirmed = xstrdup(by_conversion);
	difference_id(t, &d);
	d.key = g->key;
	interactions_note(t, &d, shape, a);
	const BaselineEntry *meant = baseline_find(&t->baseline, &d.id);
	if (meant) {
		g->accepted = true;
		g->baseline = (u32)(meant - t->baseline.list.at) + 1;
		difference_free(&d);
		return;
	}
	switch (witness_settle(t->evidence, &d.seen, shape, a, NULL)) {
	case WITNESS_KEPT:
		golden_settle(t, g, shape, a, d.seen.test);
		effect_find(search_aligner(t->search), (AlignedInput){shape, a, t->plain}, &d.effect);
		d.kept = inputs_keep(search_inputs(t->search), shape, a);
		interactions_trace(t, &d, shape, a);
		keep(t, g, &d, a);
		return;
	case WITNESS_LATE: postpone_add(t, g, shape, a, conds, differs); break;
	case WITNESS_REFUTED:
		t->open_alike += behaviours_open_both(search_observed(t->search));
		g->tries++;
		break;
	case WITNESS_TROUBLE: g->tries++; break;
	case WITNESS_UNWRITTEN: break;
	}
	difference_free(&d);
}

/* ---- comparing ---- */

/* What was found is reported, now or later. */
static void take_witness(Tester *t, Group *g, u32 shape, const ExprList *conds, Expr differs)
{
	if (postpone_now(t)) {
		postpone_add(t, g, shape, &search_finder(t->search)->witness, conds, differs);
		return;
	}
	search_observe(t->search, shape, &search_finder(t->search)->witness);
	/* Nothing that was found is lost when time is up: it is counted as unconfirmed. */
	if (search_cut_short(t->search))
		postpone_add(t, g, shape, &search_finder(t->search)->witness, conds, differs);
	else
		report_difference(t, g, shape, &search_finder(t->search)->witness, conds, differs);
}

/* The condition that no operation of either version overflows in the latest run. */
static Expr no_overflow(const Tester *t)
{
	ExprPool *pool = search_pool(t->search);
	Expr none = EXPR_TRUE;
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		bool left;
		const Overflow *list = machine_overflows(search_machine(t->search, side), &n, &left);
		for (size_t i = 0; i < n && i < OVERFLOWS; i++)
			none = expr_and(pool, none, expr_not(pool, list[i].cond));
	}
	return none;
}

/* Shapes the witness. One without overflow is preferred, because what overflows is undefined: a reader
 * wants to see the difference itself. */
static void choose_witness(Tester *t, u32 shape, const Assignment *input, ExprList *conds,
						   Expr differs)
{
	Finder *f = search_finder(t->search);
	Expr none = no_overflow(t);
	size_t n = conds->len;
	if (none != EXPR_TRUE && none != EXPR_FALSE) {
		Assignment found = {0};
		assignment_copy(&found, &f->witness);
		vec_push(conds, none);
		solver_effort(f->solver, EFFORT_QUICK);
		bool better = conditions_hold(f, conds, differs, &found) ||
					  (!f->unsolved && !f->seen->filter.automata.len &&
					   solve_near(f, shape, input, conds, differs, &f->witness) == SOLVE_SAT);
		solver_effort(f->solver, EFFORT_FULL);
		if (!better) {
			assignment_copy(&f->witness, &found);
			conds->len = n;
		}
		assignment_free(&found);
	}
	shape_witness(f, shape, conds, differs, true, &f->witness);
	conds->len = n;
}

/* One group for each class that the golden version gives a part of the pair of paths. */
static void compare_golden(Tester *t, u64 key, u32 shape, ExprList *conds, Expr differs)
{
	GoldenParts parts = {0};
	Finder *f = search_finder(t->search);
	golden_split(t, key, shape, &f->witness, conds, differs, &parts);
	for (size_t i = 0; i < parts.len; i++) {
		GoldenPart *part = &parts.at[i];
		Group *g = group_add(t, keymap_number(&t->numbers, KEY(NUMBER_CLASS, key, part->class)));
		g->pairs++;
		g->behaviours = key;
		g->class = part->class;
		g->witnessed |= !part->proved;
		if (g->accepted || g->difference != NO_OPERAND || g->tries + g->waiting >= TRIES)
			continue;
		size_t n = conds->len;
		inputs_recall(search_inputs(t->search), &part->witness, &f->witness);
		vec_append(conds, part->conds.at, part->conds.len);
		shape_witness(f, shape, conds, differs, true, &f->witness);
		take_witness(t, g, shape, conds, differs);
		conds->len = n;
	}
	golden_parts_free(&parts);
}

/* Adds the path's condition to a difference that was reported before its path was explored. */
static void tell_more(Tester *t, Difference *d, u32 shape, const Assignment *input,
					  const ExprList *conds)
{
	Expr differs = search_differs(t->search);
	if (!differs || !conditions_hold(search_finder(t->search), conds, differs, input))
		return;
	d->plain = false;
	d->late = true;
	condition_describe(t, d, shape, input, conds, differs);
	condition_generalise(t, d, input);
	for (int side = OLD; side <= NEW; side++) {
		free(d->output[side]);
		d->output[side] = symbolic_output(t, side);
	}
	t->file.news = true;
}

static bool seed_group(const Tester *t, u32 shape, const Assignment *input, u64 *at)
{
	Buf key = {0};
	seeds_key(t->search, shape, input, &key);
	bool known = keymap_get(&t->seeds, buf_key(&key), at);
	buf_free(&key);
	return known;
}

/* Returns the group of an input that was reported before the search; NULL: none. Now we know how
 * its path differs: that is the same change, unless the path has a group of its own. */
static Group *watch_reported(Tester *t, u32 shape, const Assignment *input, const ExprList *conds,
							 u64 key)
{
	u64 at;
	if (!t->seeds.len || !seed_group(t, shape, input, &at))
		return NULL;
	if (!group_of_key(t, key))
		intmap_put(&t->group_of, key, at);
	Group *g = &t->groups.at[at];
	if (t->differences.at[g->difference].plain)
		tell_more(t, &t->differences.at[g->difference], shape, input, conds);
	return g;
}

void compare_pair(Tester *t, u32 shape, const Assignment *input, ExprList *conds)
{
	stall("compare");
	comparison_compared(t->comparison);
	bool same = search_same(t->search);
	bool undefined = undefined_alone(t), open = search_inconclusive(t->search);
	t->open_both += behaviours_open_both(search_observed(t->search));
	if (same && !undefined && !open)
		return;
	if (!same || undefined)
		changes_infected(t->search);
	u64 key = group_key(t);
	Group *g = group_of_key(t, key);
	conditions_pair(t, shape, conds);
	if (!open)
		interactions_pair(t, key, shape, input, conds, same);
	Group *output = same || t->golden ? NULL : watch_reported(t, shape, input, conds, key);
	g = g ? g : output;
	if (g && !t->config.all && !t->golden &&
		(g->accepted || g->difference != NO_OPERAND ||
		 (g->tries + g->waiting >= TRIES && !behaviours_open_both(search_observed(t->search))))) {
		g->pairs++;
		return;
	}
	if (open && !open_try(t))
		return;
	Expr differs = same || open ? EXPR_TRUE : search_differs(t->search);
	if (!differs) {
		comparison_unknown(t->comparison);
		if (search_differs_on(t->search, input, false)) {
			/* No expression says on which inputs, but this is one. */
			g = group_add(t, key);
			g->pairs++;
			t->plain = true;
			report_difference(t, g, shape, input, conds, EXPR_TRUE);
			t->plain = false;
		}
		return;
	}
	if (differs == EXPR_FALSE ||
		!find_witness(search_finder(t->search), shape, input, conds, differs))
		return;
	if (t->golden && !same && !open) {
		compare_golden(t, key, shape, conds, differs);
		return;
	}
	if (!same) /* what is undefined happens on this input, perhaps not on others of its path */
		choose_witness(t, shape, input, conds, differs);
	g = group_add(t, key);
	g->pairs++;
	g->behaviours = key;
	g->witnessed = true;
	take_witness(t, g, shape, conds, differs);
}

void compare_found(Tester *t, u32 shape, const Assignment *a, ExprList *conds)
{
	Group *g = group_add(t, group_key(t));
	Expr differs = search_differs(t->search);
	if (g->accepted || g->difference != NO_OPERAND || g->tries >= TRIES ||
		(search_inconclusive(t->search) && !open_try(t)))
		return;
	if (!differs || !conditions_hold(search_finder(t->search), conds, differs, a))
		differs = EXPR_TRUE;
	comparison_compared(t->comparison);
	g->pairs++;
	changes_infected(t->search);
	report_difference(t, g, shape, a, conds, differs);
}

void compare_seed(Tester *t, u32 shape, const Assignment *a, ExprList *conds)
{
	u64 key = group_key(t);
	if (t->golden) /* it has a class only where it is followed */
		return;
	t->plain = true;
	compare_found(t, shape, a, conds);
	t->plain = false;
	const Group *g = group_of_key(t, key);
	if (!g || g->difference == NO_OPERAND)
		return;
	Buf seed = {0};
	seeds_key(t->search, shape, a, &seed);
	keymap_put(&t->seeds, buf_key(&seed), (u64)(g - t->groups.at));
	buf_free(&seed);
}

void compare_overflow(Tester *t, u32 shape, const ExprList *conds, Expr goal)
{
	u64 key = group_key(t);
	const Group *known = group_of_key(t, key);
	if (known && (known->accepted || known->difference != NO_OPERAND || known->tries >= TRIES))
		return;
	Group *g = group_add(t, key);
	g->pairs++;
	report_difference(t, g, shape, &search_finder(t->search)->witness, conds, goal);
}

void accept_tests(Tester *t)
{
	for (size_t i = 0; i < t->config.n_accept; i++) {
		const Start *start = &t->config.accept[i];
		inputs_start(search_inputs(t->search), start, &search_finder(t->search)->witness);
		inputs_canonical(search_inputs(t->search), start->shape,
						 &search_finder(t->search)->witness);
		search_observe(t->search, start->shape, &search_finder(t->search)->witness);
		Group *g = group_add(t, group_key(t));
		g->accepted = true;
		bool differs = !search_same(t->search) || undefined_alone(t);
		vec_push(&t->accepted, differs ? (u32)(g - t->groups.at) : NO_OPERAND);
	}
}
