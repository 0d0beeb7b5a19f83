/* diff.c: turns pairs of partitions into rows. */
#include "test/diff_impl.h"

enum {
	CONDITION_LIMIT = 2000, /* characters of a condition's text */
	OUTPUT_LIMIT = 4000,    /* of an output's */
	DIFFERS_LIMIT = 400,    /* of what else must hold for a difference */
};

const char *const relation_names[] = {"equal", "different", "unknown"};

/* ---- texts ---- */

static char *taken(Buf *text)
{
	return text->at ? text->at : xstrdup("");
}

static char *stream_text(ExprPool *pool, const OutItems *items)
{
	Buf text = {0};
	items_text(pool, items, OUTPUT_LIMIT, &text);
	return taken(&text);
}

static char *ending_text(ExprPool *pool, const Behaviour *b, const Program *p)
{
	Buf text = {0};
	if (b->type && b->value_expr) {
		buf_adds(&text, "returns {");
		expr_text(pool, b->value_expr, DIFFERS_LIMIT, &text);
		buf_addc(&text, '}');
	} else if (b->outcome == RAN_EXIT && b->status_expr) {
		buf_adds(&text, "exit {");
		expr_text(pool, b->status_expr, DIFFERS_LIMIT, &text);
		buf_addc(&text, '}');
	} else {
		behaviour_ending(b, p, &text);
	}
	left_text(pool, b->left, b->side, DIFFERS_LIMIT, &text);
	return taken(&text);
}

static char *files_text(ExprPool *pool, const Behaviour *b)
{
	Buf text = {0};
	for (size_t i = 0; i < b->files.len; i++) {
		const FileLeft *f = &b->files.at[i];
		buf_addf(&text, "%s%s", i ? "\n" : "", f->path);
		if (f->mode && f->mode != 0644 && f->mode != 0755)
			buf_addf(&text, " (mode %o)", f->mode);
		buf_adds(&text, ": ");
		if (f->gone)
			buf_adds(&text, "removed");
		else
			items_text(pool, &f->items, text.len + OUTPUT_LIMIT, &text);
	}
	return taken(&text);
}

static Doing doing_of(const Tester *t, int side)
{
	const Behaviour *b = &t->now[side];
	u32 see = t->config.see;
	return (Doing){.out = see & SEE_STDOUT ? stream_text(t->pool, &b->items[0]) : xstrdup(""),
				   .err = see & SEE_STDERR ? stream_text(t->pool, &b->items[1]) : xstrdup(""),
				   .ends = see & SEE_STATUS ? ending_text(t->pool, b, t->config.program[side])
											: xstrdup(""),
				   .files = see & SEE_FILES ? files_text(t->pool, b) : xstrdup(""),
				   .undefined = xstrdup(b->outcome == RAN_ERROR ? error_kind_name(b->error)
										: b->uninitialised      ? buf_str(&b->undefined_what)
																: "")};
}

static char *input_text(const Tester *t, u32 shape, const Assignment *a)
{
	Buf text = {0}, bytes = {0};
	const Shape *s = &t->config.inputs->shapes.at[shape];
	buf_adds(&text, t->name);
	if (t->config.entry) {
		buf_adds(&text, " (");
		test_call(t->config.inputs, s, a, &text);
		buf_addc(&text, ')');
		test_world(t->config.inputs, s, a, &text);
		return taken(&text);
	}
	test_arguments(t->config.inputs, s, a, &text);
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind == PART_FIXED || (part->role != ROLE_STDIN && part->kind != PART_FILE))
			continue;
		buf_reset(&bytes);
		inputs_bytes(t->config.inputs, part, a, &bytes);
		buf_addf(&text, "%s%s \"", i == 0 ? " with " : ", ", part->name);
		buf_add_escaped(&text, buf_str(&bytes), bytes.len);
		buf_addc(&text, '"');
	}
	test_world(t->config.inputs, s, a, &text);
	buf_free(&bytes);
	return taken(&text);
}

/* ---- rows ---- */

/* Whether the behaviours in t->now are the same on the partition; d->input becomes an input on
 * which they are not. *differs is the condition for that. */
static Relation relate(Diff *d, u32 shape, ExprList *conds, Expr *differs)
{
	Tester *t = d->tester;
	const Behaviour *old = &t->now[OLD], *newer = &t->now[NEW];
	u32 see = t->config.see;
	*differs = EXPR_FALSE;
	if (old->outcome == RAN_UNSUPPORTED || newer->outcome == RAN_UNSUPPORTED || open_pair(t))
		return RELATION_UNKNOWN;
	if (behaviour_hash(old, see) == behaviour_hash(newer, see)) {
		*differs = expr_bool(old->uninitialised != newer->uninitialised);
		return *differs == EXPR_TRUE ? RELATION_DIFFERENT : RELATION_EQUAL;
	}
	*differs = behaviour_differs(t->pool, old, newer, see);
	u64 unknown = t->unknown + t->filtered;
	if (!*differs)
		t->unknown++;
	else if (*differs != EXPR_FALSE && find_witness(t, shape, &d->input, conds, *differs)) {
		shape_witness(t, shape, conds, *differs, true, &t->witness);
		assignment_copy(&d->input, &t->witness);
		return RELATION_DIFFERENT;
	}
	return t->unknown + t->filtered > unknown ? RELATION_UNKNOWN : RELATION_EQUAL;
}

