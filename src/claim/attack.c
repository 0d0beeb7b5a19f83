/* attack.c: makes inputs that a wrong proof is likely to fail on, the likeliest first. */
#include "claim/attack.h"

enum {
	POSITIONS = 12,  /* of bytes that are changed one by one */
	MUTATIONS = 400, /* tries of the last kind */
	DRAWS = 2,       /* models of a cut's prefix at random */
};

static u64 draw(Attack *k)
{
	k->random += 0x9e3779b97f4a7c15u;
	return hash_mix(k->random, k->random >> 29);
}

bool attack_goes_on(const Attack *k)
{
	return opinion_goes_on(k->claim) && k->claim->opinion.inputs < k->stop;
}

static bool try_it(Attack *k)
{
	opinion_try(k->claim, k->shape, &k->a);
	return attack_goes_on(k);
}

/* Each kind may use up half of what is left. */
static void next_kind(Attack *k)
{
	const Opinion *o = &k->claim->opinion;
	k->stop = o->inputs + (o->most - o->inputs + 1) / 2;
}

/* ---- the other sides of what was cut or settled ---- */

bool attack_model(Attack *k, Solver *s, ExprList *conds, Expr goal, const Assignment *near)
{
	Claim *claim = k->claim;
	Opinion *o = &claim->opinion;
	u64 before = o->inputs;
	size_t n = conds->len;
	if (!o->asked || !attack_goes_on(k))
		return false;
	SolveResult r = opinion_solve(claim, s, conds, goal, near, &k->a);
	if (r == SOLVE_SAT && inputs_canonical(claim->search->config.inputs, k->shape, &k->a) &&
		!conditions_hold(&claim->search->find, conds, goal, &k->a)) {
		inputs_canonical_conditions(claim->search->config.inputs, k->shape, conds);
		r = opinion_solve(claim, s, conds, goal, near, &k->a);
		conds->len = n;
	}
	if (r == SOLVE_SAT)
		try_it(k);
	return o->inputs > before;
}

static void add_all(ExprList *to, const ExprList *from)
{
	for (size_t i = 0; i < from->len; i++)
		vec_push(to, from->at[i]);
}

/* What was dropped can be decided otherwise: both versions are to do the same then, too. */
static void attack_cut(Attack *k, const CutRun *c)
{
	Claim *claim = k->claim;
	ExprList conds = {0};
	k->shape = c->input.shape;
	inputs_recall(claim->search->config.inputs, &c->input, &k->start);
	add_all(&conds, &claim->search->config.inputs->shapes.at[c->input.shape].base);
	add_all(&conds, &c->kept);
	for (int i = 0; i < DRAWS; i++)
		if (attack_model(k, claim->opinion.random, &conds, EXPR_TRUE, &k->start))
			paths_follow(k);
	for (size_t i = 0; i < c->beyond.len; i++) {
		Expr other = expr_not(claim->search->pool, c->beyond.at[i]);
		if (attack_model(k, claim->opinion.solver, &conds, other, &k->start))
			paths_follow(k);
		vec_push(&conds, c->beyond.at[i]);
	}
	vec_free(&conds);
}

/* A decision whose other side was held for impossible: Z3 alone is asked. */
static void attack_node(Attack *k, u32 node)
{
	Claim *claim = k->claim;
	const Tree *tree = explorer_tree(claim->search->explorer);
	ExprList conds = {0};
	k->shape = tree_root(tree, node);
	add_all(&conds, &claim->search->config.inputs->shapes.at[k->shape].base);
	tree_prefix(tree, node, &conds);
	inputs_start(claim->search->config.inputs, &claim->search->config.inputs->starts.at[0],
				 &k->start);
	attack_model(k, claim->opinion.plain, &conds, tree->nodes.at[node].others, &k->start);
	vec_free(&conds);
}

static bool is_settled(const Node *n)
{
	return n->state == NODE_CLOSED && n->n_edges && !(node_two_way(n) && n->n_edges == 2);
}

static void attack_tree(Attack *k)
{
	const Tree *tree = explorer_tree(k->claim->search->explorer);
	u64 settled = 0, taken = 0;
	for (u32 i = 1; i < tree->nodes.len; i++)
		settled += is_settled(&tree->nodes.at[i]);
	/* About as many as can be asked, spread over all of them. */
	u64 step = settled / (k->claim->opinion.asked / 8 + 1) + 1;
	for (u32 i = 1; i < tree->nodes.len && attack_goes_on(k); i++)
		if (is_settled(&tree->nodes.at[i]) && taken++ % step == 0)
			attack_node(k, i);
}

/* ---- numbers ---- */

