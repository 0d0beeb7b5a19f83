/* queue.c: orders of exploration. */
#include "engine/explore/queue.h"

enum {
	MANY_VALUES = 24,     /* edges of a concretised value after which it waits */
	UNCOVERED_SHARE = 16, /* turns of a site with something uncovered for one of another */
	RANKED_SHARE = 4,     /* mixed: of so many turns all but one go by rank while rank 0 waits */
};

void queue_init(Queue *q, Order order, SiteCovered *covered, void *ctx)
{
	*q = (Queue){.order = order, .covered = covered, .ctx = ctx};
}

static void sites_free(SiteList *list)
{
	for (size_t i = 0; i < list->len; i++) {
		vec_free(&list->at[i].fresh);
		vec_free(&list->at[i].plain);
	}
	vec_free(list);
}

void queue_free(Queue *q)
{
	sites_free(&q->sites);
	sites_free(&q->ranked);
	keymap_free(&q->ranked_of);
	vec_free(&q->waits);
	vec_free(&q->list);
	vec_free(&q->late);
	vec_free(&q->hard);
	keymap_free(&q->site_of);
	intmap_free(&q->askers);
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

static Site *site_for(SiteList *list, KeyMap *map, const Site *like)
{
	Key key = KEY((u64)like->function << 32 | like->ins, like->rank,
				  (u64)like->asker << 32 | like->asker_ins);
	u64 number;
	if (!keymap_get(map, key, &number)) {
		Site site = *like;
		/* A newcomer starts level with the others, or it would take all turns. */
		for (size_t i = 0; i < list->len; i++)
			if (!i || list->at[i].turns < site.turns)
				site.turns = list->at[i].turns;
		vec_push(list, site);
		number = list->len - 1;
		keymap_put(map, key, number);
	}
	return &list->at[number];
}

static u32 rank_of(Queue *q, const Tree *t, u32 node)
{
	return q->rank ? q->rank(q->rank_ctx, t, node) : 0;
}

static void push_ranked(Queue *q, const Tree *t, u32 node)
{
	const Node *n = &t->nodes.at[node];
	Site like = {
		.function = n->function, .ins = n->ins, .asker = NO_ASKER, .rank = rank_of(q, t, node)};
	vec_push(&site_for(&q->ranked, &q->ranked_of, &like)->plain, node);
}

static u64 location_key(const Site *s)
{
	return ((u64)s->function << 32 | s->ins) + 1;
}

static void push_covering(Queue *q, const Tree *t, u32 node, bool fresh)
{
	const Node *n = &t->nodes.at[node];
	Site like = {.function = n->function, .ins = n->ins, .asker = NO_ASKER};
	if (q->order == ORDER_COVERAGE) {
		like.asker = n->asker;
		like.asker_ins = n->asker == NO_ASKER ? 0 : n->asker_ins;
	}
	size_t before = q->sites.len;
	Site *site = site_for(&q->sites, &q->site_of, &like);
	if (q->sites.len > before) {
		u64 askers = 0;
		intmap_get(&q->askers, location_key(&like), &askers);
		intmap_put(&q->askers, location_key(&like), askers + 1);
	}
	if (fresh)
		vec_push(&site->fresh, node);
	else
		vec_push(&site->plain, node);
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
	if (q->order < ORDER_COVERAGE) {
		vec_push(&q->list, node);
		return;
	}
	while (q->waits.len <= node)
		vec_push(&q->waits, false);
	q->waits.at[node] = true;
	if (q->order != ORDER_RANKED)
		push_covering(q, t, node, fresh);
	if (q->order != ORDER_COVERAGE)
		push_ranked(q, t, node);
}

void queue_rerank(Queue *q, const Tree *t)
{
	VEC(u32) nodes = {0};
	for (size_t i = 0; i < q->ranked.len; i++)
		for (size_t k = q->ranked.at[i].head; k < q->ranked.at[i].plain.len; k++)
			if (q->waits.at[q->ranked.at[i].plain.at[k]])
				vec_push(&nodes, q->ranked.at[i].plain.at[k]);
	sites_free(&q->ranked);
	keymap_clear(&q->ranked_of);
	for (size_t i = 0; i < nodes.len; i++)
		push_ranked(q, t, nodes.at[i]);
	for (size_t i = 0; i < q->hard.len; i++)
		q->hard.at[i].rank = rank_of(q, t, q->hard.at[i].node);
	vec_free(&nodes);
}

static bool site_waits(const Site *s)
{
	return s->fresh.len || s->head < s->plain.len;
}

static u32 site_take(Site *s, bool follow)
{
	if (s->fresh.len)
		return vec_pop(&s->fresh);
	/* What has the best rank is followed up: the newest of it comes from the latest attempt. */
	s->from_newest = follow || !s->from_newest;
	u32 node = s->from_newest ? vec_pop(&s->plain) : s->plain.at[s->head++];
	if (s->head >= s->plain.len)
		s->head = s->plain.len = 0;
	return node;
}

/* What a turn costs. Sites of one place have the share of one, but for those that are asked by a
 * decision with a side that was never run. */
static double cost_of(const Queue *q, const Site *s)
{
	u64 askers = 1;
	if (q->covered && (!q->covered(q->ctx, s->function, s->ins) ||
					   (s->asker != NO_ASKER && !q->covered(q->ctx, s->asker, s->asker_ins))))
		return 1.0 / UNCOVERED_SHARE;
	intmap_get(&q->askers, location_key(s), &askers);
	return (double)askers;
}

/* A node of the best site; 0 when all are empty. */
static u32 take_by_site(Queue *q, SiteList *list)
{
	Site *best = NULL;
	for (size_t i = 0; i < list->len; i++) {
		Site *s = &list->at[i];
		if (site_waits(s) &&
			(!best || s->rank < best->rank || (s->rank == best->rank && s->turns < best->turns)))
			best = s;
	}
	if (!best)
		return 0;
	best->turns += list == &q->ranked ? 1.0 : cost_of(q, best);
	return site_take(best, list == &q->ranked && !best->rank && q->rank);
}

/* Mixed: what one half takes is still in the other. */
static u32 take_waiting(Queue *q, SiteList *list)
{
	u32 node;
	while ((node = take_by_site(q, list)) && !q->waits.at[node])
		;
	if (node)
		q->waits.at[node] = false;
	return node;
}

static bool best_rank_waits(const Queue *q)
{
	for (size_t i = 0; i < q->ranked.len; i++)
		if (!q->ranked.at[i].rank && site_waits(&q->ranked.at[i]))
			return true;
	return false;
}

/* Mixed: in turns by rank and by coverage; more often by rank while something has the best. */
static bool turn_of_rank(Queue *q)
{
	if (q->order != ORDER_MIXED)
		return q->order == ORDER_RANKED;
	q->turn++;
	return q->turn % 2 || (q->turn % RANKED_SHARE && best_rank_waits(q));
}

static u32 take(Queue *q)
{
	u32 node = 0;
	if (q->order >= ORDER_COVERAGE) {
		bool ranked = turn_of_rank(q);
		node = take_waiting(q, ranked ? &q->ranked : &q->sites);
	} else if (q->order == ORDER_NEWEST && q->list.len) {
		node = vec_pop(&q->list);
	} else if (q->order == ORDER_OLDEST && q->head < q->list.len) {
		node = q->list.at[q->head++];
	}
	if (!node && q->late_head < q->late.len)
		node = q->late.at[q->late_head++];
	return node;
}

void queue_set_aside(Queue *q, Tree *t, u32 node)
{
	t->nodes.at[node].queued = true;
	q->len++;
	vec_push(&q->hard, ((HardNode){node, rank_of(q, t, node)}));
}

static u32 take_hard(Queue *q, const Tree *t)
{
	size_t best = 0;
	if (!q->hard.len)
		return 0;
	for (size_t i = 1; i < q->hard.len; i++) {
		u8 effort = t->nodes.at[q->hard.at[i].node].effort;
		u8 least = t->nodes.at[q->hard.at[best].node].effort;
		if (effort < least || (effort == least && q->hard.at[i].rank < q->hard.at[best].rank))
			best = i;
	}
	u32 node = q->hard.at[best].node;
	memmove(&q->hard.at[best], &q->hard.at[best + 1], (--q->hard.len - best) * sizeof *q->hard.at);
	return node;
}

u32 queue_pop(Queue *q, Tree *t, bool hard)
{
	u32 node;
	while ((hard && (node = take_hard(q, t))) || (node = take(q)) || (node = take_hard(q, t))) {
		q->len--;
		if (t->nodes.at[node].state == NODE_OPEN)
			return node;
		t->nodes.at[node].queued = false; /* closed meanwhile by another run */
	}
	return 0;
}
