/* compare.c: do two paths differ, and on which input? */
#include "test/golden.h"

#include "base/watch.h"
#include "load/input/input.h"

#include <unistd.h>

enum {
	CONDITION_LIMIT = 2000, /* characters of a condition's text */
	CONDITION_LONG = 250,   /* of one that people are not shown if there is a shorter one */
	OUTPUT_LIMIT = 4000,    /* of an output's */
	TRIES = 3,              /* witnesses of a group that may fail to show natively */
	TESTS_OF_A_KIND = 20,   /* differences of a story that have a test */
};

/* ---- groups ---- */

/* True if a version did what C leaves undefined and what counts by itself: it used what it had
 * never set, or overflowed if that is to count. */
static bool undefined_counts(const Tester *t, int side)
{
	const Behaviour *b = &t->search->seen.now[side];
	return b->uninitialised || (t->claim->config.count_overflow && b->undefined_what.len);
}

static bool undefined_alone(const Tester *t)
{
	return undefined_counts(t, OLD) != undefined_counts(t, NEW);
}

static u32 undefined_place(const Tester *t, int side)
{
	return undefined_counts(t, side) ? t->search->seen.now[side].undefined_loc : 0;
}

static u64 group_key(const Tester *t)
{
	u64 old = behaviour_hash(&t->search->seen.now[OLD], t->search->config.see);
	u64 newer = behaviour_hash(&t->search->seen.now[NEW], t->search->config.see);
	/* What is undefined is the difference, whatever the output. */
	if (old == newer && !behaviours_open_both(&t->search->seen))
		return hash_mix(undefined_counts(t, OLD),
						(u64)undefined_place(t, OLD) << 32 | undefined_place(t, NEW)) |
			   1;
	old = behaviour_group(&t->search->seen.now[OLD], t->search->config.see);
	newer = behaviour_group(&t->search->seen.now[NEW], t->search->config.see);
	return hash_mix(old, newer) | 1;
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

/* ---- native confirmation ---- */

static const InputSet *sources_of(const Subject *s)
{
	const InputSet *in = s->program->native.input;
	return in && in->kind == INPUT_SOURCES ? in : NULL;
}

/* Makes the confirmer, and has it begin. */
static void need_confirmer(Tester *t, const Shape *s)
{
	const SearchConfig *c = &t->search->config;
	if (t->confirmer)
		return;
	ConfirmConfig config = {.version = {c->subject[OLD]->version, c->subject[NEW]->version},
							.cflags = {c->subject[OLD]->cflags, c->subject[NEW]->cflags},
							.native = {t->native[OLD], t->native[NEW]},
							.name = t->search->config.subject[NEW]->name,
							.scratch = t->scratch,
							.log = t->build_log,
							.world = world_is_input(s) && !c->entry,
							.unsafe = t->config.unsafe,
							.budget = explorer_budget(t->search->explorer),
							.see = c->see,
							.filter = &t->search->seen.filter.lines,
							.loaded = {sources_of(c->subject[OLD]), sources_of(c->subject[NEW])}};
	t->confirmer = confirmer_new(&config);
	confirmer_start(t->confirmer);
}

void confirm_ahead(Tester *t, u32 shape)
{
	static const double SOON = 0.1; /* seconds: who is ready before that need not build */
	if (!t->confirmer && !t->config.unconfirmed && claim_engine_seconds(t->claim) > SOON)
		need_confirmer(t, &t->search->config.inputs->shapes.at[shape]);
}

static Confirmation confirm_natively(Tester *t, u32 shape, const Assignment *a, u32 test, Err *err)
{
	const Shape *s = &t->search->config.inputs->shapes.at[shape];
	double begin = now_seconds();
	need_confirmer(t, s);
	NativeGiven g;
	native_given(t, shape, a, test, &g);
	Confirmation r = world_confirm(t, s, a, &g.in, err);
	native_given_free(&g);
	t->claim->native += now_seconds() - begin;
	return r;
}

/* ---- keeping ---- */

static char *symbolic_output(Tester *t, int side)
{
	Buf text = {0};
	items_text(t->search->pool, &t->search->seen.now[side].items[0], OUTPUT_LIMIT, &text);
	return text.at ? text.at : xstrdup("");
}

static int shell_status(const Behaviour *b)
{
	return b->outcome == RAN_EXIT ? b->status : b->outcome == RAN_SIGNAL ? 128 + b->status : -1;
}

static char *returned_text(const Behaviour *b)
{
	Buf text = {0};
	if (!b->type)
		return NULL;
	entry_value_text(b->type, b->value, &text);
	return text.at ? text.at : xstrdup("");
}

static char *undefined_text(const Tester *t)
{
	static const char *const names[] = {"old", "new"};
	Buf text = {0};
	for (int side = OLD; side <= NEW; side++) {
		const Behaviour *b = &t->search->seen.now[side];
		if (!b->undefined)
			continue;
		buf_addf(&text, "%s%s: %s", text.len ? "; " : "", names[side],
				 b->outcome == RAN_ERROR ? error_kind_name(b->error) : buf_str(&b->undefined_what));
	}
	return text.at;
}

/* Names of files that the versions left in different states; NULL: none. */
static char *files_text(const Tester *t)
{
	Buf text = {0};
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < t->search->seen.now[side].files.len; i++) {
			const FileLeft *f = &t->search->seen.now[side].files.at[i], *other = NULL;
			for (size_t k = 0; k < t->search->seen.now[!side].files.len; k++)
				if (!strcmp(t->search->seen.now[!side].files.at[k].path, f->path))
					other = &t->search->seen.now[!side].files.at[k];
			bool same = other && other->gone == f->gone && other->mode == f->mode &&
						items_hash(&other->items) == items_hash(&f->items);
			if (!same && (side == OLD || !other))
				buf_addf(&text, "%s%s", text.len ? ", " : "", f->path);
			if (!same && side == OLD && other && other->mode != f->mode)
				buf_addf(&text, " (mode %o, %o)", f->mode, other->mode);
		}
	return text.at;
}