static u64 cut_to(u64 v, unsigned width)
{
	return width >= 64 ? v : v & ((1ull << width) - 1);
}

static void set_number(Attack *k, u32 var, u64 v)
{
	k->a.at[var] = cut_to(v, input_width(k->claim->search->pool, var));
}

/* All numbers the same, or as at the start. */
static void set_background(Attack *k, int which)
{
	static const u64 values[] = {0, 1, 0, -1ull};
	assignment_copy(&k->a, &k->start);
	for (u32 var = 0; which && var < k->a.n; var++)
		if (input_of(k->claim->search->pool, var)->kind == INPUT_INT)
			set_number(k, var, values[which]);
}

static void attack_numbers(Attack *k)
{
	for (int which = 0; which < 4; which++)
		for (size_t i = 0; i < k->words.numbers.len; i++)
			for (u32 var = 0; var < k->start.n; var++) {
				if (input_of(k->claim->search->pool, var)->kind != INPUT_INT)
					continue;
				set_background(k, which);
				set_number(k, var, k->words.numbers.at[i]);
				if (!try_it(k))
					return;
			}
}

/* ---- bytes ---- */

/* Puts bytes into a group; what stood behind them stays if keep. */
static void set_bytes(Attack *k, const InputGroup *g, u32 at, const Buf *text, bool keep)
{
	u32 end = at;
	for (size_t i = 0; i < text->len && end < g->count; i++)
		k->a.at[g->first + end++] = (u8)text->at[i];
	for (u32 i = end; !keep && i < g->count; i++)
		k->a.at[g->first + i] = 0;
	const InputGroup *length = input_group(k->claim->search->pool, g->partner);
	if (length->kind == INPUT_LENGTH && (!keep || k->a.at[length->first] < end))
		k->a.at[length->first] = end;
}

static bool try_text(Attack *k, const InputGroup *g, const Buf *text)
{
	assignment_copy(&k->a, &k->start);
	set_bytes(k, g, 0, text, false);
	return try_it(k);
}

static bool attack_texts(Attack *k, const InputGroup *g)
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
static bool attack_positions(Attack *k, const InputGroup *g)
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

static void attack_bytes(Attack *k, bool (*how)(Attack *k, const InputGroup *g))
{
	bool more = true;
	for (u32 i = 0; more && i < input_groups(k->claim->search->pool); i++)
		if (input_group(k->claim->search->pool, i)->kind == INPUT_BYTES)
			more = how(k, input_group(k->claim->search->pool, i));
}

/* ---- changes of what was given ---- */

static void mutate(Attack *k)
{
	const ExprPool *pool = k->claim->search->pool;
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

static void attack_given(Attack *k)
{
	Claim *claim = k->claim;
	const Inputs *in = claim->search->config.inputs;
	for (u32 i = 0; i < MUTATIONS && attack_goes_on(k); i++) {
		const Start *s = &in->starts.at[i % in->starts.len];
		k->shape = s->shape;
		const ExprList *base = &in->shapes.at[s->shape].base;
		inputs_start(in, s, &k->a);
		if (i >= in->starts.len)
			mutate(k);
		/* The nearest that assumptions allow would mostly be the same again. */
		if (!conditions_hold(&claim->search->find, base, EXPR_TRUE, &k->a))
			opinion_solve(claim, claim->opinion.random, base, EXPR_TRUE, &k->a, &k->a);
		try_it(k);
	}
}

/* ---- all ---- */

void attack(Claim *claim)
{
	Attack k = {.claim = claim, .random = claim->search->config.seed};
	const Inputs *in = claim->search->config.inputs;
	Opinion *o = &claim->opinion;
	assignment_init(&k.start, claim->search->pool);
	assignment_init(&k.a, claim->search->pool);
	words_take(claim, &k.words);
	u64 third = o->asked / 3;
	o->asked = third;
	next_kind(&k);
	attack_starts(&k);
	for (size_t i = 0; i < o->cuts.len && attack_goes_on(&k); i++)
		attack_cut(&k, &o->cuts.at[i]);
	o->asked += third;
	attack_paths(&k);
	o->asked += third;
	attack_tree(&k);
	/* Of several shapes the inputs that were given are changed, which are of all of them. */
	k.shape = in->starts.at[0].shape;
	inputs_start(in, &in->starts.at[0], &k.start);
	next_kind(&k);
	attack_numbers(&k);
	next_kind(&k);
	attack_bytes(&k, attack_texts);
	next_kind(&k);
	attack_bytes(&k, attack_positions);
	k.stop = UINT64_MAX;
	attack_given(&k);
	words_free(&k.words);
	paths_free(&k.paths);
	assignment_free(&k.start);
	assignment_free(&k.a);
}
