/* tree.c: the tree of a certificate: its form, and whether the edges of each node cover all inputs. */
#include "versions/verify/impl.h"

/* ---- form ---- */

/* Counts what an edge leads to; 0 is the root. */
static bool count_children(Verifier *v, u8 *children)
{
	const Certificate *c = v->c;
	for (size_t i = 0; i < c->nodes.len; i++) {
		u32 parent = c->nodes.at[i].parent;
		/* A node is below an earlier one, so there is no cycle. */
		if (parent > c->edges.len || (parent && c->edges.at[parent - 1].node > i))
			return verify_end(v, VERIFY_REFUTED, "node %zu is not below an earlier one", i + 1);
		children[parent] += children[parent] < 2;
	}
	for (size_t i = 0; i < c->leaves.len; i++)
		children[c->leaves.at[i].edge] += children[c->leaves.at[i].edge] < 2;
	return true;
}

static bool check_form(Verifier *v)
{
	u8 *children = xcalloc(v->c->edges.len + 1, 1);
	bool good = count_children(v, children);
	for (size_t i = 0; good && i <= v->c->edges.len; i++)
		if (children[i] != 1)
			good = verify_end(v, VERIFY_REFUTED, "edge %zu leads to %s", i,
							  children[i] ? "several nodes or leaves" : "no node and no leaf");
	free(children);
	return good;
}

/* ---- coverage ---- */

/* On which inputs no edge of the node is taken. */
static void none_of_edges(Verifier *v, Expr *none)
{
	for (size_t i = 0; i < v->c->nodes.len; i++)
		none[i] = EXPR_TRUE;
	for (size_t i = 0; i < v->c->edges.len; i++) {
		Expr *n = &none[v->c->edges.at[i].node - 1];
		*n = expr_and(v->pool, *n, expr_not(v->pool, v->c->edges.at[i].cond));
	}
}

static bool check_coverage(Verifier *v)
{
	Expr *none = xcalloc(v->c->nodes.len + 1, sizeof *none);
	bool good = true;
	none_of_edges(v, none);
	for (size_t i = 0; good && i < v->c->nodes.len; i++) {
		ExprList given = {0};
		char *what = xasprintf("an input takes no edge of node %zu", i + 1);
		v->figures->nodes++;
		verify_path(v, v->c->nodes.at[i].parent, &given);
		vec_append(&given, v->base.at, v->base.len);
		good = verify_excludes(v, &given, none[i], what);
		free(what);
		vec_free(&given);
	}
	free(none);
	return good;
}

bool verify_tree(Verifier *v)
{
	return check_form(v) && check_coverage(v);
}
