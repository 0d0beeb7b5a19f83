/* diff.c: turns pairs of partitions into rows. */
#include "clients/diff/diff_impl.h"

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

static char *ending_text(ExprPool *pool, const Behaviour *b, const Behaviour *other,
						 const Program *p)
{
	bool wrote[2] = {!items_identical(&b->items[0], &other->items[0]),
					 !items_identical(&b->items[1], &other->items[1])};
	Buf text = {0};
	if (b->type && b->value_expr) {
		buf_adds(&text, "returns {");
		expr_text_decimal(pool, b->value_expr, b->type->is_signed, DIFFERS_LIMIT, &text);
		buf_addc(&text, '}');
	} else if (b->outcome == RAN_EXIT && b->status_expr) {
		buf_adds(&text, "exit {");
		expr_text(pool, b->status_expr, DIFFERS_LIMIT, &text);
		buf_addc(&text, '}');
	} else {
		behaviour_ending(b, p, &text);
	}
	post_text(pool, b->left, b->side, wrote, DIFFERS_LIMIT, &text);
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
		if (f->kind == OS_REMOVED)
			buf_adds(&text, "removed");
		else
			items_text(pool, &f->items, text.len + OUTPUT_LIMIT, &text);
	}
	return taken(&text);
}

static Doing doing_of(const Search *search, int side)
{
	const Behaviour *b = &search_behaviours(search)[side];
	u32 observe = search_see(search);
	return (Doing){
		.out =
			observe & OBSERVE_STDOUT ? stream_text(search_pool(search), &b->items[0]) : xstrdup(""),
		.err =
			observe & OBSERVE_STDERR ? stream_text(search_pool(search), &b->items[1]) : xstrdup(""),
		.ends = observe & OBSERVE_STATUS
					? ending_text(search_pool(search), b, &search_behaviours(search)[!side],
								  search_program(search, side))
					: xstrdup(""),
		.files = observe & OBSERVE_FILES ? files_text(search_pool(search), b) : xstrdup(""),
		.undefined = xstrdup(b->outcome == RAN_ERROR ? error_kind_name(b->error)
							 : b->uninitialised      ? buf_str(&b->undefined_what)
													 : "")};
}

static char *input_shown(const Search *search, u32 shape, const Assignment *a)
{
	const SearchConfig *c = search_config(search);
	InputText how = {
		.inputs = c->inputs, .name = c->subject[NEW]->name, .entry = c->entry, .contents = true};
	Buf text = {0};
	input_text(&how, shape, a, &text);
	return taken(&text);
}

/* ---- rows ---- */

/* Whether the behaviours in search_behaviours(search) are the same on the partition; d->input becomes an input on
 * which they are not. *differs is the condition for that. */
static Relation relate(Diff *d, u32 shape, ExprList *conds, Expr *differs)
{
	Search *search = d->search;
	const Behaviour *old = &search_behaviours(search)[OLD],
					*newer = &search_behaviours(search)[NEW];
	*differs = EXPR_FALSE;
	if (old->outcome == RAN_UNSUPPORTED || newer->outcome == RAN_UNSUPPORTED ||
		search_inconclusive(search))
		return RELATION_UNKNOWN;
	if (search_same(search)) {
		*differs = expr_bool(old->uninitialised != newer->uninitialised);
		return *differs == EXPR_TRUE ? RELATION_DIFFERENT : RELATION_EQUAL;
	}
	*differs = search_differs(search);
	u64 unknown = search_unknown(search);
	if (!*differs)
		comparison_unknown(d->comparison);
	else if (*differs != EXPR_FALSE &&
			 find_witness(search_finder(search), shape, &d->input, conds, *differs)) {
		shape_witness(search_finder(search), shape, conds, *differs, true,
					  &search_finder(search)->witness);
		Leeway is = finder_leeway(search_finder(search), shape, &d->input, conds, *differs);
		if (is == LEEWAY_NAN_ALWAYS)
			comparison_nan(d->comparison);
		if (is == LEEWAY_NAN)
			comparison_unknown(d->comparison);
		if (is == LEEWAY_NAN || is == LEEWAY_NAN_ALWAYS)
			return is == LEEWAY_NAN ? RELATION_UNKNOWN : RELATION_EQUAL;
		assignment_copy(&d->input, &search_finder(search)->witness);
		return RELATION_DIFFERENT;
	}
	return search_unknown(search) > unknown ? RELATION_UNKNOWN : RELATION_EQUAL;
}

