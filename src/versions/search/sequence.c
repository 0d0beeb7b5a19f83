/* sequence.c: inputs that execute changes in orders that no run had.
 *
 * Each run has its own targets: the successors, in the change sequence graph, of the nodes it
 * executed, except those it executed as well. Inputs are aimed (aim.h) at targets that no run has
 * executed after their predecessors. With --strategy sequence open decisions are ranked likewise:
 * by their distance to the targets of the run they come from, orders that no run had first. Other
 * strategies keep their ranks, and run these inputs in turn. */
#include "versions/search/sequence.h"

#include "versions/search/aim.h"

enum {
	PATIENCE = 24,    /* runs before it begins: most orders come by themselves */
	MOST_NODES = 256, /* of a graph that are followed */
	MOST_LOOKS = 512, /* runs that are looked at */
	MOST_SETS = 64,   /* sets of targets that have distances */
	NO_PATH = 7,      /* a proposal whose path is known counts as so many in vain */
	GIVE_UP = 300,    /* proposals in vain, after which there are no more */
	RANK_KNOWN = 1 << 16,
	RANK_FAR = 1 << 20,
};

/* Targets of runs that executed the same nodes. */
typedef struct OrderSet {
	Distance *distance[2]; /* to the targets; NULL: there are none */
	bool open;             /* some target was reached by no run in this order */
	U32List executed;      /* nodes */
} OrderSet;

/* A watched block of NEW that holds a point of a node. */
typedef struct NodeWatch {
	u32 function, block;
	u32 ins;   /* the point */
	u32 watch; /* number of the block for the machine */
	u32 node;
} NodeWatch;

typedef VEC(NodeWatch) NodeWatchList;

typedef struct Ordering {
	SequenceGraph *graph;
	Static *own[2];        /* made for the graph */
	bool proposes;         /* it has a say in what is tried */
	u32 n;                 /* nodes that are followed */
	NodeWatchList watches; /* by watch and instruction */
	U32List latest;        /* nodes that the latest run executed, in order */
	u8 *followed;          /* a * n + b: some run executed b after a */
	u8 *here;              /* by node: the latest run executed it */
	VEC(ObservedOrder) orders;
	KeyMap order_of;      /* changes in order -> position + 1 */
	u32 order;            /* of the latest path */
	Aim *aim;             /* its targets are nodes */
	U32List target_node;  /* by target */
	VEC(U32List) run_had; /* by run of aim: nodes that it executed */
	u32 turn;
	VEC(OrderSet) sets;
	KeyMap set_of;  /* nodes that were executed, see executed_key -> position + 1 */
	U32List mark;   /* by node of the tree: its set */
	bool sees_more; /* some of its nodes are in blocks that hold no change */
	u32 epoch;      /* pairs that some run has, and when distances were measured */
	u32 measured;
} Ordering;

/* ---- the graph ---- */

static void make_graph(Search *search, Ordering *o, bool whole)
{
	const SearchConfig *c = &search->config;
	const Program *programs[2] = {c->subject[OLD]->program, c->subject[NEW]->program};
	SequenceOptions how = {
		.by_block = true, .flow = subject_flow(c->subject[NEW]), .entry = c->subject[NEW]->entry};
	StaticOptions careless = {.calls_return = true, .copies_only = true, .budget = 60000000};
	whole = whole && !sequence_is_large(programs[NEW]);
	for (int side = OLD; whole && side <= NEW; side++)
		how.meet[side] = o->own[side] = subject_static_new(c->subject[side], careless);
	o->graph = sequence_graph(search->changes.map, programs, &how);
	o->n = sequence_count(o->graph) < MOST_NODES ? sequence_count(o->graph) : MOST_NODES;
	o->followed = xcalloc((size_t)o->n * o->n + 1, 1);
	o->here = xcalloc(o->n + 1, 1);
}

