/* weaken.c: drops and widens parts of a condition, as long as known pairs of paths cover the rest.
 *
 * Every pair of paths of a group has the same two behaviours, so their conditions may be joined: an
 * input that satisfies one of them shows the difference. We look for a short conjunction that implies
 * the disjunction. First each part is dropped if the others still imply it. Then the parts on one input
 * become the largest interval around the input's value that does. The solver proves every step. */
#include "versions/general/impl.h"

enum {
	MOST_KNOWN = 64,    /* pairs of paths of a disjunction */
	MOST_NODES = 20000, /* expressions in it */
	MOST_PARTS = 400,   /* of a condition */
};

typedef struct Weaken {
	General *g;
	ExprPool *pool;
	GeneralCase *c;
	Expr known;    /* the disjunction */
	ExprList rest; /* scratch */
} Weaken;

static Expr conjunction(ExprPool *p, const ExprList *list)
{
	Expr all = EXPR_TRUE;
	for (size_t i = 0; i < list->len; i++)
		all = expr_and(p, all, list->at[i]);
	return all;
}

/* True if an input that satisfies these shows the difference. */
static bool enough(Weaken *w, const ExprList *conds)
{
	return general_implies(w->g, w->c, conds, w->known);
}

/* ---- dropping ---- */

/* Drops one part after the other, the last first. Parts that the others imply stay: they exclude no
 * input, and are often easier to read than the others. */
static bool drop_parts(Weaken *w)
{
	ExprList *conds = w->c->conds;
	size_t before = conds->len;
	for (size_t i = conds->len; i-- > 0;) {
		w->rest.len = 0;
		for (size_t k = 0; k < conds->len; k++)
			if (k != i)
				vec_push(&w->rest, conds->at[k]);
		vec_push(&w->rest, w->c->differs);
		if (general_implies(w->g, w->c, &w->rest, conds->at[i]) || !enough(w, &w->rest))
			continue;
		memmove(&conds->at[i], &conds->at[i + 1], (conds->len - i - 1) * sizeof *conds->at);
		conds->len--;
	}
	return conds->len < before;
}

/* ---- intervals ---- */

/* An input variable, and how its values are ordered. */
typedef struct Ordered {
	Expr var;
	unsigned width;
	bool is_signed;
} Ordered;

/* The values in order, from 0. */
static u64 rank_of(const Ordered *o, u64 value)
{
	return o->is_signed ? value ^ 1ull << (o->width - 1) : value;
}

static Expr at_most(Weaken *w, const Ordered *o, u64 rank)
{
	Expr bound = expr_const(w->pool, o->width, rank_of(o, rank));
	return o->is_signed ? expr_sle(w->pool, o->var, bound) : expr_ule(w->pool, o->var, bound);
}

static Expr at_least(Weaken *w, const Ordered *o, u64 rank)
{
	Expr bound = expr_const(w->pool, o->width, rank_of(o, rank));
	return o->is_signed ? expr_sle(w->pool, bound, o->var) : expr_ule(w->pool, bound, o->var);
}

static bool interval_enough(Weaken *w, const Ordered *o, u64 low, u64 high)
{
	size_t n = w->rest.len;
	vec_push(&w->rest, at_least(w, o, low));
	vec_push(&w->rest, at_most(w, o, high));
	bool yes = enough(w, &w->rest);
	w->rest.len = n;
	return yes;
}

/* The farthest end of an interval around value that is enough, up or down, by bisection. */
static u64 farthest(Weaken *w, const Ordered *o, u64 value, u64 other, bool up)
{
	u64 good = value, bad = up ? (o->width < 64 ? (1ull << o->width) - 1 : UINT64_MAX) : 0;
	if (good == bad || (up ? interval_enough(w, o, other, bad) : interval_enough(w, o, bad, other)))
		return bad;
	while (up ? bad - good > 1 : good - bad > 1) {
		u64 middle = up ? good + (bad - good) / 2 : bad + (good - bad) / 2;
		bool yes = up ? interval_enough(w, o, other, middle) : interval_enough(w, o, middle, other);
		if (yes)
			good = middle;
		else
			bad = middle;
	}
	return good;
}

static bool only_on(const Weaken *w, Expr e, VarSet var)
{
	return expr_vars(w->pool, e) == var;
}

/* Replaces the parts on one variable by an interval; returns false if that is not weaker. */
static bool widen(Weaken *w, u32 var)
{
	ExprList *conds = w->c->conds, own = {0};
	const InputGroup *group = input_of(w->pool, var);
	Ordered o = {expr_var(w->pool, var), input_width(w->pool, var), group->is_signed};
	VarSet alone = expr_vars(w->pool, o.var);
	u64 value = rank_of(&o, assignment_get(w->c->input, var));
	w->rest.len = 0;
	for (size_t i = 0; i < conds->len; i++)
		if (only_on(w, conds->at[i], alone))
			vec_push(&own, conds->at[i]);
		else
			vec_push(&w->rest, conds->at[i]);
	vec_push(&w->rest, w->c->differs);
	bool wider = false;
	if (own.len && interval_enough(w, &o, value, value)) {
		u64 high = farthest(w, &o, value, value, true), low = farthest(w, &o, value, high, false);
		Expr part[2] = {at_least(w, &o, low), at_most(w, &o, high)};
		Expr both = expr_and(w->pool, part[0], part[1]);
		/* It must contain what was there, and more. */
		size_t n = w->rest.len;
		vec_push(&w->rest, part[0]);
		vec_push(&w->rest, part[1]);
		wider = (low < value || high > value) && general_implies(w->g, w->c, conds, both) &&
				!general_implies(w->g, w->c, &w->rest, conjunction(w->pool, &own));
		w->rest.len = n - 1; /* without differs */
		for (u32 i = 0; wider && i < 2; i++)
			if (part[i] != EXPR_TRUE)
				vec_push(&w->rest, part[i]);
		if (wider) {
			conds->len = 0;
			vec_append(conds, w->rest.at, w->rest.len);
		}
	}
	vec_free(&own);
	return wider;
}

static bool widen_all(Weaken *w)
{
	VarList vars = {0};
	VarSet all = 0;
	bool wider = false;
	for (size_t i = 0; i < w->c->conds->len; i++)
		if (varset_count(w->pool, expr_vars(w->pool, w->c->conds->at[i])) == 1)
			all = varset_union(w->pool, all, expr_vars(w->pool, w->c->conds->at[i]));
	varset_list(w->pool, all, &vars);
	for (size_t i = 0; i < vars.len; i++)
		wider |= widen(w, vars.at[i]);
	vec_free(&vars);
	return wider;
}

/* ---- both ---- */

bool general_weaken(General *g, GeneralCase *c, const ExprList *known, size_t n_known)
{
	Weaken w = {.g = g, .pool = search_pool(g->search), .c = c};
	if (!n_known || c->conds->len > MOST_PARTS || !general_may(g))
		return false;
	w.known = conjunction(w.pool, c->conds);
	for (size_t i = 0; i < n_known && i < MOST_KNOWN; i++) {
		Expr more = expr_or(w.pool, w.known, conjunction(w.pool, &known[i]));
		if (!expr_fits(w.pool, more, MOST_NODES))
			break;
		w.known = more;
	}
	bool changed = drop_parts(&w);
	if (changed) /* some stayed only because of others that are gone now */
		drop_parts(&w);
	changed |= widen_all(&w);
	vec_free(&w.rest);
	return changed;
}
