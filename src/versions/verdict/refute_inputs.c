/* refute_inputs.c: makes inputs that a wrong proof is likely to fail on, the likeliest first. */
#include "versions/verdict/refute_inputs.h"

enum {
	POSITIONS = 12,  /* of bytes that are changed one by one */
	MUTATIONS = 400, /* tries of the last kind */
	SIDES = 24,      /* closed sides that are tried, beside the first of each site */
	DRAWS = 2,       /* models of a cut's prefix at random */
};

static u64 draw(RefuteInputs *k)
{
	return random_next(&k->random);
}

bool refute_inputs_goes_on(const RefuteInputs *k)
{
	return refute_goes_on(k->comparison) && k->comparison->refute.inputs < k->stop;
}

static bool try_it(RefuteInputs *k)
{
	refute_try(k->comparison, k->shape, &k->a);
	return refute_inputs_goes_on(k);
}

/* Each kind may use up half of what is left. */
static void next_kind(RefuteInputs *k)
{
	const Refutation *o = &k->comparison->refute;
	k->stop = o->inputs + (o->most - o->inputs + 1) / 2;
}

/* ---- the other sides of what was cut or settled ---- */

bool refute_inputs_model(RefuteInputs *k, Solver *s, ExprList *conds, Expr goal,
						 const Assignment *near)
{
	Comparison *comparison = k->comparison;
	Refutation *o = &comparison->refute;
	u64 before = o->inputs;
	size_t n = conds->len;
	if (!o->asked || !refute_inputs_goes_on(k))
		return false;
	SolveResult r = refute_solve(comparison, s, conds, goal, near, &k->a);
	if (r == SOLVE_SAT && inputs_canonical(search_inputs(comparison->search), k->shape, &k->a) &&
		!conditions_hold(search_finder(comparison->search), conds, goal, &k->a)) {
		inputs_canonical_conditions(search_inputs(comparison->search), k->shape, conds);
		r = refute_solve(comparison, s, conds, goal, near, &k->a);
		conds->len = n;
	}
	if (r == SOLVE_SAT)
		try_it(k);
	return o->inputs > before;
}

static void add_all(ExprList *to, const ExprList *from)
{
	vec_append(to, from->at, from->len);
}

/* What was dropped can be decided otherwise: both versions are to do the same then, too. */
static void refute_inputs_cut(RefuteInputs *k, const CutRun *c)
{
	Comparison *comparison = k->comparison;
	ExprList conds = {0};
	k->shape = c->input.shape;
	inputs_recall(search_inputs(comparison->search), &c->input, &k->start);
	add_all(&conds, &search_shape(comparison->search, c->input.shape)->base);
	add_all(&conds, &c->kept);
	for (int i = 0; i < DRAWS; i++)
		if (refute_inputs_model(k, comparison->refute.random, &conds, EXPR_TRUE, &k->start))
			paths_follow(k);
	for (size_t i = 0; i < c->beyond.len; i++) {
		Expr other = expr_not(search_pool(comparison->search), c->beyond.at[i]);
		if (refute_inputs_model(k, comparison->refute.solver, &conds, other, &k->start))
			paths_follow(k);
		vec_push(&conds, c->beyond.at[i]);
	}
	vec_free(&conds);
}

/* A decision whose other side was held for impossible: Z3 alone is asked. */
static void refute_inputs_node(RefuteInputs *k, u32 node)
{
	Comparison *comparison = k->comparison;
	const Tree *tree = search_tree(comparison->search);
	ExprList conds = {0};
	k->shape = tree_root(tree, node);
	add_all(&conds, &search_shape(comparison->search, k->shape)->base);
	tree_prefix(tree, node, &conds);
	inputs_start(search_inputs(comparison->search),
				 &search_inputs(comparison->search)->starts.at[0], &k->start);
	refute_inputs_model(k, comparison->refute.plain, &conds, tree->nodes.at[node].others,
						&k->start);
	vec_free(&conds);
}

static bool is_settled(const Node *n)
{
	return n->state == NODE_CLOSED && n->n_edges && n->others != EXPR_FALSE &&
		   !(node_two_way(n) && n->n_edges == 2);
}

/* A side that was closed: both versions are to do the same there, and no change is to be executed.
 * One model is near the run that came by, one is drawn at random. */
static void refute_inputs_side(RefuteInputs *k, u32 node)
{
	Comparison *comparison = k->comparison;
	const Tree *tree = search_tree(comparison->search);
	ExprList conds = {0};
	k->shape = tree_root(tree, node);
	add_all(&conds, &search_shape(comparison->search, k->shape)->base);
	tree_prefix(tree, node, &conds);
	search_input(comparison->search, tree_start(tree, node), &k->start);
	Expr side = tree->nodes.at[node].closed;
	if (refute_inputs_model(k, comparison->refute.solver, &conds, side, &k->start))
		paths_follow(k);
	if (refute_inputs_model(k, comparison->refute.random, &conds, side, &k->start))
		paths_follow(k);
	vec_free(&conds);
}