/* The condition, and for people what it comes to where the comparison of the outputs is longer than
 * the rest of it. */
static void describe_condition(Tester *t, Difference *d, u32 shape, const Assignment *a,
							   const ExprList *conds, Expr differs)
{
	Buf text = {0};
	ExprList all = {0};
	for (size_t i = t->search->config.inputs->shapes.at[shape].base.len; i < conds->len; i++)
		vec_push(&all, conds->at[i]);
	size_t path = all.len;
	vec_push(&all, differs);
	if (!t->plain)
		finder_say(&t->search->find, shape, a, all.at, all.len, CONDITION_LIMIT, &text);
	/* What decides behind the end of the path nobody knows. */
	if (t->plain || behaviours_open(&t->search->seen))
		buf_adds(&text, t->plain ? "seen on this input" : "; seen on this input");
	d->condition = xstrdup(buf_str(&text));
	size_t n = text.len;
	buf_reset(&text);
	if (n > CONDITION_LONG && !behaviours_open(&t->search->seen) && !t->plain)
		finder_say(&t->search->find, shape, a, all.at, path, CONDITION_LIMIT, &text);
	if (text.len && text.len < n / 2) {
		buf_adds(&text, " && the outputs differ");
		d->when = xstrdup(text.at);
	}
	buf_free(&text);
	vec_free(&all);
}

