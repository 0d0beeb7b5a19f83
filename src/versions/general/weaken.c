/* weaken.c: drops and widens parts of a condition, as long as known pairs of paths cover the rest.
 *
 * Every pair of paths of a group has the same two behaviours, so their conditions may be joined: an
 * input that satisfies one of them shows the difference. We look for a short conjunction that implies
 * the disjunction. First each part is dropped if the others still imply it. Then the parts on one input
 * become the largest interval around the input's value that does. The solver proves every step. Most
 * steps fail, and for most of these an input near the difference shows it: evaluation comes first, so
 * that the solver is asked where there is something to gain. */
#include "versions/general/impl.h"

enum {
	MOST_KNOWN = 64,    /* pairs of paths of a disjunction */
	MOST_NODES = 20000, /* expressions in it */
	MOST_PARTS = 400,   /* of a condition */
	MOST_VARS = 48,     /* inputs that are changed one by one to refute steps */
};

typedef struct Weaken {
	General *g;
	ExprPool *pool;
	GeneralCase *c;
	Expr known;      /* the disjunction */
	ExprList rest;   /* scratch */
	Assignment near; /* scratch: an input near that of the case */
	ExprList common; /* parts of all of the disjunction: no step gets rid of them */
	bool *stays; /* by part of the condition: common, or an input shows that it cannot be dropped */
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

static bool is_in(const ExprList *list, Expr e)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == e)
			return true;
	return false;
}

/* Removes the parts that the pair of paths does not have. */
static void keep_common(ExprList *parts, const ExprList *pair)
{
	size_t n = 0;
	for (size_t i = 0; i < parts->len; i++)
		if (is_in(pair, parts->at[i]))
			parts->at[n++] = parts->at[i];
	parts->len = n;
}

/* True if the pair of paths has inputs that conds may exclude: it does not have all its parts. */
static bool adds_inputs(const ExprList *pair, const ExprList *conds)
{
	for (size_t i = 0; i < conds->len; i++)
		if (!is_in(pair, conds->at[i]))
			return true;
	return false;
}

/* ---- inputs near the difference ---- */

/* Sets the input of the case with one value changed; returns false if that is no input of the shape. */
static bool change_one(Weaken *w, u32 var, u64 value)
{
	const ExprList *base = &search_shape(w->g->search, w->c->shape)->base;
	assignment_copy(&w->near, w->c->input);
	if (var >= w->near.n)
		return false;
	w->near.at[var] = value;
	if (inputs_canonical(search_inputs(w->g->search), w->c->shape, &w->near))
		return false;
	expr_eval_begin(w->g->eval, &w->near);
	for (size_t i = 0; i < base->len; i++)
		if (!expr_eval_value(w->g->eval, base->at[i]))
			return false;
	return true;
}

static bool is_true(Weaken *w, Expr e)
{
	return expr_eval_value(w->g->eval, e) != 0;
}

/* If the input in `near` violates one part only, and does not show the difference, that part stays. */
static void refute_part(Weaken *w)
{
	const ExprList *conds = w->c->conds;
	size_t failing = conds->len;
	for (size_t i = 0; i < conds->len; i++) {
		if (is_true(w, conds->at[i]))
			continue;
		if (failing < conds->len)
			return;
		failing = i;
	}
	if (failing < conds->len && !w->stays[failing] && is_true(w, w->c->differs) &&
		!is_true(w, w->known))
		w->stays[failing] = true;
}

static void refute_parts(Weaken *w)
{
	VarSet all = 0;
	VarList vars = {0};
	for (size_t i = 0; i < w->c->conds->len; i++)
		all = varset_union(w->pool, all, expr_vars(w->pool, w->c->conds->at[i]));
	varset_list(w->pool, all, &vars);
	for (size_t i = 0; i < vars.len && i < MOST_VARS; i++) {
		unsigned width = input_width(w->pool, vars.at[i]);
		u64 mask = width < 64 ? (1ull << width) - 1 : UINT64_MAX, high = mask ^ mask >> 1;
		u64 value = assignment_get(w->c->input, vars.at[i]);
		u64 others[] = {value + 1, value - 1, 0, mask, high, high - 1, ~value, 1};
		for (size_t k = 0; k < countof(others); k++)
			if ((others[k] & mask) != value && change_one(w, vars.at[i], others[k] & mask))
				refute_part(w);
	}
	vec_free(&vars);
}

/* ---- dropping ---- */

/* Drops one part after the other, the last first. Parts that the others imply stay: they exclude no
 * input, and are often easier to read than the others. */
