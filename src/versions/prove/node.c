/* node.c: pairs of points, and what holds at them.
 *
 * Candidates are equations for live registers and conditions. All that hold so far are assumed when
 * the node is explored, and checked on every arrival. When a round drops none, every arrival was
 * checked against all that was assumed, so they hold by induction over the steps. */
#include "versions/prove/impl.h"

static void add_live(PairProof *x, Spot *at, Side s, const Course *t, u32 frame)
{
	const WalkFrame *f = &t->frames[frame];
	Routine *c = code_of(x, s, f->function);
	bool calling = frame + 1 < t->depth;
	u32 words = live_words(c->live);
	u64 *set = xcalloc(words + 1, sizeof *set);
	live_at(c->live, x->statics[s], f->ins, calling, set);
	for (u32 r = 0; r < c->f->n_regs; r++) {
		if (!(set[r / 64] >> (r % 64) & 1))
			continue;
		at->frame[at->n_live] = (u16)frame;
		at->reg[at->n_live++] = r;
	}
	free(set);
}

static void make_variables(PairProof *x, PointPair *n, Spot *at, Side s, const Course *t)
{
	at->var = arena_array(&x->keep, u32, at->n_live + 1);
	at->shadow_var = arena_array(&x->keep, u32, at->n_live + 1);
	n->bind[s] = arena_array(&x->keep, Binding, at->n_live + 1);
	for (u32 k = 0; k < at->n_live; k++) {
		Expr v = spot_value(at, t, k)->v;
		if (!v) {
			prove_fail(x, "a value that is not known");
			return;
		}
		value_new(x, expr_width(x->pool, v), s == OLD ? "o" : "n", &at->var[k]);
		value_new(x, 1, "s", &at->shadow_var[k]);
		n->bind[s][k].defined = true;
	}
}

static void make_spot(PairProof *x, PointPair *n, Side s, const Course *t)
{
	Spot *at = &n->spot[s];
	u32 most = 0;
	at->depth = t->depth;
	for (u32 i = 0; i < t->depth; i++) {
		at->function[i] = t->frames[i].function;
		at->ins[i] = t->frames[i].ins;
		most += x->p[s]->functions.at[t->frames[i].function].n_regs;
	}
	at->frame = arena_array(&x->keep, u16, most + 1);
	at->reg = arena_array(&x->keep, u32, most + 1);
	for (u32 i = 0; i < t->depth; i++)
		add_live(x, at, s, t, i);
	make_variables(x, n, at, s, t);
}

Shaded *spot_value(const Spot *at, const Course *t, u32 k)
{
	return &t->frames[at->frame[k]].regs[at->reg[k]];
}

static bool is_there(const Spot *at, const Course *t)
{
	bool same = at->depth == t->depth;
	for (u32 i = 0; same && i < t->depth; i++)
		same = at->function[i] == t->frames[i].function && at->ins[i] == t->frames[i].ins;
	return same;
}

static PointPair *new_node(PairProof *x)
{
	PointPair *n = arena_new(&x->keep, PointPair);
	n->base = (u32)x->nodes.len;
	vec_push(&x->nodes, n);
	if (x->nodes.len > MOST_NODES)
		prove_fail(x, "too many pairs of points");
	return n;
}

PointPair *node_at(PairProof *x, Course *const t[N_SIDES], bool head)
{
	for (size_t i = 0; i < x->nodes.len; i++) {
		PointPair *n = x->nodes.at[i];
		if (n->head == head && is_there(&n->spot[OLD], t[OLD]) && is_there(&n->spot[NEW], t[NEW]))
			return n;
	}
	PointPair *n = new_node(x);
	n->head = head;
	for (Side s = OLD; s < N_SIDES; s++)
		make_spot(x, n, s, t[s]);
	return n;
}

/* Both functions begin with the same parameters. */
PointPair *node_entry(PairProof *x)
{
	PointPair *n = new_node(x);
	n->begun = true;
	for (Side s = OLD; s < N_SIDES; s++) {
		Spot *at = &n->spot[s];
		const Function *f = &x->p[s]->functions.at[x->function[s]];
		at->depth = 1;
		at->function[0] = x->function[s];
		at->n_live = f->n_params;
		at->frame = arena_array(&x->keep, u16, f->n_params + 1);
		at->reg = arena_array(&x->keep, u32, f->n_params + 1);
		at->var = arena_array(&x->keep, u32, f->n_params + 1);
		at->shadow_var = arena_array(&x->keep, u32, f->n_params + 1);
		n->bind[s] = arena_array(&x->keep, Binding, f->n_params + 1);
		for (u32 k = 0; k < f->n_params; k++) {
			at->reg[k] = k;
			value_new(x, type_bits(f->params[k]), "p", &at->var[k]);
			value_new(x, 1, "s", &at->shadow_var[k]);
			if (s == OLD)
				continue;
			Shaded same = {expr_var(x->pool, n->spot[OLD].var[k]),
						   expr_var(x->pool, n->spot[OLD].shadow_var[k])};
			vec_push(&n->bind[s][k].list, ((Candidate){same, true, true}));
		}
	}
	return n;
}

static const Candidate *chosen(const Binding *b)
{
	for (size_t i = 0; i < b->list.len; i++)
		if (b->list.at[i].holds)
			return &b->list.at[i];
	return NULL;
}

/* Maps the variables of live registers to what they are taken to be. NEW's are expressions over those of
 * OLD, so OLD's come first. */