/* Everything a report says of the difference in t->search->seen.now. */
static Difference describe(Tester *t, u32 shape, const Assignment *a, const ExprList *conds,
						   Expr differs)
{
	const Shape *s = &t->search->config.inputs->shapes.at[shape];
	Difference d = {.undefined = undefined_text(t), .shape = shape, .plain = t->plain};
	Buf text = {0};
	describe_condition(t, &d, shape, a, conds, differs);
	if (t->search->config.entry) {
		buf_adds(&text, " (");
		test_call(t->search->config.inputs, s, a, &text);
		buf_addc(&text, ')');
	} else {
		test_shown(t->search->config.inputs, s, a, &text);
	}
	test_world(t->search->config.inputs, s, a, &text);
	d.input = xstrdup(text.len ? text.at + 1 : "");
	for (int side = OLD; side <= NEW; side++) {
		buf_reset(&text);
		behaviour_ending(&t->search->seen.now[side], t->search->config.subject[side]->program,
						 &text);
		left_text(NULL, t->search->seen.now[side].left, side, 0, &text);
		d.ending[side] = xstrdup(text.at);
		d.output[side] = symbolic_output(t, side);
		d.status[side] = shell_status(&t->search->seen.now[side]);
		d.returned[side] = returned_text(&t->search->seen.now[side]);
		for (int i = 0; i < 2; i++)
			buf_add(&d.text[side][i], buf_str(&t->search->seen.now[side].text[i]),
					t->search->seen.now[side].text[i].len);
	}
	for (size_t i = 0; i < t->search->changes.executed.len; i++)
		vec_push(&d.changes, t->search->changes.executed.at[i]);
	d.files = files_text(t);
	d.kind = story_kind(t, &d);
	d.runs = t->search->pair.runs;
	d.seconds = claim_engine_seconds(t->claim);
	buf_free(&text);
	return d;
}

static void forget_test(Tester *t, u32 test)
{
	Err ignored;
	char *dir = xasprintf("%s/tests/%04u", t->config.dir, test);
	tree_remove(dir, &ignored);
	free(dir);
	t->tests--;
}

/* Of the effect and the endings; 0: not known. */
static u64 way_of(const Difference *d)
{
	u64 h = effect_way(&d->effect);
	for (int side = OLD; side <= NEW; side++)
		h = hash_mix(h, hash_bytes(d->ending[side], strlen(d->ending[side])));
	return d->effect.len ? h | 1 : 0;
}

static void keep(Tester *t, Group *g, Difference *d)
{
	if (g->difference == NO_OPERAND) {
		claim_found(t->claim, !d->unconfirmed, d->seconds);
		g->number = t->search->found;
		g->difference = (u32)t->differences.len;
	}
	d->group = g->number;
	d->way = way_of(d);
	/* With --interactions, experiments run the tests. */
	if (story_join(t, d) >= TESTS_OF_A_KIND && !t->config.all && !t->interactions) {
		forget_test(t, d->test);
		d->test = 0;
	}
	for (size_t i = 0; !d->unconfirmed && i < d->changes.len; i++)
		t->search->changes.list.at[d->changes.at[i]].propagated = true;
	vec_push(&t->differences, *d);
	t->file.news = true;
	if (t->config.progress)
		difference_print(t, d, t->config.progress);
	tester_tick(t);
	if (t->config.stop_after && t->search->found >= t->config.stop_after)
		claim_enough(t->claim);
}

