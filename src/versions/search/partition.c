/* partition.c: which partition an input belongs to, and which semantic change it shows.
 *
 * A test of a suite is judged by what both versions do on it, whoever made it. The keys below are equal
 * exactly if conditions and behaviours are the same expressions, which a pool shares. */
#include "versions/search/impl.h"

static int by_number(const void *a, const void *b)
{
	Expr x = *(const Expr *)a, y = *(const Expr *)b;
	return x < y ? -1 : x > y;
}

void search_partition_key(Search *search, u32 shape, Buf *key)
{
	const ExprList *conds = search_condition(search, shape);
	ExprList set = {0};
	vec_append(&set, conds->at, conds->len);
	if (set.len)
		qsort(set.at, set.len, sizeof *set.at, by_number);
	key_number(key, shape);
	for (size_t i = 0; i < set.len; i++)
		if (!i || set.at[i] != set.at[i - 1])
			key_number(key, set.at[i]);
	key_number(key, 0); /* no expression: the end of the set */
	for (int side = OLD; side <= NEW; side++)
		behaviour_key(&search->seen.now[side], search->config.observe, false, key);
	vec_free(&set);
}

void search_semantic_key(const Search *search, Buf *key)
{
	for (int side = OLD; side <= NEW; side++)
		behaviour_key(&search->seen.now[side], search->config.observe, true, key);
}

bool search_differs_on(Search *search, const Assignment *a, bool overflow)
{
	const Behaviour *b = search->seen.now;
	if (behaviour_undefined_counts(&b[OLD], overflow) !=
		behaviour_undefined_counts(&b[NEW], overflow))
		return true;
	expr_eval_next(search->find.eval, a);
	return !behaviour_same(search->pool, search->find.eval, &b[OLD], &b[NEW],
						   search->config.observe);
}
