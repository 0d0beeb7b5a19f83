/* queue.c: orders of exploration. */
#include "explore/queue.h"

enum {
	MANY_VALUES = 24,    /* edges of a concretised value after which it waits */
	UNCOVERED_SHARE = 16 /* turns of a site with something uncovered for one of another */
};

void queue_init(Queue *q, Order order, SiteCovered *covered, void *ctx)
{
	*q = (Queue){.order = order, .covered = covered, .ctx = ctx};
}

void queue_free(Queue *q)
{
	for (size_t i = 0; i < q->sites.len; i++) {
		vec_free(&q->sites.at[i].fresh);
		vec_free(&q->sites.at[i].plain);
	}
	vec_free(&q->sites);
	vec_free(&q->list);
	vec_free(&q->late);
	intmap_free(&q->site_of);
}

bool order_parse(const char *name, Order *order)
{
	static const char *const names[] = {"newest", "oldest", "coverage"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(names[i], name)) {
			*order = (Order)i;
			return true;
		}
	return false;
}

static Site *site_for(Queue *q, const Node *n)
{
	u64 key = ((u64)n->function << 32 | n->ins) + 1, number;
	if (!intmap_get(&q->site_of, key, &number)) {
		Site site = {.function = n->function, .ins = n->ins};
		/* A newcomer starts level with the others, or it would take all turns. */
		for (size_t i = 0; i < q->sites.len; i++)
			if (!i || q->sites.at[i].turns < site.turns)
				site.turns = q->sites.at[i].turns;
		vec_push(&q->sites, site);
		number = q->sites.len - 1;
		intmap_put(&q->site_of, key, number);
	}
	return &q->sites.at[number];
}

void queue_push(Queue *q, Tree *t, u32 node, bool fresh)
{
	Node *n = &t->nodes.at[node];
	n->queued = true;
	q->len++;
	if (n->kind == CON_VALUE && n->n_edges >= MANY_VALUES) {
		vec_push(&q->late, node);
		return;
	}
	if (q->order != ORDER_COVERAGE) {
		vec_push(&q->list, node);
		return;
	}
	Site *site = site_for(q, n);
	if (fresh)
		vec_push(&site->fresh, node);
	else
		vec_push(&site->plain, node);
}

static bool site_waits(const Site *s)
{
	return s->fresh.len || s->head < s->plain.len;
}

static u32 site_take(Site *s)
{
	if (s->fresh.len)
		return vec_pop(&s->fresh);
	s->from_newest = !s->from_newest;
	u32 node = s->from_newest ? vec_pop(&s->plain) : s->plain.at[s->head++];
	if (s->head >= s->plain.len)
		s->head = s->plain.len = 0;
	return node;
}

static u32 take_by_coverage(Queue *q)
{
	Site *best = NULL;
	for (size_t i = 0; i < q->sites.len; i++) {
		Site *s = &q->sites.at[i];
		if (site_waits(s) && (!best || s->turns < best->turns))
			best = s;
	}
	if (!best)
		return 0;
	bool covered = !q->covered || q->covered(q->ctx, best->function, best->ins);
	best->turns += covered ? 1.0 : 1.0 / UNCOVERED_SHARE;
	return site_take(best);
}

static u32 take(Queue *q)
{
	u32 node = 0;
	if (q->order == ORDER_COVERAGE)
		node = take_by_coverage(q);
	else if (q->order == ORDER_NEWEST && q->list.len)
		node = vec_pop(&q->list);
	else if (q->order == ORDER_OLDEST && q->head < q->list.len)
		node = q->list.at[q->head++];
	if (!node && q->late_head < q->late.len)
		node = q->late.at[q->late_head++];
	return node;
}

u32 queue_pop(Queue *q, Tree *t)
{
	u32 node;
	while ((node = take(q))) {
		q->len--;
		if (t->nodes.at[node].state == NODE_OPEN)
			return node;
		t->nodes.at[node].queued = false; /* closed meanwhile by another run */
	}
	return 0;
}