/* Of each site the first one, then others, spread over all of them. */
static void refute_inputs_sides(RefuteInputs *k)
{
	const Tree *tree = search_tree(k->comparison->search);
	IntMap sites = {0};
	u64 all = 0, taken = 0, known;
	for (u32 i = 1; i < tree->nodes.len; i++) {
		const Node *n = &tree->nodes.at[i];
		u64 site = ((u64)n->function << 32 | n->ins) + 1;
		all += n->closed != 0;
		if (!n->closed || intmap_get(&sites, site, &known))
			continue;
		intmap_put(&sites, site, 1);
		if (refute_inputs_goes_on(k))
			refute_inputs_side(k, i);
	}
	u64 step = all / SIDES + 1;
	for (u32 i = 1; i < tree->nodes.len && refute_inputs_goes_on(k); i++)
		if (tree->nodes.at[i].closed && taken++ % step == 0)
			refute_inputs_side(k, i);
	intmap_free(&sites);
}

static void refute_inputs_tree(RefuteInputs *k)
{
	const Tree *tree = search_tree(k->comparison->search);
	u64 settled = 0, taken = 0;
	for (u32 i = 1; i < tree->nodes.len; i++)
		settled += is_settled(&tree->nodes.at[i]);
	/* About as many as can be asked, spread over all of them. */
	u64 step = settled / (k->comparison->refute.asked / 8 + 1) + 1;
	for (u32 i = 1; i < tree->nodes.len && refute_inputs_goes_on(k); i++)
		if (is_settled(&tree->nodes.at[i]) && taken++ % step == 0)
			refute_inputs_node(k, i);
}

/* ---- numbers ---- */

static u64 cut_to(u64 v, unsigned width)
{
	return width >= 64 ? v : v & ((1ull << width) - 1);
}

static void set_number(RefuteInputs *k, u32 var, u64 v)
{
	k->a.at[var] = cut_to(v, input_width(search_pool(k->comparison->search), var));
}

/* All numbers the same, or as at the start. */
static void set_background(RefuteInputs *k, int which)
{
	static const u64 values[] = {0, 1, 0, -1ull};
	assignment_copy(&k->a, &k->start);
	for (u32 var = 0; which && var < k->a.n; var++)
		if (input_of(search_pool(k->comparison->search), var)->kind == INPUT_INT)
			set_number(k, var, values[which]);
}

static void refute_inputs_numbers(RefuteInputs *k)
{
	for (int which = 0; which < 4; which++)
		for (size_t i = 0; i < k->words.numbers.len; i++)
			for (u32 var = 0; var < k->start.n; var++) {
				if (input_of(search_pool(k->comparison->search), var)->kind != INPUT_INT)
					continue;
				set_background(k, which);
				set_number(k, var, k->words.numbers.at[i]);
				if (!try_it(k))
					return;
			}
}

/* ---- bytes ---- */

/* Puts bytes into a group; what stood behind them stays if keep. */
static void set_bytes(RefuteInputs *k, const InputGroup *g, u32 at, const Buf *text, bool keep)
{
	u32 end = at;
	for (size_t i = 0; i < text->len && end < g->count; i++)
		k->a.at[g->first + end++] = (u8)text->at[i];
	for (u32 i = end; !keep && i < g->count; i++)
		k->a.at[g->first + i] = 0;
	const InputGroup *length = input_group(search_pool(k->comparison->search), g->partner);
	if (length->kind == INPUT_LENGTH && (!keep || k->a.at[length->first] < end))
		k->a.at[length->first] = end;
}

static bool try_text(RefuteInputs *k, const InputGroup *g, const Buf *text)
{
	assignment_copy(&k->a, &k->start);
	set_bytes(k, g, 0, text, false);
	return try_it(k);
}

static bool refute_inputs_texts(RefuteInputs *k, const InputGroup *g)
{
	Buf text = {0};
	bool more = true;
	for (size_t i = 0; more && i < k->words.texts.len; i++)
		more = try_text(k, g, &k->words.texts.at[i]);
	for (size_t i = 0; more && i < k->words.numbers.len; i++) {
		buf_reset(&text);
		buf_addf(&text, "%lld", (long long)k->words.numbers.at[i]);
		more = try_text(k, g, &text);
	}
	buf_reset(&text);
	more = more && try_text(k, g, &text);
	for (u32 i = 0; i < g->count; i++)
		buf_addc(&text, 'a');
	more = more && try_text(k, g, &text);
	buf_free(&text);
	return more;
}

