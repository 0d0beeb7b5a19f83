/* candidates.c: what may hold at a pair of points, from the first arrival there and from the code
 * behind it.
 *
 * A register of NEW may be a register of OLD, a value that OLD computes from there on, a constant, or
 * the sum or difference of registers. Conditions are decisions of the code behind the point, and
 * bounds. All are guesses: only those stay that hold on the first arrival, and then on every one. */
#include "versions/prove/impl.h"

enum { FEW = 12 }; /* live registers that are combined with each other */

static u32 few(u32 n)
{
	return n < FEW ? n : FEW;
}

typedef struct Guess {
	PairProof *x;
	PointPair *n;
	Course *const *t;
	Expr *map;
	u32 len;
	VarSet own; /* variables of the node */
} Guess;

/* Walks both sides alone, so that x->now.node has their terms and decisions. */
static void collect(PairProof *x, PointPair *n)
{
	PointPair *node = x->now.node;
	Course *at[N_SIDES] = {x->now.at[OLD], x->now.at[NEW]};
	Conds conds = x->now.conds;
	const char *why = x->why;
	u64 steps = x->steps;
	x->now.conds = (Conds){0};
	x->now.node = n;
	x->now.collecting = true;
	for (Side s = OLD; s < N_SIDES; s++) {
		ArenaMark mark = arena_mark(&x->work);
		x->steps = 0;
		run_side(x, s, node_path(x, n, s));
		arena_release(&x->work, mark);
		x->why = why;
	}
	x->now.collecting = false;
	vec_free(&x->now.conds);
	x->now.conds = conds;
	x->now.node = node;
	x->steps = steps;
	x->now.at[OLD] = at[OLD];
	x->now.at[NEW] = at[NEW];
}

static Expr arrives(const Guess *g, Side s, u32 k)
{
	return spot_value(&g->n->spot[s], g->t[s], k)->v;
}

static Expr var_of(const Guess *g, Side s, u32 k)
{
	return expr_var(g->x->pool, g->n->spot[s].var[k]);
}

static Expr shadow_of(const Guess *g, u32 j)
{
	return expr_var(g->x->pool, g->n->spot[OLD].shadow_var[j]);
}

/* Adds a candidate if it holds on the first arrival without a question. */
static void guess(const Guess *g, Side s, u32 k, Expr is, Expr shadow)
{
	ExprPool *p = g->x->pool;
	Binding *b = &g->n->bind[s][k];
	Expr now = arrives(g, s, k);
	if (!is || expr_width(p, is) != expr_width(p, now) ||
		expr_substitute(p, is, g->map, g->len) != now)
		return;
	for (size_t i = 0; i < b->list.len; i++)
		if (b->list.at[i].is.v == is)
			return;
	vec_push(&b->list, ((Candidate){{is, shadow}, true, shadow != 0}));
}

static void guess_partner(const Guess *g, u32 k, u32 j)
{
	guess(g, NEW, k, var_of(g, OLD, j), shadow_of(g, j));
}

/* The register of OLD that has the same role comes first. */
static void guess_partners(const Guess *g, u32 k)
{
	const Spot *o = &g->n->spot[OLD], *n = &g->n->spot[NEW];
	for (int match = 1; match >= 0; match--)
		for (u32 j = 0; j < o->n_live; j++) {
			u32 f = n->function[n->frame[k]];
			u32 role = change_map_register(g->x->map, NEW, f, n->reg[k]);
			bool same = role == o->reg[j] &&
						o->function[o->frame[j]] == change_map_function(g->x->map, NEW, f);
			if (same == match)
				guess_partner(g, k, j);
		}
}

/* Sums and differences of two registers of OLD, and of one and a constant. */
static void guess_sums(const Guess *g, u32 k)
{
	ExprPool *p = g->x->pool;
	Expr now = arrives(g, NEW, k);
	u32 n = few(g->n->spot[OLD].n_live);
	for (u32 j = 0; j < n; j++) {
		Expr a = arrives(g, OLD, j), v = var_of(g, OLD, j), s = shadow_of(g, j);
		if (expr_width(p, a) != expr_width(p, now))
			continue;
		Expr off = expr_sub(p, now, a), sum = expr_add(p, now, a);
		if (expr_is_const(p, off) && expr_value(p, off))
			guess(g, NEW, k, expr_add(p, v, off), s);
		if (expr_is_const(p, sum))
			guess(g, NEW, k, expr_sub(p, sum, v), s);
		for (u32 r = 0; r < n; r++) {
			Expr both = expr_or(p, s, shadow_of(g, r));
			if (arrives(g, OLD, r) == sum)
				guess(g, NEW, k, expr_sub(p, var_of(g, OLD, r), v), both);
			if (arrives(g, OLD, r) == off)
				guess(g, NEW, k, expr_add(p, var_of(g, OLD, r), v), both);
		}
	}
}

static bool is_own(const Guess *g, Expr e)
{
	return varset_within(g->x->pool, expr_vars(g->x->pool, e), g->own);
}