/* The number of a block's watch, which others may have made already. */
static u32 watch_block(Search *search, Ordering *o, u32 function, u32 block)
{
	u32 next = 0;
	for (size_t k = 0; k < search->changes.blocks[NEW].len; k++) {
		const ChangeBlock *b = &search->changes.blocks[NEW].at[k];
		if (b->function == function && b->block == block)
			return b->watch;
		next = b->watch >= next ? b->watch + 1 : next;
	}
	for (size_t k = 0; k < o->watches.len; k++) {
		const NodeWatch *w = &o->watches.at[k];
		if (w->function == function && w->block == block)
			return w->watch;
		next = w->watch >= next ? w->watch + 1 : next;
	}
	machine_watch(search->machine[NEW], function, block);
	o->sees_more = true;
	return next;
}

bool sequence_sees_more(const Search *search)
{
	const Ordering *o = search->guide[GUIDE_SEQUENCE];
	return o && o->sees_more;
}

static int by_watch(const void *a, const void *b)
{
	const NodeWatch *x = a, *y = b;
	if (x->watch != y->watch)
		return x->watch < y->watch ? -1 : 1;
	if (x->ins != y->ins)
		return x->ins < y->ins ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* Blocks of nodes are watched as those of changes are. */
static void watch(Search *search, Ordering *o)
{
	Static *s = subject_flow(search->config.subject[NEW]);
	for (u32 i = SEQUENCE_END_NODE + 1; i < o->n; i++) {
		const SequenceNode *n = sequence_node(o->graph, i);
		for (u32 k = 0; k < n->n_points; k++) {
			const Target *t = &n->points[k];
			NodeWatch w = {.function = t->function,
						   .block = static_block(s, t->function, t->ins),
						   .ins = t->ins,
						   .node = i};
			w.watch = watch_block(search, o, w.function, w.block);
			vec_push(&o->watches, w);
		}
	}
	if (o->watches.len)
		qsort(o->watches.at, o->watches.len, sizeof *o->watches.at, by_watch);
}

static void add_targets(Search *search, Ordering *o)
{
	Static *s = subject_flow(search->config.subject[NEW]);
	o->aim = aim_new(search);
	for (u32 i = SEQUENCE_END_NODE + 1; i < o->n; i++) {
		const SequenceNode *n = sequence_node(o->graph, i);
		if (!n->n_points)
			continue;
		const Target *t = &n->points[0];
		AimTarget target = {.side = NEW,
							.function = t->function,
							.block = static_block(s, t->function, t->ins),
							.watch = NO_OPERAND};
		vec_push(&o->aim->targets, target);
		vec_push(&o->target_node, i);
	}
}

static void *begin(Search *search)
{
	const SearchConfig *c = &search->config;
	bool alone = search->row->only_order;
	if (c->every_pair || (c->no_sequences && !c->interactions && !alone) ||
		(search->changes.list.len < 2 && !alone && !c->interactions))
		return NULL;
	Ordering *o = xcalloc(1, sizeof *o);
	o->proposes = (search->row->guides >> GUIDE_SEQUENCE & 1) && !c->no_sequences;
	make_graph(search, o, alone || c->interactions);
	watch(search, o);
	add_targets(search, o);
	return o;
}

/* ---- what runs execute ---- */

/* True if a run that executed these nodes should go on to b, by an edge that no run has taken. */
static bool leads_on(const Ordering *o, const u8 *here, u32 a, u32 b)
{
	return !here[b] && b > SEQUENCE_END_NODE && b < o->n && !o->followed[(size_t)a * o->n + b];
}

static size_t first_of(const Ordering *o, u32 watch)
{
	size_t low = 0, high = o->watches.len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (o->watches.at[mid].watch < watch)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void note_latest(Ordering *o, const WatchEvent *e, size_t n)
{
	for (size_t i = 0; i < o->latest.len; i++)
		o->here[o->latest.at[i]] = 0;
	o->latest.len = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = first_of(o, e[i].watch);
			 k < o->watches.len && o->watches.at[k].watch == e[i].watch; k++) {
			u32 node = o->watches.at[k].node;
			if (!o->here[node])
				vec_push(&o->latest, node);
			o->here[node] = 1;
		}
}

static void after_run(Search *search)
{
	Ordering *o = search->guide[GUIDE_SEQUENCE];
	size_t n;
	const WatchEvent *e = machine_watch_events(search->machine[NEW], &n);
	note_latest(o, e, n);
	for (size_t i = 0; i < o->latest.len; i++) {
		for (size_t k = 0; k <= i; k++) {
			u32 a = k ? o->latest.at[k - 1] : SEQUENCE_START_NODE;
			u8 *known = &o->followed[(size_t)a * o->n + o->latest.at[i]];
			if (*known)
				continue;
			*known = 1;
			o->epoch++;
			o->aim->fruitless = 0;
		}
	}
}

/* The order of changes of the latest path. */
static void count_order(Ordering *o)
{
	u64 at;
	U32List changes = {0};
	for (size_t i = 0; i < o->latest.len; i++) {
		const SequenceNode *n = sequence_node(o->graph, o->latest.at[i]);
		if (n->kind != SEQUENCE_CHANGE)
			continue;
		vec_push(&changes, n->change);
	}
	Key key = {changes.at, changes.len * sizeof *changes.at};
	if (keymap_get(&o->order_of, key, &at)) {
		vec_free(&changes);
	} else {
		vec_push(&o->orders, ((ObservedOrder){.n = (u32)changes.len, .changes = changes.at}));
		at = o->orders.len;
		keymap_put(&o->order_of, key, at);
	}
	o->order = (u32)at - 1;
	o->orders.at[o->order].tests++;
}

static int by_number(const void *x, const void *y)
{
	u32 a = *(const u32 *)x, b = *(const u32 *)y;
	return a < b ? -1 : a > b;
}

/* The nodes that the latest run executed, in whatever order; the caller frees it. */
static Buf executed_key(const Ordering *o)
{
	Buf key = {0};
	buf_add(&key, o->latest.at, o->latest.len * sizeof *o->latest.at);
	if (o->latest.len)
		qsort(key.at, o->latest.len, sizeof *o->latest.at, by_number);
	return key;
}

static void keep_run(Search *search, Ordering *o, const Path *path)
{
	U32List had = {0};
	if (o->run_had.len >= MOST_LOOKS || !aim_keep(search, o->aim, path->shape, path->input))
		return;
	vec_push(&had, SEQUENCE_START_NODE);
	vec_append(&had, o->latest.at, o->latest.len);
	vec_push(&o->run_had, had);
}

/* ---- distances ---- */

static void add_target(const Search *search, const Ordering *o, int side, u32 node, TargetList *to)
{
	const SequenceNode *n = sequence_node(o->graph, node);
	const ChangeMap *map = search->changes.map;
	if (side == NEW) {
		vec_append(to, n->points, n->n_points);
		return;
	}
	if (n->kind == SEQUENCE_CHANGE && !sequence_is_text(o->graph, n->change)) {
		const ChangePart *part = &change_map_at(map, n->change)->part[OLD];
		for (u32 k = 0; k < part->n_points; k++)
			vec_push(to, ((Target){part->points[k].function, part->points[k].ins}));
		return;
	}
	for (u32 k = 0; k < n->n_points; k++) {
		Target t = {change_map_function(map, NEW, n->points[k].function),
					change_map_match(map, NEW, n->points[k].function, n->points[k].ins)};
		if (t.function != NO_OPERAND && t.ins != NO_OPERAND)
			vec_push(to, t);
	}
}

static void drop_distances(OrderSet *s)
{
	for (int side = OLD; side <= NEW; side++)
		distance_free(s->distance[side]);
	s->distance[OLD] = s->distance[NEW] = NULL;
}

/* Successors of what was executed; if all were reached so, all changes that were not executed. */
static void measure(Search *search, Ordering *o, OrderSet *s)
{
	u8 *here = xcalloc(o->n + 1, 1);
	U32List targets = {0};
	for (size_t i = 0; i < s->executed.len; i++)
		here[s->executed.at[i]] = 1;
	for (size_t i = 0; i <= s->executed.len; i++) {
		u32 a = i ? s->executed.at[i - 1] : SEQUENCE_START_NODE;
		const SequenceNode *n = sequence_node(o->graph, a);
		for (u32 k = 0; k < n->n_next; k++)
			if (leads_on(o, here, a, n->next[k]))
				vec_push(&targets, n->next[k]);
	}
	s->open = targets.len > 0;
	for (u32 b = SEQUENCE_END_NODE + 1; b < o->n && !s->open; b++)
		if (!here[b])
			vec_push(&targets, b);
	drop_distances(s);
	for (int side = OLD; side <= NEW && targets.len; side++) {
		TargetList points = {0};
		for (size_t i = 0; i < targets.len; i++)
			add_target(search, o, side, targets.at[i], &points);
		if (points.len)
			s->distance[side] = static_distance(subject_flow(search->config.subject[side]),
												points.at, (u32)points.len);
		vec_free(&points);
	}
	vec_free(&targets);
	free(here);
}

/* The targets of the latest run. */
static u32 set_of_latest(Search *search, Ordering *o)
{
	Buf key = executed_key(o);
	u64 at;
	bool known = keymap_get(&o->set_of, buf_key(&key), &at);
	if (!known && o->sets.len < MOST_SETS)
		keymap_put(&o->set_of, buf_key(&key), o->sets.len + 1);
	buf_free(&key);
	if (known || o->sets.len >= MOST_SETS)
		return known ? (u32)at - 1 : 0;
	OrderSet s = {0};
	vec_append(&s.executed, o->latest.at, o->latest.len);
	measure(search, o, &s);
	vec_push(&o->sets, s);
	return (u32)o->sets.len - 1;
}

static u32 rank(void *ctx, const Tree *tree, u32 node)
{
	Search *search = ctx;
	Ordering *o = search->guide[GUIDE_SEQUENCE];
	const Node *n = &tree->nodes.at[node];
	u32 function = n->function, least = FAR;
	int side = product_side(&search->pair, &function);
	while (o->mark.len <= node)
		vec_push(&o->mark, set_of_latest(search, o));
	const OrderSet *set = &o->sets.at[o->mark.at[node]];
	Static *s = subject_flow(search->config.subject[side]);
	const Flow *flow = static_flow(s, function);
	if (!set->distance[side] || !flow)
		return RANK_FAR;
	u32 block = static_block(s, function, n->ins);
	for (u32 k = 0; k < flow->succ_at[block + 1] - flow->succ_at[block]; k++) {
		u32 d = static_distance_way(s, set->distance[side], function, block, k);
		least = d < least ? d : least;
	}
	return least >= RANK_KNOWN ? RANK_FAR : least + (set->open ? 1 : RANK_KNOWN);
}

static void remeasure(Search *search, Ordering *o)
{
	if (!search->explorer || o->measured == o->epoch || !o->sets.len)
		return;
	o->measured = o->epoch;
	for (size_t i = 0; i < o->sets.len; i++)
		measure(search, o, &o->sets.at[i]);
	explorer_rerank(search->explorer);
}

static void after_path(Search *search, const Path *path)
{
	Ordering *o = search->guide[GUIDE_SEQUENCE];
	size_t known = o->orders.len;
	count_order(o);
	o->aim->proposed = false;
	if (!o->proposes)
		return;
	if (o->orders.len > known)
		keep_run(search, o, path);
	if (search->row->only_order)
		remeasure(search, o);
}

/* ---- proposals ---- */

/* What the run should go on to. */
static void look(Search *search, Ordering *o, u32 run)
{
	u8 *here = xcalloc(o->n + 1, 1), *wanted = xcalloc(o->n + 1, 1);
	const U32List *had = &o->run_had.at[run];
	for (size_t i = 0; i < had->len; i++)
		here[had->at[i]] = 1;
	for (size_t i = 0; i < had->len; i++) {
		const SequenceNode *n = sequence_node(o->graph, had->at[i]);
		for (u32 k = 0; k < n->n_next; k++)
			if (leads_on(o, here, had->at[i], n->next[k]))
				wanted[n->next[k]] = 1;
	}
	for (size_t i = 0; i < o->aim->targets.len; i++)
		o->aim->targets.at[i].aside = !wanted[o->target_node.at[i]];
	aim_look(search, o->aim, run);
	free(here);
	free(wanted);
}

/* Nodes that some node leads to, without a run that had both. */
static bool note_left(Ordering *o)
{
	bool any = false;
	for (size_t i = 0; i < o->aim->targets.len; i++)
		o->aim->targets.at[i].executed = true;
	for (u32 a = 0; a < o->n; a++) {
		const SequenceNode *n = sequence_node(o->graph, a);
		for (u32 k = 0; k < n->n_next; k++) {
			u32 b = n->next[k];
			if (b <= SEQUENCE_END_NODE || b >= o->n || b == a || o->followed[(size_t)a * o->n + b])
				continue;
			for (size_t i = 0; i < o->aim->targets.len; i++)
				if (o->target_node.at[i] == b) {
					o->aim->targets.at[i].executed = false;
					any = true;
				}
		}
	}
	return any;
}

/* In turns with others: fewer, the less it helps. */
static bool my_turn(Ordering *o)
{
	u32 every = o->aim->fruitless < 32 ? 2 : o->aim->fruitless < 128 ? 6 : 16;
	return ++o->turn % every == 0;
}

static bool propose(Search *search, u32 *shape, Assignment *out)
{
	Ordering *o = search->guide[GUIDE_SEQUENCE];
	Aim *a = o->aim;
	if (a->proposed)
		a->fruitless += NO_PATH;
	a->proposed = false;
	if (!o->proposes || a->off || search->pair.runs < PATIENCE || a->fruitless >= GIVE_UP ||
		!my_turn(o) || !note_left(o))
		return false;
	for (size_t i = 0; i < a->pending.len && !a->off; i++)
		look(search, o, a->pending.at[i]);
	a->pending.len = 0;
	return aim_next(search, a, shape, out);
}

/* ---- for others ---- */

const SequenceGraph *sequence_of(const Search *search)
{
	const Ordering *o = search->guide[GUIDE_SEQUENCE];
	return o ? o->graph : NULL;
}

const u32 *sequence_latest(const Search *search, size_t *n)
{
	const Ordering *o = search->guide[GUIDE_SEQUENCE];
	*n = o ? o->latest.len : 0;
	return o ? o->latest.at : NULL;
}

const ObservedOrder *sequence_observed(const Search *search, size_t *n)
{
	const Ordering *o = search->guide[GUIDE_SEQUENCE];
	*n = o ? o->orders.len : 0;
	return o ? o->orders.at : NULL;
}

u32 sequence_order(const Search *search)
{
	const Ordering *o = search->guide[GUIDE_SEQUENCE];
	return o ? o->order : 0;
}

static void stats(const void *state, GuideStats *to)
{
	const Ordering *o = state;
	to->order_queries = o->aim->queries;
	to->order_runs = o->aim->proposals;
}

static void free_ordering(void *state)
{
	Ordering *o = state;
	aim_free(o->aim);
	sequence_graph_free(o->graph);
	for (int side = OLD; side <= NEW; side++)
		static_free(o->own[side]);
	for (size_t i = 0; i < o->orders.len; i++)
		free(o->orders.at[i].changes);
	for (size_t i = 0; i < o->run_had.len; i++)
		vec_free(&o->run_had.at[i]);
	for (size_t i = 0; i < o->sets.len; i++) {
		drop_distances(&o->sets.at[i]);
		vec_free(&o->sets.at[i].executed);
	}
	vec_free(&o->sets);
	vec_free(&o->run_had);
	vec_free(&o->orders);
	vec_free(&o->watches);
	vec_free(&o->latest);
	vec_free(&o->target_node);
	vec_free(&o->mark);
	keymap_free(&o->order_of);
	keymap_free(&o->set_of);
	free(o->followed);
	free(o->here);
	free(o);
}

const Guide guide_sequence = {.begin = begin,
							  .after_run = after_run,
							  .after_path = after_path,
							  .propose = propose,
							  .rank = rank,
							  .stats = stats,
							  .free = free_ordering};