/* Single bytes, at the front. */
static bool refute_inputs_positions(RefuteInputs *k, const InputGroup *g)
{
	Buf one = {0};
	bool more = true;
	for (size_t i = 0; more && i < k->words.numbers.len; i++)
		for (u32 at = 0; more && at < g->count && at < POSITIONS; at++) {
			if (k->words.numbers.at[i] > 255)
				continue;
			buf_reset(&one);
			buf_addc(&one, (char)k->words.numbers.at[i]);
			assignment_copy(&k->a, &k->start);
			set_bytes(k, g, at, &one, true);
			more = try_it(k);
		}
	buf_free(&one);
	return more;
}

static void refute_inputs_bytes(RefuteInputs *k, bool (*how)(RefuteInputs *k, const InputGroup *g))
{
	bool more = true;
	for (u32 i = 0; more && i < input_groups(search_pool(k->comparison->search)); i++)
		if (input_group(search_pool(k->comparison->search), i)->kind == INPUT_BYTES)
			more = how(k, input_group(search_pool(k->comparison->search), i));
}

/* ---- changes of what was given ---- */

static void mutate(RefuteInputs *k)
{
	const ExprPool *pool = search_pool(k->comparison->search);
	for (u64 n = 1 + draw(k) % 3; n && k->a.n; n--) {
		u32 var = (u32)(draw(k) % k->a.n);
		const InputGroup *g = input_of(pool, var);
		u64 r = draw(k), word = k->words.numbers.at[draw(k) % k->words.numbers.len];
		if (g->kind == INPUT_LENGTH)
			k->a.at[var] = r % (input_group(pool, g->partner)->count + 1);
		else if (g->kind == INPUT_BYTES && r % 4 == 0 && k->words.texts.len)
			set_bytes(k, g, var - g->first, &k->words.texts.at[draw(k) % k->words.texts.len], true);
		else if (g->kind == INPUT_BYTES)
			k->a.at[var] = r % 4 == 1 ? r >> 8 & 255 : ' ' + (r >> 8) % 95;
		else
			set_number(k, var, r % 3 == 0 ? r : r % 3 == 1 ? word : k->a.at[var] + word);
	}
}

static void refute_inputs_given(RefuteInputs *k)
{
	Comparison *comparison = k->comparison;
	const Inputs *in = search_inputs(comparison->search);
	for (u32 i = 0; i < MUTATIONS && refute_inputs_goes_on(k); i++) {
		const Start *s = &in->starts.at[i % in->starts.len];
		k->shape = s->shape;
		const ExprList *base = &in->shapes.at[s->shape].base;
		inputs_start(in, s, &k->a);
		if (i >= in->starts.len)
			mutate(k);
		/* The nearest that assumptions allow would mostly be the same again. */
		if (!conditions_hold(search_finder(comparison->search), base, EXPR_TRUE, &k->a))
			refute_solve(comparison, comparison->refute.random, base, EXPR_TRUE, &k->a, &k->a);
		try_it(k);
	}
}

/* ---- all ---- */

void refute_inputs(Comparison *comparison)
{
	RefuteInputs k = {.comparison = comparison, .random = search_config(comparison->search)->seed};
	const Inputs *in = search_inputs(comparison->search);
	Refutation *o = &comparison->refute;
	assignment_init(&k.start, search_pool(comparison->search));
	assignment_init(&k.a, search_pool(comparison->search));
	words_take(comparison, &k.words);
	u64 third = o->asked / 3;
	o->asked = third;
	next_kind(&k);
	refute_inputs_starts(&k);
	for (size_t i = 0; i < o->cuts.len && refute_inputs_goes_on(&k); i++)
		refute_inputs_cut(&k, &o->cuts.at[i]);
	o->asked += third;
	refute_inputs_sides(&k);
	refute_paths(&k);
	o->asked += third;
	refute_inputs_tree(&k);
	/* Of several shapes the inputs that were given are changed, which are of all of them. */
	k.shape = in->starts.at[0].shape;
	inputs_start(in, &in->starts.at[0], &k.start);
	next_kind(&k);
	refute_inputs_numbers(&k);
	next_kind(&k);
	refute_inputs_bytes(&k, refute_inputs_texts);
	next_kind(&k);
	refute_inputs_bytes(&k, refute_inputs_positions);
	k.stop = UINT64_MAX;
	refute_inputs_given(&k);
	words_free(&k.words);
	paths_free(&k.paths);
	assignment_free(&k.start);
	assignment_free(&k.a);
}
