/* slice.c: finds the constraints that matter for a goal.
 *
 * Two constraints are in one class if they share a variable, directly or through others. Union-
 * find keeps the classes of the last prefix. The next query usually has a longer or shorter
 * prefix of the same run, and a longer one only adds to the classes. The current input satisfies
 * the constraints outside of the goal's classes; we check this once per input and constraint. A
 * violated constraint becomes part of the goal.
 */
#include "engine/solve/solver.h"

void slicer_init(Slicer *sl, ExprPool *p)
{
	sl->eval = expr_eval_new(p);
}

void slicer_free(Slicer *sl)
{
	vec_free(&sl->prefix);
	vec_free(&sl->joined);
	free(sl->parent);
	free(sl->wanted);
	free(sl->held_stamp);
	free(sl->seen);
	varbits_free(&sl->vars);
	assignment_free(&sl->held);
	expr_eval_free(sl->eval);
}

void slicer_forget(Slicer *sl, u32 mark)
{
	for (u32 e = mark; e < sl->held_cap; e++)
		sl->held_stamp[e] = 0;
	size_t kept = 0;
	while (kept < sl->prefix.len && sl->prefix.at[kept] < mark)
		kept++;
	if (kept < sl->prefix.len)
		sl->prefix.len = 0; /* start the classes anew */
}

static u32 *grow_u32(u32 *at, u32 *cap, u32 need)
{
	if (*cap >= need)
		return at;
	u32 size = need * 2;
	at = xrealloc(at, size * sizeof *at);
	memset(at + *cap, 0, (size - *cap) * sizeof *at);
	*cap = size;
	return at;
}

static u32 find(Slicer *sl, u32 v)
{
	while (sl->parent[v] != v) {
		sl->parent[v] = sl->parent[sl->parent[v]];
		v = sl->parent[v];
	}
	return v;
}

static u32 any_var(const ExprPool *p, VarSet s)
{
	const VarSetNode *n = &p->sets.at[s];
	while (n->level)
		n = &p->sets.at[(u32)n->bits];
	return n->word * 64 + __builtin_ctzll(n->bits);
}

/* Makes one class of two; the smaller number wins, so that results do not depend on history. */
static u32 unite(Slicer *sl, u32 a, u32 b)
{
	u32 low = a < b ? a : b;
	sl->parent[a < b ? b : a] = low;
	return low;
}

/* Makes the variables of a set one class; returns its root. Sets share their parts: of what was
 * joined before, one variable tells. Each step of a decoder may depend on all bytes so far. */
static u32 join(Slicer *sl, const ExprPool *p, VarSet s)
{
	const VarSetNode *n = &p->sets.at[s];
	u32 root = find(sl, any_var(p, s));
	if (sl->joined.at[s] == sl->round)
		return root;
	sl->joined.at[s] = sl->round;
	if (n->level) {
		u32 l = join(sl, p, (u32)n->bits), r = join(sl, p, (u32)(n->bits >> 32));
		return unite(sl, find(sl, l), r);
	}
	for (u64 bits = n->bits & (n->bits - 1); bits; bits &= bits - 1)
		root = unite(sl, root, find(sl, n->word * 64 + (u32)__builtin_ctzll(bits)));
	return root;
}

/* No set is joined. */
static void join_anew(Slicer *sl)
{
	if (++sl->round == 0) {
		memset(sl->joined.at, 0, sl->joined.len * sizeof *sl->joined.at);
		sl->round = 1;
	}
}

/* Brings the classes up to date for a prefix. */
static void classes(Slicer *sl, const ExprPool *p, const Expr *prefix, size_t n)
{
	u32 vars = input_vars(p);
	bool extends = sl->n == vars && n >= sl->prefix.len && sl->prefix.len > 0 &&
				   !memcmp(prefix, sl->prefix.at, sl->prefix.len * sizeof *prefix);
	if (!extends) {
		if (sl->n != vars) {
			sl->parent = xrealloc(sl->parent, (vars + 1) * sizeof *sl->parent);
			sl->wanted = xrealloc(sl->wanted, (vars + 1) * sizeof *sl->wanted);
			memset(sl->wanted, 0, (vars + 1) * sizeof *sl->wanted);
			sl->n = vars;
		}
		for (u32 v = 0; v < vars; v++)
			sl->parent[v] = v;
		sl->prefix.len = 0;
		join_anew(sl);
	}
	while (sl->joined.len < p->sets.len)
		vec_push(&sl->joined, 0);
	for (size_t i = sl->prefix.len; i < n; i++) {
		VarSet vs = expr_vars(p, prefix[i]);
		if (vs && sl->joined.at[vs] != sl->round)
			join(sl, p, vs);
		vec_push(&sl->prefix, prefix[i]);
	}
}

