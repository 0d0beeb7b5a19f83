/* walk.c: visits and rebuilds graphs. */
#include "engine/expr/pool.h"

void expr_postorder(ExprPool *p, const Expr *roots, size_t n, ExprList *out)
{
	expr_postorder_above(p, roots, n, 0, out);
}

void expr_postorder_above(ExprPool *p, const Expr *roots, size_t n, Expr leaf, ExprList *out)
{
	expr_postorder_new(p, roots, n, leaf, expr_stamp(p), out);
}

void expr_postorder_new(ExprPool *p, const Expr *roots, size_t n, Expr leaf, u32 seen,
						ExprList *out)
{
	ExprList stack = {0};
	for (size_t i = 0; i < n; i++) {
		vec_push(&stack, roots[i]);
		while (stack.len) {
			Expr e = vec_last(&stack);
			if (p->stamp[e] == seen) {
				stack.len--;
				continue;
			}
			size_t before = stack.len;
			const ExprNode *node = nd(p, e);
			unsigned arity = e == leaf ? 0 : expr_arity[node->op];
			const u32 kids[3] = {node->a, node->b, node->c};
			for (unsigned k = arity; k-- > 0;)
				if (p->stamp[kids[k]] != seen)
					vec_push(&stack, kids[k]);
			if (stack.len > before)
				continue;
			p->stamp[e] = seen;
			p->location[e] = (u32)out->len;
			vec_push(out, e);
			stack.len--;
		}
	}
	vec_free(&stack);
}

size_t expr_size(ExprPool *p, Expr e)
{
	ExprList all = {0};
	expr_postorder(p, &e, 1, &all);
	size_t n = all.len;
	vec_free(&all);
	return n;
}

/* False when there are more nodes without the mark below than the budget allows. */
static bool fits(ExprPool *p, Expr e, u32 mark, u32 *budget)
{
	const ExprNode *n = nd(p, e);
	const u32 kids[3] = {n->a, n->b, n->c};
	if (p->stamp[e] == mark)
		return true;
	p->stamp[e] = mark;
	if (!(*budget)--)
		return false;
	for (unsigned k = 0; k < expr_arity[n->op]; k++)
		if (!fits(p, kids[k], mark, budget))
			return false;
	return true;
}

bool expr_fits(ExprPool *p, Expr e, u32 most)
{
	return expr_all_fit(p, &e, 1, most);
}

bool expr_all_fit(ExprPool *p, const Expr *e, size_t n, u32 most)
{
	/* The nodes on the longest way down are enough to know it. */
	for (size_t i = 0; i < n; i++)
		if (nd(p, e[i])->depth >= most)
			return false;
	u32 mark = expr_stamp(p);
	for (size_t i = 0; i < n; i++)
		if (!fits(p, e[i], mark, &most))
			return false;
	return true;
}

void expr_rebuild(ExprPool *p, Expr *e, size_t n, IntMap *done)
{
	ExprList all = {0};
	expr_postorder(p, e, n, &all);
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *node = nd(p, all.at[i]);
		u32 kids[3] = {node->a, node->b, node->c};
		bool changed = false;
		u64 v;
		if (intmap_get(done, all.at[i], &v))
			continue;
		for (unsigned k = 0; k < expr_arity[node->op]; k++)
			if (intmap_get(done, kids[k], &v)) {
				kids[k] = (u32)v;
				changed = true;
			}
		if (changed)
			intmap_put(done, all.at[i],
					   expr_make(p, node->op, node->width, kids[0], kids[1], kids[2]));
	}
	for (size_t i = 0; i < n; i++) {
		u64 v;
		if (intmap_get(done, e[i], &v))
			e[i] = (Expr)v;
	}
	vec_free(&all);
}

/* True if one of the variables is replaced. */
static bool concerns(const ExprPool *p, VarSet vars, const Expr *map, u32 n_map)
{
	const VarSetNode *n = &p->sets.at[vars];
	if (!vars)
		return false;
	if (n->level)
		return concerns(p, (u32)n->bits, map, n_map) ||
			   concerns(p, (u32)(n->bits >> 32), map, n_map);
	for (u64 bits = n->bits; bits; bits &= bits - 1) {
		u32 var = n->word * 64 + (u32)__builtin_ctzll(bits);
		if (var < n_map && map[var])
			return true;
	}
	return false;
}

/* What a node becomes, given what those before it in the list became. */
static Expr substituted(ExprPool *p, Expr e, const Expr *to, const Expr *map, u32 n_map)
{
	const ExprNode *node = nd(p, e);
	u32 kids[3] = {node->a, node->b, node->c};
	bool changed = false;
	if (node->op == EXPR_VAR)
		return node->a < n_map && map[node->a] ? map[node->a] : e;
	for (unsigned k = 0; k < expr_arity[node->op]; k++) {
		u32 kid = kids[k];
		kids[k] = to[p->location[kid]];
		changed |= kids[k] != kid;
	}
	return changed ? expr_make(p, node->op, node->width, kids[0], kids[1], kids[2]) : e;
}

void expr_substitute_all(ExprPool *p, Expr *e, size_t n, const Expr *map, u32 n_map)
{
	ExprList some = {0}, all = {0}, to = {0};
	for (size_t i = 0; i < n; i++)
		if (concerns(p, expr_vars(p, e[i]), map, n_map))
			vec_push(&some, e[i]);
	expr_postorder(p, some.at, some.len, &all);
	vec_reserve(&to, all.len);
	for (size_t i = 0; i < all.len; i++)
		vec_push(&to, substituted(p, all.at[i], to.at, map, n_map));
	for (size_t i = 0, k = 0; i < n && k < some.len; i++)
		if (e[i] == some.at[k]) {
			k++;
			e[i] = to.at[p->location[e[i]]];
		}
	vec_free(&some);
	vec_free(&all);
	vec_free(&to);
}

Expr expr_under(ExprPool *p, Expr e, const Expr *conds, size_t n)
{
	IntMap done = {0};
	for (size_t i = 0; i < n; i++) {
		if (conds[i] == EXPR_TRUE || conds[i] == EXPR_FALSE)
			continue;
		intmap_put(&done, conds[i], EXPR_TRUE);
		intmap_put(&done, expr_not(p, conds[i]), EXPR_FALSE);
	}
	expr_rebuild(p, &e, 1, &done);
	intmap_free(&done);
	return e;
}

Expr expr_substitute(ExprPool *p, Expr e, const Expr *map, u32 n_map)
{
	expr_substitute_all(p, &e, 1, map, n_map);
	return e;
}
