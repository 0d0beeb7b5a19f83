/* nearest.c: how near a search came that found no difference. */
#include "versions/search/mutate/mutate.h"

/* The open decision that is nearest to a change, as the queue ranks it. */
static u32 nearest_node(const Search *search)
{
	const Tree *tree = explorer_tree(search->explorer);
	NodeRank *rank = guides_rank(search);
	u32 best = 0, least = UINT32_MAX;
	for (u32 i = 1; rank && i < tree->nodes.len; i++) {
		const Node *n = &tree->nodes.at[i];
		if (n->state != NODE_OPEN && n->state != NODE_UNKNOWN)
			continue;
		u32 r = rank((void *)search, tree, i);
		if (r < least) {
			least = r;
			best = i;
		}
	}
	return best;
}

static bool is_executed(const Search *search)
{
	for (size_t i = 0; i < search->changes.list.len; i++)
		if (search->changes.list.at[i].reached)
			return true;
	return false;
}

void search_nearest(Search *search, Nearest *to, Assignment *input)
{
	const Tree *tree = explorer_tree(search->explorer);
	*to = (Nearest){.kind = is_executed(search) ? NEAREST_EXECUTED : NEAREST_BRANCH};
	if (search->changes.none)
		return;
	if (mutate_nearest(search, to, input))
		return;
	u32 node = to->kind == NEAREST_BRANCH ? nearest_node(search) : 0;
	if (!node)
		return;
	to->loc = tree->nodes.at[node].loc;
	to->shape = tree_root(tree, node);
	to->has_input = true;
	search_input(search, tree_start(tree, node), input);
}
