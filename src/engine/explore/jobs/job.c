/* job.c: jobs as bytes; a job as a tree. */
#include "engine/explore/jobs/job.h"

#include "engine/explore/explorer.h"

enum { JOB_VERSION = 1 };

/* ---- reading ---- */

static bool read_input(TreeJob *job, const Inputs *in, ByteReader *r)
{
	u32 shape = (u32)bytes_read(r, in->shapes.len ? in->shapes.len - 1 : 0);
	const u8 *packed = bytes_take(r, in->packed_size);
	if (!packed)
		return false;
	buf_add(&job->bytes, packed, in->packed_size);
	vec_push(&job->inputs, ((KeptInput){.shape = shape}));
	return true;
}

static bool read_node(TreeJob *job, ByteReader *r)
{
	TreeJobNode n = {.first = (u32)job->edges.len};
	n.depth = (u32)bytes_read(r, UINT32_MAX - 1);
	n.effort = (u8)bytes_read(r, SOLVE_N_EFFORTS - 1);
	n.n = (u32)bytes_read(r, (u64)(r->end - r->at));
	for (u32 i = 0; i < n.n && !r->bad; i++) {
		u32 edge = (u32)bytes_read(r, job->inputs.len - 1);
		bool alike =
			!i || job->inputs.at[edge].shape == job->inputs.at[job->edges.at[n.first]].shape;
		vec_push(&job->edges, edge);
		r->bad |= !alike;
	}
	vec_push(&job->nodes, n);
	return !r->bad && n.n;
}

bool tree_job_read(TreeJob *job, const Inputs *in, ByteReader *from)
{
	ByteReader block = bytes_read_block(from), *r = &block;
	*job = (TreeJob){0};
	bool good = bytes_read(r, JOB_VERSION) == JOB_VERSION;
	u64 nodes = bytes_read(r, (u64)(r->end - r->at));
	good = good && bytes_read(r, SIZE_MAX) == in->packed_size && !r->bad;
	u64 inputs = bytes_read(r, (u64)(r->end - r->at));
	for (u64 i = 0; good && i < inputs; i++)
		good = read_input(job, in, r);
	good = good && job->inputs.len;
	for (u64 i = 0; good && i < nodes; i++)
		good = read_node(job, r);
	for (size_t i = 0; i < job->inputs.len; i++)
		job->inputs.at[i].packed = (u8 *)buf_str(&job->bytes) + i * in->packed_size;
	if (good && bytes_done(r) && !from->bad)
		return true;
	tree_job_free(job);
	return false;
}

void tree_job_free(TreeJob *job)
{
	vec_free(&job->inputs);
	vec_free(&job->nodes);
	vec_free(&job->edges);
	buf_free(&job->bytes);
	*job = (TreeJob){0};
}

u64 tree_job_size(const Buf *bytes)
{
	ByteReader whole = bytes_reader(bytes->at, bytes->len), r = bytes_read_block(&whole);
	bytes_read(&r, JOB_VERSION);
	return bytes_read(&r, SIZE_MAX);
}

/* ---- writing ---- */

/* The run that shows an edge. */
static u32 run_of(const Explorer *x, u32 edge)
{
	const Edge *e = &x->tree.edges.at[edge];
	return e->preferred ? e->preferred : e->run;
}

u32 tree_job_cost(const TreeJobWriter *w, u32 node)
{
	u32 cost = 0;
	u64 place;
	for (u32 e = w->x->tree.nodes.at[node].first; e; e = w->x->tree.edges.at[e].next)
		cost += !intmap_get(&w->place, run_of(w->x, e), &place);
	return cost;
}

static u64 place_of(TreeJobWriter *w, u32 run)
{
	u64 place;
	if (intmap_get(&w->place, run, &place))
		return place;
	vec_push(&w->runs, run);
	intmap_put(&w->place, run, w->runs.len - 1);
	return w->runs.len - 1;
}

void tree_job_add(TreeJobWriter *w, u32 node)
{
	const Node *n = &w->x->tree.nodes.at[node];
	bytes_number(&w->nodes, n->depth);
	bytes_number(&w->nodes, n->effort);
	bytes_number(&w->nodes, n->n_edges);
	for (u32 e = n->first; e; e = w->x->tree.edges.at[e].next)
		bytes_number(&w->nodes, place_of(w, run_of(w->x, e)));
	w->n++;
}