static bool drop_parts(Weaken *w)
{
	ExprList *conds = w->c->conds;
	size_t before = conds->len;
	for (size_t i = conds->len; i-- > 0;) {
		if (w->stays[i])
			continue;
		w->rest.len = 0;
		for (size_t k = 0; k < conds->len; k++)
			if (k != i)
				vec_push(&w->rest, conds->at[k]);
		vec_push(&w->rest, w->c->differs);
		if (general_implies(w->g, w->c, &w->rest, conds->at[i]) || !enough(w, &w->rest))
			continue;
		memmove(&conds->at[i], &conds->at[i + 1], (conds->len - i - 1) * sizeof *conds->at);
		memmove(&w->stays[i], &w->stays[i + 1], (conds->len - i - 1) * sizeof *w->stays);
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

static u64 last_rank(const Ordered *o, bool up)
{
	if (!up)
		return 0;
	return o->width < 64 ? (1ull << o->width) - 1 : UINT64_MAX;
}

/* True if the input of the case, with this value, satisfies its own parts; or if own is NULL, does not
 * refute that the rest is enough. */
static bool holds_at(Weaken *w, u32 var, const Ordered *o, u64 rank, const ExprList *own)
{
	const ExprList *parts = own ? own : &w->rest;
	if (!change_one(w, var, rank_of(o, rank)))
		return !own; /* no input: nothing is claimed of it */
	for (size_t i = 0; i < parts->len; i++)
		if (!is_true(w, parts->at[i]))
			return !own;
	return own || is_true(w, w->known);
}

/* The end of the values around that of the input for which this holds, up or down, by bisection. */
static u64 end_of(Weaken *w, u32 var, const Ordered *o, u64 value, const ExprList *own, bool up)
{
	u64 good = value, bad = last_rank(o, up);
	if (good == bad || holds_at(w, var, o, bad, own))
		return bad;
	while (up ? bad - good > 1 : good - bad > 1) {
		u64 middle = up ? good + (bad - good) / 2 : bad + (good - bad) / 2;
		if (holds_at(w, var, o, middle, own))
			good = middle;
		else
			bad = middle;
	}
	return good;
}

/* The farthest end towards `limit` of an interval with the other end that is enough. The interval from
 * value to other is. A counterexample moves the end past its own value, which is often the end already;
 * in between we bisect, because counterexamples may be one beside the other. */
static u64 proved_end(Weaken *w, u32 var, const Ordered *o, u64 value, u64 other, u64 limit)
{
	bool up = limit > value;
	u64 good = value, end = limit; /* the end is not before good, and not behind end */
	for (u32 step = 0; good != end; step++) {
		u64 far = up ? end - good : good - end;
		u64 at = step % 2 == 0 ? end : up ? good + (far + 1) / 2 : good - (far + 1) / 2;
		if (up ? interval_enough(w, o, other, at) : interval_enough(w, o, at, other)) {
			good = at;
			continue;
		}
		u64 counter = at;
		if (general_counterexample(w->g))
			counter = rank_of(o, assignment_get(general_counterexample(w->g), var));
		/* Without one, the answer is unknown. */
		if (up ? counter <= good || counter > at : counter >= good || counter < at)
			counter = at;
		end = up ? counter - 1 : counter + 1;
	}
	return good;
}

/* An interval around the value of the input in which all inputs show the difference. It is larger than
 * what the own parts allow, as far as values of this one input show. */
static bool find_interval(Weaken *w, u32 var, const Ordered *o, u64 value, const ExprList *own,
						  u64 end[2])
{
	bool more = false;
	for (int up = 0; up < 2; up++) {
		u64 allowed = end_of(w, var, o, value, own, up);
		end[up] = end_of(w, var, o, value, NULL, up);
		more |= up ? end[up] > allowed : end[up] < allowed;
	}
	if (!more || interval_enough(w, o, end[0], end[1]))
		return more;
	/* Other inputs refute it: the solver looks for a smaller one. */
	if (!interval_enough(w, o, value, value))
		return false;
	end[1] = proved_end(w, var, o, value, value, end[1]);
	end[0] = proved_end(w, var, o, value, end[1], end[0]);
	return true;
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
	bool wider = false, open = false;
	u64 end[2];
	for (size_t i = 0; i < own.len; i++)
		open |= !is_in(&w->common, own.at[i]);
	if (open && find_interval(w, var, &o, value, &own, end)) {
		u64 low = end[0], high = end[1];
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

/* Makes the disjunction. Returns false if it is the condition itself: no step could succeed. */
static bool join_known(Weaken *w, const ExprList *known, size_t n)
{
	bool more = false;
	w->known = conjunction(w->pool, w->c->conds);
	vec_append(&w->common, w->c->conds->at, w->c->conds->len);
	for (size_t i = 0; i < n && i < MOST_KNOWN; i++) {
		if (!adds_inputs(&known[i], w->c->conds))
			continue;
		Expr joined = expr_or(w->pool, w->known, conjunction(w->pool, &known[i]));
		if (!expr_fits(w->pool, joined, MOST_NODES))
			break;
		w->known = joined;
		keep_common(&w->common, &known[i]);
		more = true;
	}
	return more;
}

bool general_weaken(General *g, GeneralCase *c, const ExprList *known, size_t n_known)
{
	Weaken w = {.g = g, .pool = search_pool(g->search), .c = c};
	if (c->conds->len > MOST_PARTS || !general_may(g) || !join_known(&w, known, n_known)) {
		vec_free(&w.common);
		return false;
	}
	assignment_init(&w.near, w.pool);
	w.stays = xcalloc(c->conds->len + 1, sizeof *w.stays);
	for (size_t i = 0; i < c->conds->len; i++)
		w.stays[i] = is_in(&w.common, c->conds->at[i]);
	refute_parts(&w);
	bool changed = drop_parts(&w);
	if (changed) /* some stayed only because of others that are gone now */
		drop_parts(&w);
	changed |= widen_all(&w);
	vec_free(&w.rest);
	vec_free(&w.common);
	free(w.stays);
	assignment_free(&w.near);
	return changed;
}
