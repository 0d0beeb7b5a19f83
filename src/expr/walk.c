/* walk.c: visiting and rebuilding graphs. */
#include "expr/pool.h"

void expr_postorder(ExprPool *p, const Expr *roots, size_t n, ExprList *out)
{
	u32 seen = expr_stamp(p);
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
			unsigned arity = expr_arity[node->op];
			const u32 kids[3] = {node->a, node->b, node->c};
			for (unsigned k = arity; k-- > 0;)
				if (p->stamp[kids[k]] != seen)
					vec_push(&stack, kids[k]);
			if (stack.len > before)
				continue;
			p->stamp[e] = seen;
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

Expr expr_substitute(ExprPool *p, Expr e, const Expr *map, u32 n_map)
{
	ExprList all = {0};
	expr_postorder(p, &e, 1, &all);
	IntMap done = {0};
	Expr new = 0;
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(p, all.at[i]);
		u32 kids[3] = {n->a, n->b, n->c};
		bool changed = false;
		for (unsigned k = 0; k < expr_arity[n->op]; k++) {
			u64 v;
			if (intmap_get(&done, kids[k], &v) && v != kids[k]) {
				kids[k] = (u32)v;
				changed = true;
			}
		}
		new = all.at[i];
		if (n->op == EXPR_VAR && n->a < n_map && map[n->a])
			new = map[n->a];
		else if (changed)
			new = expr_make(p, n->op, n->width, kids[0], kids[1], kids[2]);
		intmap_put(&done, all.at[i], new);
	}
	intmap_free(&done);
	vec_free(&all);
	return new;
}
