/* queue.h: which open node to try next.
 *
 * Orders are policies over the same open nodes; with enough time all of them end with the same
 * tree.
 *
 *   newest    the deepest node of the latest run: depth first, prefixes shared with the solver
 *   oldest    first come, first served: breadth first
 *   coverage  turns between sites; a site gets more turns while a block next to it was never run,
 *             and nodes of runs that covered something new come first within a site; a place in the
 *             C library is a site for each decision of the user's code that waits for it
 *   ranked    lowest rank first, as the caller's function says; turns between sites of equal rank
 *   mixed     ranked and coverage in turns
 *
 * What took the solver more than a little work is set aside, and asked again with more: when
 * nothing else waits, or when it is its turn. Until then the search goes on with what is easy.
 *
 * A value that had to be made concrete and took many values already waits until nothing else is
 * left, since it may have billions of them.
 */
#ifndef DRIFT_EXPLORE_QUEUE_H
#define DRIFT_EXPLORE_QUEUE_H

#include "explore/tree.h"

typedef enum Order {
	ORDER_NEWEST,
	ORDER_OLDEST,
	ORDER_COVERAGE,
	ORDER_RANKED,
	ORDER_MIXED,
} Order;

/* Waiting nodes of one site (coverage order), or of one site and rank. */
typedef struct Site {
	u32 function, ins;
	u32 asker, asker_ins; /* coverage order, in the C library: who asks, as in Constraint */
	VEC(u32) fresh;       /* nodes of runs that covered something new; newest last */
	VEC(u32) plain;       /* the others */
	size_t head;          /* first of plain that still waits */
	double turns;         /* cost so far: a turn costs less where something uncovered is near */
	bool from_newest;     /* next turn takes the newest of plain, else the oldest */
	u32 rank;
} Site;

typedef VEC(Site) SiteList;

/* How urgent a node is: 0 first. Called when it begins to wait, and by queue_rerank. */
typedef u32 NodeRank(void *ctx, const Tree *t, u32 node);

/* True if all blocks that the site can lead to were run; may be NULL. */
typedef bool SiteCovered(void *ctx, u32 function, u32 ins);

/* A node that was set aside. */
typedef struct HardNode {
	u32 node;
	u32 rank;
} HardNode;

typedef struct Queue {
	Order order;
	VEC(u32) list; /* newest, oldest */
	size_t head;   /* oldest: first that still waits */
	VEC(u32) late; /* values with many values; first come, first served */
	size_t late_head;
	VEC(HardNode) hard; /* set aside */
	SiteList sites;     /* coverage */
	IntMap site_of;     /* function, ins, asker -> position in sites */
	IntMap askers;      /* function, ins -> how many sites it is */
	SiteList ranked;
	IntMap ranked_of; /* rank, function, ins -> position in ranked */
	VEC(bool) waits;  /* by node: it is in sites or ranked (mixed: in both) and was not taken yet */
	u32 turn;         /* MIXED: how many were taken; see turn_of_rank */
	NodeRank *rank;   /* NULL: all nodes are 0 */
	void *rank_ctx;
	size_t len; /* nodes waiting, all kinds */
	SiteCovered *covered;
	void *ctx; /* for covered */
} Queue;

void queue_init(Queue *q, Order order, SiteCovered *covered, void *ctx);
void queue_free(Queue *q);
void queue_push(Queue *q, Tree *t, u32 node, bool fresh);
/* 0 when empty. With hard, one that was set aside comes first: the one that is to have least work,
 * of these the best ranked, of these the oldest. */
u32 queue_pop(Queue *q, Tree *t, bool hard);
/* It took too much work. */
void queue_set_aside(Queue *q, Tree *t, u32 node);
/* Ranks are not what they were: asks for all of them again. */
void queue_rerank(Queue *q, const Tree *t);
bool order_parse(const char *name, Order *order);

#endif
