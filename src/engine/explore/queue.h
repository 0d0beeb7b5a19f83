/* queue.h: chooses the open node to try next.
 *
 * Orders are policies over the same open nodes. With enough time all of them produce the same
 * tree.
 *
 *   newest    the deepest node of the latest run: depth first, prefixes shared with the solver
 *   oldest    first come, first served: breadth first
 *   coverage  sites take turns; a site gets more turns while a block next to it was never executed;
 *             within a site, nodes of runs that covered something new come first; an instruction in
 *             the C library is one site for each decision of the user's code that waits for it
 *   ranked    lowest rank first, as the caller's function says; sites of equal rank take turns
 *   mixed     ranked and coverage take turns
 *
 * A query that needs more than a little work is set aside. It is repeated with more work when no
 * other node waits, or when it is its turn. Until then the search continues with easy queries.
 *
 * A concretised value that has taken many values already waits until no other node is left,
 * since it may have billions of values.
 */
#ifndef DRIFT_EXPLORE_QUEUE_H
#define DRIFT_EXPLORE_QUEUE_H

#include "engine/explore/tree.h"

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
	u32 asker, asker_ins; /* coverage order, in the C library: as in Constraint */
	VEC(u32) fresh;       /* nodes of runs that covered something new; newest last */
	VEC(u32) plain;       /* the others */
	size_t head;          /* first of plain that still waits */
	double turns;         /* cost so far: a turn costs less if uncovered code is near */
	bool from_newest;     /* true if the next turn takes the newest of plain, false: the oldest */
	u32 rank;
} Site;

typedef VEC(Site) SiteList;

/* Returns the rank of a node; 0 comes first. Called when it enters the queue, and by
 * queue_rerank. */
typedef u32 NodeRank(void *ctx, const Tree *t, u32 node);

/* Returns true if all blocks that the site can lead to were executed; may be NULL. */
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
	VEC(u32) late; /* concretised values with many values; first come, first served */
	size_t late_head;
	VEC(HardNode) hard; /* set aside */
	SiteList sites;     /* coverage */
	KeyMap site_of;     /* function, ins, asker -> position in sites */
	IntMap askers;      /* function, ins -> number of its sites */
	SiteList ranked;
	KeyMap ranked_of; /* rank, function, ins -> position in ranked */
	VEC(bool) waits;  /* by node: true if it waits in sites or ranked (mixed: in both) */
	u32 turn;         /* MIXED: nodes taken so far; see turn_of_rank */
	NodeRank *rank;   /* NULL: all nodes have rank 0 */
	void *rank_ctx;
	size_t len; /* nodes waiting, all kinds */
	SiteCovered *covered;
	void *ctx; /* for covered */
} Queue;

void queue_init(Queue *q, Order order, SiteCovered *covered, void *ctx);
void queue_free(Queue *q);
void queue_push(Queue *q, Tree *t, u32 node, bool fresh);
/* Returns 0 if the queue is empty. With hard, a node that was set aside comes first: the one
 * with the lowest effort, of these the best ranked, of these the oldest. */
u32 queue_pop(Queue *q, Tree *t, bool hard);
/* Sets aside a node that needed too much work. */
void queue_set_aside(Queue *q, Tree *t, u32 node);
/* Recomputes all ranks, because they have changed. */
void queue_rerank(Queue *q, const Tree *t);
/* tree_checked.c, in the checked build and while no worker has a node: asserts that each open
 * node waits exactly once. */
void queue_check(const Queue *q, const Tree *t);
bool order_parse(const char *name, Order *order);

#endif
