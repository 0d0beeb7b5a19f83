/* orders.c: counts the orders in which changes can be executed for the first time.
 *
 * A run executes changes repeatedly; its sequence here is the order of their first executions. From
 * the change executed last, the next new one is reached over nodes that were already executed, and
 * over locations and outputs in any case. The run may end if the end is reached in that way. */
#include "versions/sequence/impl.h"

typedef struct Orders {
	const SequenceGraph *g;
	bool *done;  /* by node: a change that was executed */
	u64 count;   /* orders that can be */
	u64 most;    /* that are counted */
	u64 visited; /* nodes, in all: an end to the work where few orders end */
} Orders;

enum { WORK = 5000000 };

static bool passes(const Orders *o, u32 node)
{
	return o->g->nodes.at[node].kind != SEQUENCE_CHANGE || o->done[node];
}

/* What can be executed next, from a node on: new changes and the end, into list. */
static void reach(Orders *o, u32 from, U32List *list)
{
	u32 n = (u32)o->g->nodes.len;
	bool *seen = xcalloc(n, sizeof *seen);
	U32List todo = {0};
	vec_push(&todo, from);
	while (todo.len) {
		const SequenceNode *at = &o->g->nodes.at[vec_pop(&todo)];
		o->visited++;
		for (u32 k = 0; k < at->n_next; k++) {
			u32 next = at->next[k];
			if (seen[next])
				continue;
			seen[next] = true;
			if (next != SEQUENCE_END_NODE && passes(o, next))
				vec_push(&todo, next);
			else
				vec_push(list, next);
		}
	}
	vec_free(&todo);
	free(seen);
}

static void count(Orders *o, u32 from)
{
	U32List next = {0};
	reach(o, from, &next);
	for (size_t i = 0; i < next.len && o->count < o->most && o->visited < WORK; i++) {
		if (next.at[i] == SEQUENCE_END_NODE) {
			o->count++;
			continue;
		}
		o->done[next.at[i]] = true;
		count(o, next.at[i]);
		o->done[next.at[i]] = false;
	}
	vec_free(&next);
}

u64 sequence_orders(const SequenceGraph *g, u64 most)
{
	Orders o = {.g = g, .most = most, .done = xcalloc(g->nodes.len + 1, sizeof *o.done)};
	count(&o, SEQUENCE_START_NODE);
	free(o.done);
	return o.visited >= WORK ? most : o.count;
}
