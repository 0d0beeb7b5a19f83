/* guide.c: asks the guides of a search, in their order. */
#include "versions/search/impl.h"

#include "base/check.h"

#define X(name, function) [GUIDE_##name] = &guide_##function,
const Guide *const guides[N_GUIDES] = {GUIDES(X)};
#undef X

void guides_begin(Search *search, u32 which)
{
	search->yields.proposer = N_GUIDES;
	for (int i = 0; i < N_GUIDES; i++)
		if (which >> i & 1)
			search->guide[i] = search->guides[i]->begin(search);
}

bool guides_sample(u32 which)
{
	for (int i = 0; i < N_GUIDES; i++)
		if ((which >> i & 1) && guides[i]->samples)
			return true;
	return false;
}

void guides_after_run(Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && search->guides[i]->after_run)
			search->guides[i]->after_run(search);
}

void guides_after_path(Search *search, const Path *path)
{
	yield_path(search, path);
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && search->guides[i]->after_path)
			search->guides[i]->after_path(search, path);
}

bool guides_propose(void *ctx, u32 *shape, Assignment *a)
{
	Search *search = ctx;
	yield_charge(search, search->yields.proposer);
	search->yields.proposer = N_GUIDES;
	for (u32 i = 0; i < N_GUIDES && search->yields.proposer == N_GUIDES; i++) {
		if (!search->guide[i] || !search->guides[i]->propose)
			continue;
		if (search->guides[i]->propose(search, shape, a))
			search->yields.proposer = i;
		yield_charge(search, i);
	}
	return search->yields.proposer < N_GUIDES;
}

/* True if a cut keeps less than another: less of one version and no more of any other. */
static bool keeps_less(const ProductCut *one, const ProductCut *other)
{
	bool less = false;
	for (int side = OLD; side <= NEW; side++) {
		if (one->keep[side] > other->keep[side])
			return false;
		less |= one->keep[side] < other->keep[side];
	}
	return less;
}

void guides_cut(void *ctx, const Constraint *const list[], ProductCut *cut)
{
	Search *search = ctx;
	const ProductCut all = *cut;
	for (int i = 0; i < N_GUIDES; i++) {
		ProductCut one = all;
		if (!search->guide[i] || !search->guides[i]->cut)
			continue;
		search->guides[i]->cut(search, list, &one);
		if (keeps_less(&one, cut)) {
			memcpy(cut->keep, one.keep, sizeof cut->keep);
			cut->side = one.side;
		} else if (!memcmp(cut->keep, one.keep, sizeof cut->keep)) {
			cut->side |= one.side;
		}
		for (int side = OLD; side <= NEW; side++)
			if (one.front[side] < cut->front[side])
				cut->front[side] = one.front[side];
	}
	if (search->client.cut && keeps_less(cut, &all))
		search->client.cut(search->client.ctx, list, &all, cut);
	/* Tests have guides of their own, which may cut anything. */
	if (CHECKED && search->guides == guides && keeps_less(cut, &all) && every(4))
		search_check_cut(search, list, &all, cut);
}

Expr guides_closed(void *ctx, const Constraint *c, size_t i)
{
	Search *search = ctx;
	Expr sides = 0;
	for (int k = 0; k < N_GUIDES && !sides; k++)
		if (search->guide[k] && search->guides[k]->closed)
			sides = search->guides[k]->closed(search, c, i);
	return sides;
}

bool guides_spare(void *ctx, u32 fresh, RunResult *other)
{
	Search *search = ctx;
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && search->guides[i]->spare &&
			search->guides[i]->spare(search, fresh, other))
			return true;
	return false;
}

const char *search_withdrawn(const Search *search, GuideKind guide)
{
	const Guide *g = search->guides[guide];
	return search->guide[guide] && g->withdrawn ? g->withdrawn(search->guide[guide]) : NULL;
}

const GuideOff *search_off(const Search *search, GuideKind guide)
{
	return &search->off[guide];
}

NodeRank *guides_rank(const Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && search->guides[i]->rank)
			return search->guides[i]->rank;
	return NULL;
}

GuideStats search_stats(const Search *search)
{
	GuideStats stats = {0};
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] && search->guides[i]->stats)
			search->guides[i]->stats(search->guide[i], &stats);
	return stats;
}

void guides_free(Search *search)
{
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i])
			search->guides[i]->free(search->guide[i]);
}