/* Returns the further condition for a difference, besides the partition's; NULL: none. */
static char *differs_if(Diff *d, const ExprList *conds, Expr differs)
{
	Search *search = d->search;
	Buf text = {0};
	if (differs == EXPR_TRUE)
		return NULL;
	SolveResult r =
		solve(search_finder(search)->solver, conds->at, conds->len,
			  expr_not(search_pool(search), differs), &d->input, &search_finder(search)->witness);
	if (r == SOLVE_UNSAT)
		return NULL;
	expr_text_simple(search_pool(search), &differs, 1, DIFFERS_LIMIT, &text);
	return taken(&text);
}

static DiffGroup *group_for(Diff *d, Relation relation)
{
	Search *search = d->search;
	Buf key = {0};
	u64 at = d->groups.len;
	key_number(&key, relation);
	for (int side = OLD; side <= NEW; side++) {
		const Behaviour *b = &search_behaviours(search)[side];
		behaviour_key(b, search_see(search), false, &key);
		key_text(&key, b->uninitialised ? buf_str(&b->undefined_what) : NULL);
	}
	if (!keymap_get(&d->group_of, buf_key(&key), &at))
		keymap_put(&d->group_of, buf_key(&key), at);
	buf_free(&key);
	if (at < d->groups.len)
		return &d->groups.at[at];
	DiffGroup g = {.relation = relation, .doing = {doing_of(search, OLD), doing_of(search, NEW)}};
	vec_push(&d->groups, g);
	return &vec_last(&d->groups);
}

/* Copies what both versions print on the row's input. */
static void print_streams(Diff *d, DiffRow *row)
{
	Search *s = d->search;
	ExprEval *eval = search_finder(s)->eval;
	expr_eval_next(eval, &d->input);
	for (int side = OLD; side <= NEW; side++)
		for (int i = 0; i < 2; i++)
			items_render(search_pool(s), &search_behaviours(s)[side].items[i], eval,
						 &row->text[side][i]);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Diff *d = ctx;
	Search *search = d->search;
	Expr differs;
	assignment_copy(&d->input, input);
	Relation relation = relate(d, shape, conds, &differs);
	comparison_compared(d->comparison);
	d->rows[relation]++;
	d->untouched += relation == RELATION_EQUAL && !search_executed(search)->len;
	if (relation == RELATION_EQUAL && !d->config.all)
		return;
	if (relation == RELATION_DIFFERENT)
		changes_infected(search);
	Buf text = {0};
	DiffRow row = {0};
	size_t base = search_shape(search, shape)->base.len;
	finder_say(search_finder(search), shape, &d->input, conds->at + base, conds->len - base,
			   CONDITION_LIMIT, &text);
	row.condition = taken(&text);
	if (relation == RELATION_DIFFERENT)
		row.differs_if = differs_if(d, conds, differs);
	row.input = input_shown(search, shape, &d->input);
	print_streams(d, &row);
	vec_append(&row.changes, search_executed(search)->at, search_executed(search)->len);
	DiffGroup *g = group_for(d, relation);
	vec_push(&g->rows, row);
	diff_settle(d, g, &vec_last(&g->rows), shape);
}

/* ---- life ---- */

static void on_overflow(void *ctx, u32 shape, const ExprList *conds, Expr goal)
{
	Diff *d = ctx;
	(void)shape;
	(void)conds;
	(void)goal;
	comparison_found(d->comparison, true, -1);
}

Diff *diff_new(const DiffConfig *config, Err *err)
{
	Diff *d = xcalloc(1, sizeof *d);
	ComparisonClient client = {.ctx = d,
							   .pair = on_pair,
							   .differs = on_pair,
							   .overflow = on_overflow,
							   .open = diff_open,
							   .notes = diff_notes};
	d->config = *config;
	d->config.comparison.search.every_pair = true;
	d->comparison = comparison_new(&d->config.comparison, &client, err);
	if (!d->comparison) {
		free(d);
		return NULL;
	}
	d->search = comparison_search(d->comparison);
	assignment_init(&d->input, search_pool(d->search));
	if (!diff_begin_tests(d, config, err)) {
		diff_free(d);
		return NULL;
	}
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
		witness_free(&row->seen);
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
	keymap_free(&d->group_of);
	assignment_free(&d->input);
	evidence_close(d->evidence);
	comparison_free(d->comparison);
	free(d);
}

bool diff_run(Diff *d, Err *err)
{
	bool good = comparison_run(d->comparison, err);
	const char *trouble = d->evidence ? evidence_io_trouble(d->evidence) : "";
	return good && (!*trouble || err_set(err, "%s", trouble));
}

const Comparison *diff_comparison(const Diff *d)
{
	return d->comparison;
}