void report_difference(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr differs)
{
	Err err = {0};
	Difference d = describe(t, shape, a, conds, differs);
	d.id = difference_id(t, &d);
	d.key = g->key;
	interactions_note(t, &d, shape, a);
	const BaselineEntry *meant = baseline_find(&t->baseline, d.id);
	if (meant) {
		g->accepted = true;
		g->baseline = (u32)(meant - t->baseline.list.at) + 1;
		difference_free(&d);
		return;
	}
	if (!difference_write(t, &d, shape, a, &err)) {
		if (!t->trouble.text[0])
			t->trouble = err;
		difference_free(&d);
		return;
	}
	Confirmation c = CONFIRM_YES;
	if (!t->config.unconfirmed)
		c = confirm_natively(t, shape, a, d.test, &err);
	if (c > CONFIRM_NO && solver_over(t->search->find.solver)) {
		/* For want of time, which is no trouble: it waits. */
		forget_test(t, d.test);
		difference_free(&d);
		postpone_add(t, g, shape, a, conds, differs);
		return;
	}
	bool open = behaviours_open(&t->search->seen);
	if (open && c == CONFIRM_YES && !open_take_native(t, &d, &t->trouble))
		c = CONFIRM_TROUBLE;
	if (c == CONFIRM_NO && world_hides(t, shape, a, &err))
		c = CONFIRM_UNBUILT;
	if (c > CONFIRM_NO && !t->unconfirmable++)
		t->confirm_trouble = err;
	if (c == CONFIRM_UNBUILT && !open)
		d.unconfirmed = xstrdup(err.text);
	if (c == CONFIRM_YES || d.unconfirmed) {
		golden_settle(t, g, shape, a, d.test);
		effect_find(&t->search->align, (AlignedInput){shape, a, t->plain}, &d.effect);
		d.kept = inputs_keep(t->search->config.inputs, shape, a);
		interactions_trace(t, &d, shape, a);
		keep(t, g, &d);
		return;
	}
	g->tries++;
	if (c == CONFIRM_NO)
		t->refuted += !open, t->open_alike += behaviours_open_both(&t->search->seen);
	forget_test(t, d.test);
	difference_free(&d);
}

/* ---- comparing ---- */

/* What was found is reported, now or later. */
static void take_witness(Tester *t, Group *g, u32 shape, const ExprList *conds, Expr differs)
{
	if (postpone_now(t)) {
		postpone_add(t, g, shape, &t->search->find.witness, conds, differs);
		return;
	}
	search_observe(t->search, shape, &t->search->find.witness);
	if (!joint_was_cut(&t->search->pair))
		report_difference(t, g, shape, &t->search->find.witness, conds, differs);
}

/* One group for each class that the golden version gives a part of the pair of paths. */
static void compare_golden(Tester *t, u64 key, u32 shape, ExprList *conds, Expr differs)
{
	GoldenParts parts = {0};
	Finder *f = &t->search->find;
	golden_split(t, key, shape, &f->witness, conds, differs, &parts);
	for (size_t i = 0; i < parts.len; i++) {
		GoldenPart *part = &parts.at[i];
		Group *g = group_add(t, hash_mix(key, part->class + 1ull) | 1);
		g->pairs++;
		g->behaviours = key;
		g->class = part->class;
		g->witnessed |= !part->proved;
		if (g->accepted || g->difference != NO_OPERAND || g->tries + g->waiting >= TRIES)
			continue;
		size_t n = conds->len;
		inputs_recall(t->search->config.inputs, &part->witness, &f->witness);
		for (size_t k = 0; k < part->conds.len; k++)
			vec_push(conds, part->conds.at[k]);
		shape_witness(f, shape, conds, differs, true, &f->witness);
		take_witness(t, g, shape, conds, differs);
		conds->len = n;
	}
	golden_parts_free(&parts);
}

/* What was told of an input before its path was followed gets the path's condition. */
static void tell_more(Tester *t, Difference *d, u32 shape, const Assignment *input,
					  const ExprList *conds)
{
	Expr differs = behaviour_differs(t->search->pool, &t->search->seen.now[OLD],
									 &t->search->seen.now[NEW], t->search->config.see);
	if (!differs || !conditions_hold(&t->search->find, conds, differs, input))
		return;
	d->plain = false;
	d->late = true;
	free(d->condition);
	free(d->when);
	d->when = NULL;
	describe_condition(t, d, shape, input, conds, differs);
	for (int side = OLD; side <= NEW; side++) {
		free(d->output[side]);
		d->output[side] = symbolic_output(t, side);
	}
	t->file.news = true;
}

/* The group of an input that was told before the search; NULL: it is none. What is known of it now
 * is how its path differs: that is the same change, unless the path has a group of its own. */