static Expr *bound(PairProof *x, const PointPair *n, u32 *len)
{
	ExprPool *p = x->pool;
	*len = input_vars(p);
	Expr *map = xcalloc(*len + 1, sizeof *map);
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < n->spot[s].n_live; k++) {
			const Candidate *c = chosen(&n->bind[s][k]);
			u32 v = n->spot[s].var[k], shadow = n->spot[s].shadow_var[k];
			if (c)
				map[v] = expr_substitute(p, c->is.v, map, *len);
			if (n->bind[s][k].defined && !x->now.collecting)
				map[shadow] = EXPR_FALSE;
			else if (c && c->same && c->is.s)
				map[shadow] = expr_substitute(p, c->is.s, map, *len);
		}
	return map;
}

Course *node_path(PairProof *x, const PointPair *n, Side s)
{
	const Spot *at = &n->spot[s];
	Course *t = arena_new(&x->work, Course);
	u32 len;
	Expr *map = bound(x, n, &len);
	t->side = s;
	t->depth = at->depth;
	t->used = EXPR_FALSE;
	t->writes = arena_array(&x->work, Write, MOST_WRITES);
	t->checks = arena_array(&x->work, Risk, MOST_CHECKS);
	t->left = n->head ? x->how.ratio[s] - 1 : x->how.skew[s];
	for (u32 i = 0; i < at->depth; i++) {
		const Function *f = &x->p[s]->functions.at[at->function[i]];
		t->frames[i] =
			(WalkFrame){at->function[i], at->ins[i], arena_array(&x->work, Shaded, f->n_regs + 1)};
	}
	for (u32 k = 0; k < at->n_live; k++) {
		Expr v = map[at->var[k]], shadow = map[at->shadow_var[k]];
		*spot_value(at, t, k) = (Shaded){v ? v : expr_var(x->pool, at->var[k]),
										 shadow ? shadow : expr_var(x->pool, at->shadow_var[k])};
	}
	free(map);
	return t;
}

/* All that holds at the node becomes a condition. */
static void assume(PairProof *x, const PointPair *n)
{
	ExprPool *p = x->pool;
	u32 len;
	Expr *map = bound(x, n, &len);
	x->now.conds.len = 0;
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < n->spot[s].n_live; k++) {
			const Binding *b = &n->bind[s][k];
			const Candidate *first = chosen(b);
			for (size_t i = 0; i < b->list.len; i++) {
				const Candidate *c = &b->list.at[i];
				if (!c->holds || c == first)
					continue;
				Expr e = expr_substitute(p, expr_eq(p, first->is.v, c->is.v), map, len);
				if (e != EXPR_TRUE)
					vec_push(&x->now.conds, e);
			}
		}
	for (size_t i = 0; i < n->facts.len; i++) {
		Expr e = expr_substitute(p, n->facts.at[i].is, map, len);
		if (n->facts.at[i].holds && e != EXPR_TRUE)
			vec_push(&x->now.conds, e);
	}
	free(map);
}

void node_explore(PairProof *x, PointPair *n)
{
	ArenaMark mark = arena_mark(&x->work);
	x->now.node = n;
	x->now.at[OLD] = x->now.at[NEW] = NULL;
	assume(x, n);
	for (Side s = OLD; s < N_SIDES; s++)
		x->now.start[s] = node_path(x, n, s);
	run_side(x, OLD, path_copy(x, x->now.start[OLD]));
	x->now.conds.len = 0;
	arena_release(&x->work, mark);
}

Expr *node_map(PairProof *x, const PointPair *n, Course *const t[N_SIDES], u32 *len)
{
	*len = input_vars(x->pool);
	Expr *map = xcalloc(*len + 1, sizeof *map);
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < n->spot[s].n_live; k++) {
			const Shaded *v = spot_value(&n->spot[s], t[s], k);
			map[n->spot[s].var[k]] = v->v;
			map[n->spot[s].shadow_var[k]] = v->s;
			if (!v->v)
				prove_fail(x, "a value that is not known");
		}
	return map;
}

static bool still(PairProof *x, bool holds, Expr goal)
{
	bool now = holds && ask_valid(x, &x->now.conds, goal);
	x->changed |= holds && !now;
	return now;
}

static void check_binding(PairProof *x, Binding *b, Shaded now, const Expr *map, u32 len, Expr used)
{
	ExprPool *p = x->pool;
	b->defined = still(x, b->defined, expr_or(p, used, expr_not(p, now.s)));
	for (size_t i = 0; i < b->list.len && !x->why; i++) {
		Candidate *c = &b->list.at[i];
		if (!c->holds)
			continue;
		c->holds = still(x, true, expr_eq(p, now.v, expr_substitute(p, c->is.v, map, len)));
		if (c->same && c->is.s)
			c->same =
				still(x, true,
					  expr_or(p, used, expr_eq(p, now.s, expr_substitute(p, c->is.s, map, len))));
	}
}

void node_arrive(PairProof *x, PointPair *n, Course *const t[N_SIDES], Expr used)
{
	if (x->why)
		return;
	if (!n->begun)
		candidates_begin(x, n, t);
	n->begun = n->reached = true;
	u32 len;
	Expr *map = node_map(x, n, t, &len);
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < n->spot[s].n_live && !x->why; k++)
			check_binding(x, &n->bind[s][k], *spot_value(&n->spot[s], t[s], k), map, len, used);
	for (size_t i = 0; i < n->facts.len && !x->why; i++)
		if (n->facts.at[i].holds)
			n->facts.at[i].holds =
				still(x, true, expr_substitute(x->pool, n->facts.at[i].is, map, len));
	free(map);
}