/* Makes current the input that `held` speaks about. */
static void use_input(Slicer *sl, const Assignment *current)
{
	bool same = sl->generation && sl->held.n == current->n &&
				!memcmp(sl->held.at, current->at, current->n * sizeof *current->at);
	if (same)
		return;
	assignment_copy(&sl->held, current);
	sl->generation++;
	expr_eval_next(sl->eval, &sl->held);
}

static bool holds_now(Slicer *sl, Expr e)
{
	if (sl->held_stamp[e] == sl->generation)
		return true;
	if (!(u64)expr_eval_value(sl->eval, e))
		return false;
	sl->held_stamp[e] = sl->generation;
	return true;
}

/* Splits conjunctions and adds the parts not there yet. False at a constant false. */
static bool add_parts(Solver *s, Expr e, ExprList *to)
{
	ExprPool *p = s->p;
	Slicer *sl = &s->slicer;
	ExprList stack = {0};
	bool ok = true;
	vec_push(&stack, e);
	while (stack.len && ok) {
		e = vec_pop(&stack);
		const ExprNode *n = nd(p, e);
		if (n->op == EXPR_AND) {
			vec_push(&stack, n->b);
			vec_push(&stack, n->a);
			continue;
		}
		if (n->op == EXPR_NOT && nd(p, n->a)->op == EXPR_OR) {
			Expr a = expr_not(p, nd(p, n->a)->a), b = expr_not(p, nd(p, n->a)->b);
			vec_push(&stack, b);
			vec_push(&stack, a);
			continue;
		}
		if (is_const(p, e)) {
			ok = e == EXPR_TRUE;
			continue;
		}
		sl->seen = grow_u32(sl->seen, &sl->seen_cap, p->len);
		if (sl->seen[e] == sl->stamp)
			continue;
		sl->seen[e] = sl->stamp;
		vec_push(to, e);
	}
	vec_free(&stack);
	return ok;
}

static void want(Slicer *sl, const ExprPool *p, Expr e)
{
	VarList list = {0};
	varset_list(p, expr_vars(p, e), &list);
	for (size_t i = 0; i < list.len; i++)
		sl->wanted[find(sl, list.at[i])] = sl->stamp;
	vec_free(&list);
}

bool slice(Solver *s, const Expr *prefix, size_t n, Expr goal)
{
	ExprPool *p = s->p;
	Slicer *sl = &s->slicer;
	Query *q = &s->q;
	q->goal.len = q->all.len = q->vars.len = 0;
	sl->stamp++;
	sl->held_stamp = grow_u32(sl->held_stamp, &sl->held_cap, p->len);
	use_input(sl, q->current);
	classes(sl, p, prefix, n);
	if (!add_parts(s, goal, &q->goal))
		return false;
	want(sl, p, goal);
	for (size_t i = 0; i < n; i++)
		if (!holds_now(sl, prefix[i])) {
			if (!add_parts(s, prefix[i], &q->goal))
				return false;
			want(sl, p, prefix[i]);
		}
	varbits_begin(&sl->vars);
	varbits_add(p, &sl->vars, expr_vars(p, goal));
	for (size_t i = 0; i < q->goal.len; i++) {
		vec_push(&q->all, q->goal.at[i]);
		varbits_add(p, &sl->vars, expr_vars(p, q->goal.at[i]));
	}
	for (size_t i = 0; i < n; i++) {
		VarSet vs = expr_vars(p, prefix[i]);
		if (!vs || sl->wanted[find(sl, any_var(p, vs))] != sl->stamp)
			continue;
		s->stats.sliced++;
		if (!add_parts(s, prefix[i], &q->all))
			return false;
		varbits_add(p, &sl->vars, vs);
	}
	varbits_list(&sl->vars, &q->vars);
	return true;
}
