/* rank.c: the caller's say in what is tried next. */
#include "explore/explorer.h"

void explorer_set_rank(Explorer *x, NodeRank *rank, void *ctx)
{
	x->queue.rank = rank;
	x->queue.rank_ctx = ctx;
}

void explorer_rerank(Explorer *x)
{
	queue_rerank(&x->queue, &x->tree);
}
