/* search_tree.c: tsearch and its family, as an AVL tree. A node begins with the key,
 * since callers read it through the node's address.
 */
#include <search.h>
#include <stdlib.h>
#include "core.h"

struct node {
	const void *key; /* must come first */
	struct node *side[2];
	int height; /* of a leaf: 1 */
};

static int height(const struct node *n)
{
	return n ? n->height : 0;
}

static void measure(struct node *n)
{
	int a = height(n->side[0]), b = height(n->side[1]);
	n->height = 1 + (a > b ? a : b);
}

/* Lifts the child on side s. */
static struct node *rotate(struct node *n, int s)
{
	struct node *up = n->side[s];
	n->side[s] = up->side[!s];
	up->side[!s] = n;
	measure(n);
	measure(up);
	return up;
}

static struct node *balance(struct node *n)
{
	measure(n);
	int lean = height(n->side[1]) - height(n->side[0]);
	if (lean >= -1 && lean <= 1)
		return n;
	int heavy = lean > 0;
	struct node *child = n->side[heavy];
	if (height(child->side[!heavy]) > height(child->side[heavy]))
		n->side[heavy] = rotate(child, !heavy);
	return rotate(n, heavy);
}

static struct node *insert(struct node *n, const void *key, __compar_fn_t cmp, struct node **at)
{
	if (!n) {
		n = malloc(sizeof *n);
		if (n)
			*n = (struct node){.key = key, .height = 1};
		*at = n;
		return n;
	}
	int order = cmp(key, n->key);
	if (order == 0) {
		*at = n;
		return n;
	}
	n->side[order > 0] = insert(n->side[order > 0], key, cmp, at);
	return balance(n);
}

void *tsearch(const void *key, void **root, __compar_fn_t cmp)
{
	struct node *at = NULL;
	if (root)
		*root = insert(*root, key, cmp, &at);
	return at;
}

void *tfind(const void *key, void *const *root, __compar_fn_t cmp)
{
	struct node *n = root ? *root : NULL;
	while (n) {
		int order = cmp(key, n->key);
		if (order == 0)
			return n;
		n = n->side[order > 0];
	}
	return NULL;
}

/* Takes the least node out of the tree n; *least is it. */
static struct node *take_least(struct node *n, struct node **least)
{
	if (!n->side[0]) {
		*least = n;
		return n->side[1];
	}
	n->side[0] = take_least(n->side[0], least);
	return balance(n);
}

/* *parent becomes the parent of what was deleted; NULL while nothing was found. */
static struct node *delete (struct node *n, const void *key, __compar_fn_t cmp, struct node *above,
							void **parent)
{
	if (!n)
		return NULL;
	int order = cmp(key, n->key);
	if (order != 0) {
		n->side[order > 0] = delete (n->side[order > 0], key, cmp, n, parent);
		return balance(n);
	}
	struct node *left = n->side[0], *right = n->side[1];
	*parent = above;
	free(n);
	if (!right)
		return left;
	struct node *next;
	right = take_least(right, &next);
	next->side[0] = left;
	next->side[1] = right;
	return balance(next);
}

void *tdelete(const void *restrict key, void **restrict root, __compar_fn_t cmp)
{
	static struct node no_parent; /* the root's: any pointer that is not NULL will do */
	void *parent = NULL;
	if (!root || !*root)
		return NULL;
	struct node *first = *root;
	*root = delete (first, key, cmp, &no_parent, &parent);
	return parent;
}

static void walk(const struct node *n, __action_fn_t action, int level)
{
	if (!n->side[0] && !n->side[1]) {
		action(n, leaf, level);
		return;
	}
	action(n, preorder, level);
	if (n->side[0])
		walk(n->side[0], action, level + 1);
	action(n, postorder, level);
	if (n->side[1])
		walk(n->side[1], action, level + 1);
	action(n, endorder, level);
}

void twalk(const void *root, __action_fn_t action)
{
	if (root && action)
		walk(root, action, 0);
}

static void walk_r(const struct node *n, void (*action)(const void *, VISIT, void *), void *arg)
{
	if (!n->side[0] && !n->side[1]) {
		action(n, leaf, arg);
		return;
	}
	action(n, preorder, arg);
	if (n->side[0])
		walk_r(n->side[0], action, arg);
	action(n, postorder, arg);
	if (n->side[1])
		walk_r(n->side[1], action, arg);
	action(n, endorder, arg);
}

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *arg)
{
	if (root && action)
		walk_r(root, action, arg);
}

void tdestroy(void *root, __free_fn_t free_key)
{
	struct node *n = root;
	if (!n)
		return;
	tdestroy(n->side[0], free_key);
	tdestroy(n->side[1], free_key);
	free_key((void *)n->key);
	free(n);
}
