/* guide.c: asks the guides of a search, in their order. */
#include "search/search.h"

#define X(name, function) [GUIDE_##name] = &guide_##function,
static const Guide *const guides[N_GUIDES] = {GUIDES(X)};
#undef X

void guides_begin(Search *search, u32 which)
{
	for (int i = 0; i < N_GUIDES; i++) {
		if (!(which >> i & 1))
			continue;
		search->guide[i] = guides[i]->begin(search);
		if (search->guide[i] && guides[i]->cut)
			search->pair.cut = guides[i]->cut;
		if (search->guide[i] && guides[i]->spare)
			search->pair.spare = guides[i]->spare;
	}
}

void guides_after_run(Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && guides[i]->after_run)
			guides[i]->after_run(search);
}

void guides_after_path(Search *search, const Path *path)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && guides[i]->after_path)
			guides[i]->after_path(search, path);
}

bool guides_propose(void *ctx, u32 *shape, Assignment *a)
{
	Search *search = ctx;
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && guides[i]->propose && guides[i]->propose(search, shape, a))
			return true;
	return false;
}

NodeRank *guides_rank(const Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && guides[i]->rank)
			return guides[i]->rank;
	return NULL;
}

GuideStats search_stats(const Search *search)
{
	GuideStats stats = {0};
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && guides[i]->stats)
			guides[i]->stats(search->guide[i], &stats);
	return stats;
}

void guides_free(Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i])
			guides[i]->free(search->guide[i]);
}
