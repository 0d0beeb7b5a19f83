/* diff.c: turns pairs of partitions into rows. */
#include "diff/diff_impl.h"

#include "native/testdir.h"

enum {
	CONDITION_LIMIT = 2000, /* characters of a condition's text */
	OUTPUT_LIMIT = 4000,    /* of an output's */
	DIFFERS_LIMIT = 400,    /* of what else must hold for a difference */
};

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

static Doing doing_of(const Search *search, int side)
{
	const Behaviour *b = &search->seen.now[side];
	u32 see = search->config.see;
	return (Doing){.out = see & SEE_STDOUT ? stream_text(search->pool, &b->items[0]) : xstrdup(""),
				   .err = see & SEE_STDERR ? stream_text(search->pool, &b->items[1]) : xstrdup(""),
				   .ends = see & SEE_STATUS
							   ? ending_text(search->pool, b, search->config.subject[side]->program)
							   : xstrdup(""),
				   .files = see & SEE_FILES ? files_text(search->pool, b) : xstrdup(""),
				   .undefined = xstrdup(b->outcome == RAN_ERROR ? error_kind_name(b->error)
										: b->uninitialised      ? buf_str(&b->undefined_what)
																: "")};
}

static char *input_text(const Search *search, u32 shape, const Assignment *a)
{
	Buf text = {0}, bytes = {0};
	const Shape *s = &search->config.inputs->shapes.at[shape];
	buf_adds(&text, search->config.subject[NEW]->name);
	if (search->config.entry) {
		buf_adds(&text, " (");
		test_call(search->config.inputs, s, a, &text);
		buf_addc(&text, ')');
		test_world(search->config.inputs, s, a, &text);
		return taken(&text);
	}
	test_shown(search->config.inputs, s, a, &text);
	for (size_t i = 0; !search->config.inputs->call && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind == PART_FIXED || (part->role != ROLE_STDIN && part->kind != PART_FILE))
			continue;
		buf_reset(&bytes);
		inputs_bytes(search->config.inputs, part, a, &bytes);
		buf_addf(&text, "%s%s \"", i == 0 ? " with " : ", ", part->name);
		buf_add_escaped(&text, buf_str(&bytes), bytes.len);
		buf_addc(&text, '"');
	}
	test_world(search->config.inputs, s, a, &text);
	buf_free(&bytes);
	return taken(&text);
}

/* ---- rows ---- */

/* Whether the behaviours in search->seen.now are the same on the partition; d->input becomes an input on
 * which they are not. *differs is the condition for that. */
static Relation relate(Diff *d, u32 shape, ExprList *conds, Expr *differs)
{
	Search *search = d->search;
	const Behaviour *old = &search->seen.now[OLD], *newer = &search->seen.now[NEW];
	u32 see = search->config.see;
	*differs = EXPR_FALSE;
	if (old->outcome == RAN_UNSUPPORTED || newer->outcome == RAN_UNSUPPORTED ||
		behaviours_open(&search->seen))
		return RELATION_UNKNOWN;
	if (behaviour_hash(old, see) == behaviour_hash(newer, see)) {
		*differs = expr_bool(old->uninitialised != newer->uninitialised);
		return *differs == EXPR_TRUE ? RELATION_DIFFERENT : RELATION_EQUAL;
	}
	*differs = behaviour_differs(search->pool, old, newer, see);
	u64 unknown = search->find.unknown + search->find.filtered;
	if (!*differs)
		claim_unknown(d->claim);
	else if (*differs != EXPR_FALSE &&
			 find_witness(&search->find, shape, &d->input, conds, *differs)) {
		shape_witness(&search->find, shape, conds, *differs, true, &search->find.witness);
		assignment_copy(&d->input, &search->find.witness);
		return RELATION_DIFFERENT;
	}
	return search->find.unknown + search->find.filtered > unknown ? RELATION_UNKNOWN
																  : RELATION_EQUAL;
}

/* What must hold besides the partition's condition for a difference; NULL: nothing. */
static char *differs_if(Diff *d, const ExprList *conds, Expr differs)
{
	Search *search = d->search;
	Buf text = {0};
	if (differs == EXPR_TRUE)
		return NULL;
	SolveResult r = solve(search->find.solver, conds->at, conds->len,
						  expr_not(search->pool, differs), &d->input, &search->find.witness);
	if (r == SOLVE_UNSAT)
		return NULL;
	expr_text(search->pool, differs, DIFFERS_LIMIT, &text);
	return taken(&text);
}