void tree_job_write(TreeJobWriter *w, Buf *to)
{
	Buf own = {0};
	bytes_number(&own, JOB_VERSION);
	bytes_number(&own, w->n);
	bytes_number(&own, w->x->in->packed_size);
	bytes_number(&own, w->runs.len);
	for (size_t i = 0; i < w->runs.len; i++) {
		const KeptInput *input = &w->x->runs.at[w->runs.at[i]];
		bytes_number(&own, input->shape);
		buf_add(&own, input->packed, w->x->in->packed_size);
	}
	if (w->nodes.len)
		buf_add(&own, w->nodes.at, w->nodes.len);
	bytes_block(to, own.at, own.len);
	buf_free(&own);
	buf_reset(&w->nodes);
	intmap_clear(&w->place);
	w->runs.len = 0;
	w->n = 0;
}

void tree_job_writer_free(TreeJobWriter *w)
{
	intmap_free(&w->place);
	vec_free(&w->runs);
	buf_free(&w->nodes);
}

void tree_job_give(Explorer *x, u32 node)
{
	x->tree.nodes.at[node].state = NODE_GIVEN;
}

/* ---- a job as a tree ---- */

/* Forgets everything that was found, but for expressions and what the machine knows. */
static void begin_anew(Explorer *x)
{
	Queue *q = &x->queue, fresh;
	u32 roots = x->tree.n_roots, depth = x->tree.max_depth;
	tree_free(&x->tree);
	tree_init(&x->tree, roots);
	x->tree.max_depth = depth;
	x->tree.given = true;
	queue_init(&fresh, q->order, q->covered, q->ctx);
	fresh.rank = q->rank;
	fresh.rank_ctx = q->rank_ctx;
	queue_free(q);
	*q = fresh;
	x->runs.len = 1;
	arena_free(&x->arena);
	x->arena = (Arena){0};
}

/* Runs an input of the job, whose path is nobody's here. Returns the last edge of its path. */
static u32 enter_input(Explorer *x, const KeptInput *input)
{
	const ExprList *base = &x->in->shapes.at[input->shape].base;
	inputs_unpack(x->in, input->packed, &x->input);
	if (inputs_canonical(x->in, input->shape, &x->input))
		return 0;
	expr_eval_next(x->eval, &x->input);
	for (size_t i = 0; i < base->len; i++)
		if (!expr_eval_value(x->eval, base->at[i]))
			return 0;
	return enter_run(x, input->shape) ? tree_leaf(&x->tree) : 0;
}

/* Returns the edge of a path that leaves a node of this depth; 0: it has none. */
static u32 edge_at(const Tree *t, u32 leaf, u32 depth)
{
	u32 e = leaf;
	while (e && t->edges.at[e].from && t->nodes.at[t->edges.at[e].from].depth > depth)
		e = t->nodes.at[t->edges.at[e].from].parent;
	bool there = e && t->edges.at[e].from && t->nodes.at[t->edges.at[e].from].depth == depth;
	return there ? e : 0;
}

/* The node that all inputs show; 0: they do not agree. */
static u32 find_node(const Explorer *x, const TreeJob *job, const TreeJobNode *n,
					 const U32List *leaves)
{
	u32 node = 0;
	for (u32 i = 0; i < n->n; i++) {
		u32 e = edge_at(&x->tree, leaves->at[job->edges.at[n->first + i]], n->depth);
		if (!e || (node && x->tree.edges.at[e].from != node))
			return 0;
		node = x->tree.edges.at[e].from;
	}
	return node;
}

/* Opens a node that was another job's until now. */
static void open_node(Explorer *x, u32 node, u8 effort)
{
	Node *n = &x->tree.nodes.at[node];
	if (n->state != NODE_GIVEN)
		return;
	n->effort = effort;
	bool closed = (node_two_way(n) && n->n_edges == 2) || n->others == EXPR_FALSE;
	n->state = closed ? NODE_CLOSED : NODE_OPEN;
	if (!closed)
		queue_push(&x->queue, &x->tree, node, false);
}

u64 tree_job_enter(Explorer *x, const TreeJob *job)
{
	U32List leaves = {0};
	u64 lost = 0;
	begin_anew(x);
	for (size_t i = 0; i < job->inputs.len; i++) {
		vec_push(&leaves, enter_input(x, &job->inputs.at[i]));
		if (x->cut)
			break;
	}
	for (size_t i = 0; !x->cut && i < job->nodes.len; i++) {
		u32 node = find_node(x, job, &job->nodes.at[i], &leaves);
		if (node)
			open_node(x, node, job->nodes.at[i].effort);
		lost += !node;
	}
	if (lost)
		remark(x, "divergence", "a part of the search was not found again by its inputs", 0, lost,
			   true);
	vec_free(&leaves);
	return job->inputs.len;
}