static void guess_values(const Guess *g)
{
	ExprPool *p = g->x->pool;
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < g->n->spot[s].n_live; k++) {
			Expr now = arrives(g, s, k);
			if (s == NEW)
				guess_partners(g, k);
			if (expr_is_const(p, now))
				guess(g, s, k, now, EXPR_FALSE);
			if (s == OLD)
				continue;
			for (size_t i = 0; i < g->n->terms[OLD].len; i++) {
				Shaded term = g->n->terms[OLD].at[i];
				if (is_own(g, term.v))
					guess(g, NEW, k, term.v, is_own(g, term.s) ? term.s : 0);
			}
			guess_sums(g, k);
		}
}

/* Adds a condition that holds on the first arrival. */
static void fact(const Guess *g, Expr is)
{
	if (g->n->facts.len >= MOST_FACTS || is == EXPR_TRUE || !is_own(g, is))
		return;
	for (size_t i = 0; i < g->n->facts.len; i++)
		if (g->n->facts.at[i].is == is)
			return;
	Expr now = expr_substitute(g->x->pool, is, g->map, g->len);
	if (now != EXPR_FALSE && ask_valid(g->x, &g->x->now.conds, now))
		vec_push(&g->n->facts, ((PointFact){is, true}));
}

/* A register of OLD may be a value that NEW computes. */
static void guess_terms(const Guess *g)
{
	ExprPool *p = g->x->pool;
	for (u32 k = 0; k < g->n->spot[OLD].n_live; k++)
		for (size_t i = 0; i < g->n->terms[NEW].len; i++) {
			Expr term = g->n->terms[NEW].at[i].v, v = var_of(g, OLD, k);
			if (expr_width(p, term) != expr_width(p, v) || !is_own(g, term))
				continue;
			if (expr_substitute(p, term, g->map, g->len) == arrives(g, OLD, k))
				fact(g, expr_eq(p, v, term));
		}
}

/* A register of NEW that is kept behind a flag: the flag is as in the beginning, or the register is
 * what OLD computes. */
static void guess_flags(const Guess *g)
{
	ExprPool *p = g->x->pool;
	u32 n = few(g->n->spot[NEW].n_live), most = 32;
	for (u32 k = 0; k < n; k++)
		for (u32 r = 0; r < n && expr_is_const(p, arrives(g, NEW, k)); r++)
			for (size_t i = 0; r != k && i < g->n->terms[OLD].len; i++) {
				Expr term = g->n->terms[OLD].at[i].v, v = var_of(g, NEW, r);
				if (expr_width(p, term) != expr_width(p, v) || !is_own(g, term) || !most)
					continue;
				most--;
				Expr first = expr_eq(p, var_of(g, NEW, k), arrives(g, NEW, k));
				fact(g, expr_or(p, first, expr_eq(p, v, term)));
			}
}

static void guess_bounds(const Guess *g, Side s)
{
	ExprPool *p = g->x->pool;
	const Spot *at = &g->n->spot[s];
	u32 n = few(at->n_live);
	for (u32 k = 0; k < n; k++) {
		Expr v = var_of(g, s, k), now = arrives(g, s, k);
		unsigned bits = expr_width(p, v);
		if (bits < 8 || bits > 64)
			continue;
		bool known = expr_is_const(p, now);
		if (known)
			fact(g, expr_sle(p, now, v));
		if (bits < 64) /* loops that do two rounds at once */
			fact(g, expr_not(p, expr_extract(p, v, 0, 1)));
		if (bits == 64)
			fact(g, expr_sle(p, v, expr_const(p, 64, INT32_MAX)));
		for (u32 r = 0; r < n; r++) {
			Expr other = var_of(g, s, r);
			if (r == k || expr_width(p, other) != bits || expr_is_const(p, arrives(g, s, r)))
				continue;
			Expr below = expr_sle(p, v, other), less = expr_ule(p, v, other);
			fact(g, known ? expr_or(p, below, expr_eq(p, v, now)) : below);
			fact(g, known ? expr_or(p, less, expr_eq(p, v, now)) : less);
		}
	}
}

static void add_own(Guess *g, u32 var)
{
	g->own = varset_union(g->x->pool, g->own, varset_one(g->x->pool, var));
}

static void own_variables(Guess *g)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < g->n->spot[s].n_live; k++)
			add_own(g, g->n->spot[s].var[k]), add_own(g, g->n->spot[s].shadow_var[k]);
}

void candidates_begin(PairProof *x, PointPair *n, Course *const t[N_SIDES])
{
	Guess g = {.x = x, .n = n, .t = t};
	collect(x, n);
	own_variables(&g);
	g.map = node_map(x, n, t, &g.len);
	guess_values(&g);
	for (size_t i = 0; i < n->decisions.len; i++) {
		fact(&g, n->decisions.at[i]);
		fact(&g, expr_not(x->pool, n->decisions.at[i]));
	}
	guess_terms(&g);
	for (Side s = OLD; s < N_SIDES; s++)
		guess_bounds(&g, s);
	guess_flags(&g);
	free(g.map);
}