static DiffGroup *group_for(Diff *d, Relation relation)
{
	Search *search = d->search;
	u64 at, key = hash_mix(behaviour_hash(&search->seen.now[OLD], search->config.see),
						   behaviour_hash(&search->seen.now[NEW], search->config.see));
	for (int side = OLD; side <= NEW; side++)
		key = hash_mix(key, search->seen.now[side].uninitialised
								? hash_bytes(buf_str(&search->seen.now[side].undefined_what),
											 search->seen.now[side].undefined_what.len)
								: 0);
	key = hash_mix(key, relation) | 1;
	if (intmap_get(&d->group_of, key, &at))
		return &d->groups.at[at];
	intmap_put(&d->group_of, key, d->groups.len);
	DiffGroup g = {.relation = relation, .doing = {doing_of(search, OLD), doing_of(search, NEW)}};
	vec_push(&d->groups, g);
	if (relation == RELATION_DIFFERENT)
		claim_found(d->claim, true, -1);
	return &vec_last(&d->groups);
}

/* What both versions print on the row's input. */
static void print_streams(Diff *d, DiffRow *row)
{
	Search *s = d->search;
	expr_eval_next(s->find.eval, &d->input);
	for (int side = OLD; side <= NEW; side++)
		for (int i = 0; i < 2; i++)
			items_render(s->pool, &s->seen.now[side].items[i], s->find.eval, &row->text[side][i]);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Diff *d = ctx;
	Search *search = d->search;
	Expr differs;
	assignment_copy(&d->input, input);
	Relation relation = relate(d, shape, conds, &differs);
	claim_compared(d->claim);
	d->rows[relation]++;
	d->untouched += relation == RELATION_EQUAL && !search->changes.executed.len;
	if (relation == RELATION_EQUAL && !d->all)
		return;
	if (relation == RELATION_DIFFERENT)
		changes_infected(search);
	Buf text = {0};
	DiffRow row = {0};
	size_t base = search->config.inputs->shapes.at[shape].base.len;
	finder_say(&search->find, shape, &d->input, conds->at + base, conds->len - base,
			   CONDITION_LIMIT, &text);
	row.condition = taken(&text);
	if (relation == RELATION_DIFFERENT)
		row.differs_if = differs_if(d, conds, differs);
	row.input = input_text(search, shape, &d->input);
	print_streams(d, &row);
	for (size_t i = 0; i < search->changes.executed.len; i++)
		vec_push(&row.changes, search->changes.executed.at[i]);
	vec_push(&group_for(d, relation)->rows, row);
}

/* ---- life ---- */

static void on_overflow(void *ctx, u32 shape, const ExprList *conds, Expr goal)
{
	Diff *d = ctx;
	(void)shape;
	(void)conds;
	(void)goal;
	claim_found(d->claim, true, -1);
}

Diff *diff_new(const ClaimConfig *config, bool all, Err *err)
{
	Diff *d = xcalloc(1, sizeof *d);
	ClaimConfig own = *config;
	ClaimClient client = {.ctx = d, .pair = on_pair, .differs = on_pair, .overflow = on_overflow};
	own.search.every_pair = true;
	d->all = all;
	d->claim = claim_new(&own, &client, err);
	if (!d->claim) {
		free(d);
		return NULL;
	}
	d->search = d->claim->search;
	assignment_init(&d->input, d->search->pool);
	return d;
}

static void group_free(DiffGroup *g)
{
	for (int side = OLD; side <= NEW; side++) {
		Doing *doing = &g->doing[side];
		free(doing->out);
		free(doing->err);
		free(doing->ends);
		free(doing->files);
		free(doing->undefined);
	}
	for (size_t i = 0; i < g->rows.len; i++) {
		DiffRow *row = &g->rows.at[i];
		free(row->condition);
		free(row->differs_if);
		free(row->input);
		for (int k = 0; k < 4; k++)
			buf_free(&row->text[k / 2][k % 2]);
		vec_free(&row->changes);
	}
	vec_free(&g->rows);
}

void diff_free(Diff *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->groups.len; i++)
		group_free(&d->groups.at[i]);
	vec_free(&d->groups);
	intmap_free(&d->group_of);
	assignment_free(&d->input);
	claim_free(d->claim);
	free(d);
}

bool diff_run(Diff *d, Err *err)
{
	return claim_run(d->claim, err);
}

const Claim *diff_claim(const Diff *d)
{
	return d->claim;
}