static Group *told_before(Tester *t, u32 shape, const Assignment *input, const ExprList *conds,
						  u64 key)
{
	u64 at;
	if (!t->seeds.len || !intmap_get(&t->seeds, seeds_key(t->search, shape, input), &at))
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
	u32 see = t->search->config.see;
	stall("compare");
	claim_compared(t->claim);
	bool same = behaviour_hash(&t->search->seen.now[OLD], see) ==
				behaviour_hash(&t->search->seen.now[NEW], see);
	bool undefined = undefined_alone(t), open = behaviours_open(&t->search->seen);
	t->open_both += behaviours_open_both(&t->search->seen);
	if (same && !undefined && !open)
		return;
	if (!same || undefined)
		changes_infected(t->search);
	u64 key = group_key(t);
	Group *g = group_of_key(t, key);
	if (!open)
		interactions_pair(t, key, shape, input, conds, same);
	Group *told = same || t->golden ? NULL : told_before(t, shape, input, conds, key);
	g = g ? g : told;
	if (g && !t->config.all && !t->golden &&
		(g->accepted || g->difference != NO_OPERAND ||
		 (g->tries + g->waiting >= TRIES && !behaviours_open_both(&t->search->seen)))) {
		g->pairs++;
		return;
	}
	if (open && !open_try(t))
		return;
	Expr differs = same || open ? EXPR_TRUE
								: behaviour_differs(t->search->pool, &t->search->seen.now[OLD],
													&t->search->seen.now[NEW], see);
	if (!differs)
		claim_unknown(t->claim);
	if (!differs || differs == EXPR_FALSE ||
		!find_witness(&t->search->find, shape, input, conds, differs))
		return;
	if (t->golden && !same && !open) {
		compare_golden(t, key, shape, conds, differs);
		return;
	}
	if (!same) /* what is undefined happens on this input, perhaps not on others of its path */
		shape_witness(&t->search->find, shape, conds, differs, true, &t->search->find.witness);
	g = group_add(t, key);
	g->pairs++;
	g->behaviours = key;
	g->witnessed = true;
	take_witness(t, g, shape, conds, differs);
}

void compare_found(Tester *t, u32 shape, const Assignment *a, ExprList *conds)
{
	Group *g = group_add(t, group_key(t));
	Expr differs = behaviour_differs(t->search->pool, &t->search->seen.now[OLD],
									 &t->search->seen.now[NEW], t->search->config.see);
	if (g->accepted || g->difference != NO_OPERAND || g->tries >= TRIES ||
		(behaviours_open(&t->search->seen) && !open_try(t)))
		return;
	if (!differs || !conditions_hold(&t->search->find, conds, differs, a))
		differs = EXPR_TRUE;
	claim_compared(t->claim);
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
	if (g && g->difference != NO_OPERAND)
		intmap_put(&t->seeds, seeds_key(t->search, shape, a), (u64)(g - t->groups.at));
}

void compare_overflow(Tester *t, u32 shape, const ExprList *conds, Expr goal)
{
	u64 key = group_key(t);
	const Group *known = group_of_key(t, key);
	if (known && (known->accepted || known->difference != NO_OPERAND || known->tries >= TRIES))
		return;
	Group *g = group_add(t, key);
	g->pairs++;
	report_difference(t, g, shape, &t->search->find.witness, conds, goal);
}

void accept_tests(Tester *t)
{
	for (size_t i = 0; i < t->config.n_accept; i++) {
		const Start *start = &t->config.accept[i];
		inputs_start(t->search->config.inputs, start, &t->search->find.witness);
		inputs_canonical(t->search->config.inputs, start->shape, &t->search->find.witness);
		search_observe(t->search, start->shape, &t->search->find.witness);
		Group *g = group_add(t, group_key(t));
		g->accepted = true;
		bool differs = behaviour_hash(&t->search->seen.now[OLD], t->search->config.see) !=
						   behaviour_hash(&t->search->seen.now[NEW], t->search->config.see) ||
					   undefined_alone(t);
		vec_push(&t->accepted, differs ? (u32)(g - t->groups.at) : NO_OPERAND);
	}
}