/* What must hold besides the partition's condition for a difference; NULL: nothing. */
static char *differs_if(Diff *d, const ExprList *conds, Expr differs)
{
	Tester *t = d->tester;
	Buf text = {0};
	if (differs == EXPR_TRUE)
		return NULL;
	SolveResult r =
		solve(t->solver, conds->at, conds->len, expr_not(t->pool, differs), &d->input, &t->witness);
	if (r == SOLVE_UNSAT)
		return NULL;
	expr_text(t->pool, differs, DIFFERS_LIMIT, &text);
	return taken(&text);
}

static DiffGroup *group_for(Diff *d, Relation relation)
{
	Tester *t = d->tester;
	u64 at, key = hash_mix(behaviour_hash(&t->now[OLD], t->config.see),
						   behaviour_hash(&t->now[NEW], t->config.see));
	for (int side = OLD; side <= NEW; side++)
		key = hash_mix(key, t->now[side].uninitialised
								? hash_bytes(buf_str(&t->now[side].undefined_what),
											 t->now[side].undefined_what.len)
								: 0);
	key = hash_mix(key, relation) | 1;
	if (intmap_get(&d->group_of, key, &at))
		return &d->groups.at[at];
	intmap_put(&d->group_of, key, d->groups.len);
	DiffGroup g = {.relation = relation, .doing = {doing_of(t, OLD), doing_of(t, NEW)}};
	vec_push(&d->groups, g);
	t->semantic += relation == RELATION_DIFFERENT;
	return &vec_last(&d->groups);
}

static void on_pair(void *ctx, Tester *t, u32 shape, const Assignment *input, ExprList *conds)
{
	Diff *d = ctx;
	Expr differs;
	assignment_copy(&d->input, input);
	Relation relation = relate(d, shape, conds, &differs);
	t->compared++;
	d->rows[relation]++;
	d->untouched += relation == RELATION_EQUAL && !t->executed.len;
	if (relation == RELATION_EQUAL && !d->all)
		return;
	if (relation == RELATION_DIFFERENT)
		changes_infected(t);
	Buf text = {0};
	DiffRow row = {0};
	size_t base = t->config.inputs->shapes.at[shape].base.len;
	expr_text_simple(t->pool, conds->at + base, conds->len - base, CONDITION_LIMIT, &text);
	row.condition = taken(&text);
	if (relation == RELATION_DIFFERENT)
		row.differs_if = differs_if(d, conds, differs);
	row.input = input_text(t, shape, &d->input);
	for (size_t i = 0; i < t->executed.len; i++)
		vec_push(&row.changes, t->executed.at[i]);
	vec_push(&group_for(d, relation)->rows, row);
}

/* ---- life ---- */

Diff *diff_new(const TestConfig *config, bool all, Err *err)
{
	Diff *d = xcalloc(1, sizeof *d);
	d->config = *config;
	d->config.dir = NULL;
	d->config.pair = on_pair;
	d->config.pair_ctx = d;
	d->all = all;
	d->tester = tester_new(&d->config, err);
	if (!d->tester) {
		free(d);
		return NULL;
	}
	assignment_init(&d->input, d->tester->pool);
	return d;
}

void diff_free(Diff *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->groups.len; i++) {
		DiffGroup *g = &d->groups.at[i];
		for (int side = OLD; side <= NEW; side++) {
			Doing *doing = &g->doing[side];
			free(doing->out);
			free(doing->err);
			free(doing->ends);
			free(doing->files);
			free(doing->undefined);
		}
		for (size_t k = 0; k < g->rows.len; k++) {
			free(g->rows.at[k].condition);
			free(g->rows.at[k].differs_if);
			free(g->rows.at[k].input);
			vec_free(&g->rows.at[k].changes);
		}
		vec_free(&g->rows);
	}
	vec_free(&d->groups);
	intmap_free(&d->group_of);
	assignment_free(&d->input);
	tester_free(d->tester);
	free(d);
}

bool diff_run(Diff *d, Err *err)
{
	return tester_run(d->tester, err);
}

Verdict diff_verdict(const Diff *d)
{
	return tester_verdict(d->tester);
}

bool diff_vacuous(const Diff *d)
{
	return tester_vacuous(d->tester);
}
