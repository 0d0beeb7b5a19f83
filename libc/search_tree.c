/* search_tree.c: tsearch and its family, as a red-black tree. A node begins with the key, since
 * callers read it through the node's address.
 *
 * twalk shows the shape of the tree: levels, leaves and the order of visits. So the shape is the
 * same as in glibc. Nodes with two red children are split on the way down to the place of a new
 * key. To delete a node with two children, it gets its successor's key, and the successor is
 * unlinked.
 */
#include <search.h>
#include <stdlib.h>
#include "core.h"

enum { DEEPEST = 160 }; /* twice the bits of a count of nodes, and one more for each rotation */

struct node {
	const void *key; /* must come first */
	struct node *side[2];
	int red;
};

static int is_red(const struct node *n)
{
	return n && n->red;
}

/* A node on the way down, given by the link to it. */
struct link {
	struct node **at; /* NULL: above the root */
	int side;         /* of the node above */
};

/* Makes n red and its children black, if these are red or n is new. Two red nodes in a row are
 * rotated into a red pair below a black node. Links to rotated nodes are stale then; the next nodes
 * on the way down are black, so nobody uses these links. */
static void split(struct link n, struct link parent, struct link above, int is_new)
{
	struct node *low = *n.at;
	if (!is_new && !(is_red(low->side[0]) && is_red(low->side[1])))
		return;
	low->red = 1;
	for (int s = 0; s < 2; s++)
		if (low->side[s])
			low->side[s]->red = 0;
	if (!parent.at || !is_red(*parent.at))
		return;
	struct node *mid = *parent.at, *top = *above.at;
	int inner = n.side != parent.side;
	top->red = 1;
	mid->red = inner;
	if (inner) {
		low->red = 0;
		mid->side[n.side] = low->side[!n.side];
		low->side[!n.side] = mid;
		mid = low;
	}
	top->side[parent.side] = mid->side[!parent.side];
	mid->side[!parent.side] = top;
	*above.at = mid;
}

static struct node *new_node(const void *key)
{
	struct node *n = malloc(sizeof *n);
	if (n)
		*n = (struct node){.key = key, .red = 1};
	return n;
}

void *tsearch(const void *key, void **root, __compar_fn_t cmp)
{
	struct link n = {(struct node **)root, 0}, parent = {0}, above = {0};
	if (!root)
		return NULL;
	if (!*root)
		return *root = new_node(key);
	(*n.at)->red = 0;
	for (;;) {
		struct node *here = *n.at;
		int order = cmp(key, here->key);
		if (order == 0)
			return here;
		split(n, parent, above, 0);
		above = parent;
		parent = n;
		n = (struct link){&here->side[order > 0], order > 0};
		if (*n.at)
			continue;
		struct node *made = *n.at = new_node(key);
		if (made)
			split(n, parent, above, 1);
		return made;
	}
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

/* Lifts the child on side s of the node that the link leads to. */
static struct node *rotate(struct node **link, int s)
{
	struct node *down = *link, *up = down->side[s];
	down->side[s] = up->side[!s];
	up->side[!s] = down;
	return *link = up;
}

/* The subtree n, below the last of the links, has lost a black node. */
static void mend(struct node **links[], int depth, struct node *n)
{
	for (; depth > 0 && !is_red(n); depth--) {
		struct node **at = links[depth - 1], *parent = *at;
		int s = n != parent->side[0];
		if (is_red(parent->side[!s])) {
			parent->red = 1;
			struct node *up = rotate(at, !s);
			up->red = 0;
			links[depth++] = at = &up->side[s];
		}
		struct node *other = parent->side[!s];
		if (!is_red(other->side[0]) && !is_red(other->side[1])) {
			other->red = 1;
			n = parent;
			continue;
		}
		if (is_red(other->side[!s]))
			other->side[!s]->red = 0;
		else
			rotate(&parent->side[!s], s);
		rotate(at, !s)->red = parent->red;
		parent->red = 0;
		return;
	}
	if (n)
		n->red = 0;
}

void *tdelete(const void *restrict key, void **restrict root, __compar_fn_t cmp)
{
	struct node **links[DEEPEST], **at = (struct node **)root;
	int depth = 0, order;
	if (!root || !*root)
		return NULL;
	struct node *parent = *at; /* of the root: any pointer that is not NULL will do */
	while ((order = cmp(key, (*at)->key)) != 0) {
		links[depth++] = at;
		parent = *at;
		at = &parent->side[order > 0];
		if (!*at)
			return NULL;
	}
	struct node *found = *at;
	if (found->side[0] && found->side[1]) {
		links[depth++] = at;
		for (at = &found->side[1]; (*at)->side[0]; at = &(*at)->side[0])
			links[depth++] = at;
	}
	struct node *gone = *at;
	struct node *child = gone->side[gone->side[0] ? 0 : 1];
	*at = child;
	found->key = gone->key;
	if (!gone->red)
		mend(links, depth, child);
	free(gone);
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
