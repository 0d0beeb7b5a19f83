/* pool.c: nodes, sharing, mark and release. */
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

#include <sys/mman.h>

enum {
	MOST_NODES = 1 << 27,  /* 8 GiB of address space; memory is used as nodes are made */
	LEAST_NODES = 1 << 20, /* under a tight limit of address space */
	FIRST_BUCKETS = limit_of(1 << 12, 1),
	RECENT_CONSTS = limit_of(1 << 13, 4),
	SMALL_PAGES = 2 << 20, /* bytes at the start in pages of the usual size */
};

/* Address space for so many bytes, in large pages where the system has them: what is looked at all
 * over would miss the translation of addresses each time. The first `small` bytes are not: a short
 * search would pay for megabytes. NULL: there is none. */
static void *reserve(u64 bytes, u64 small)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED)
		return NULL;
	madvise((char *)at + small, bytes - small, MADV_HUGEPAGE);
	return at;
}

static void give_back(void *at, u64 bytes)
{
	if (at)
		munmap(at, bytes);
}

static void reserve_nodes(ExprPool *p)
{
	for (p->cap = MOST_NODES; p->cap >= LEAST_NODES; p->cap /= 2) {
		p->nodes = reserve(p->cap * sizeof *p->nodes, SMALL_PAGES);
		p->after = reserve(p->cap * sizeof *p->after, SMALL_PAGES);
		if (p->nodes && p->after)
			return;
		give_back(p->nodes, p->cap * sizeof *p->nodes);
		give_back(p->after, p->cap * sizeof *p->after);
	}
	out_of_memory(LEAST_NODES * (sizeof *p->nodes + sizeof *p->after));
}

/* ---- buckets ---- */

enum { LARGE_HEADS = 1 << 19 }; /* buckets that take a large page */

static void free_heads(ExprPool *p)
{
	u64 n = p->mask + 1ul;
	if (n < LARGE_HEADS)
		free(p->heads);
	else
		give_back(p->heads, n * sizeof *p->heads);
}

static void new_heads(ExprPool *p, u64 n)
{
	p->heads = n < LARGE_HEADS ? xcalloc(n, sizeof *p->heads) : reserve(n * sizeof *p->heads, 0);
	p->mask = (u32)(n - 1);
	if (!p->heads)
		out_of_memory(n * sizeof *p->heads);
}

ExprPool *expr_pool_new(void)
{
	ExprPool *p = xcalloc(1, sizeof *p);
	reserve_nodes(p);
	new_heads(p, FIRST_BUCKETS);
	p->recent = xcalloc(RECENT_CONSTS, sizeof *p->recent);
	p->len = 1;
	p->set_mask = limit_of(255, 0);
	p->types = xcalloc(1, sizeof *p->types);
	p->set_heads = xcalloc(p->set_mask + 1, sizeof *p->set_heads);
	vec_push(&p->sets, (VarSetNode){0});
	Expr no = expr_const(p, 1, 0), yes = expr_const(p, 1, 1);
	if (no != EXPR_FALSE || yes != EXPR_TRUE)
		internal_error("the truth values have other numbers than EXPR_FALSE and EXPR_TRUE");
	return p;
}

void expr_pool_free(ExprPool *p)
{
	if (!p)
		return;
	give_back(p->nodes, p->cap * sizeof *p->nodes);
	give_back(p->after, p->cap * sizeof *p->after);
	free_heads(p);
	free(p->recent);
	for (size_t i = 0; i < p->groups.len; i++)
		free(p->groups.at[i].name);
	vec_free(&p->groups);
	vec_free(&p->var_group);
	for (size_t i = 0; i < p->tables.len; i++) {
		free(p->tables.at[i].bytes);
		free(p->tables.at[i].sums);
		free(p->tables.at[i].locations);
		free(p->tables.at[i].name);
	}
	vec_free(&p->tables);
	hintmap_free(&p->table_of);
	vec_free(&p->formats);
	vec_free(&p->sets);
	free(p->set_heads);
	free(p->union_memo);
	vec_free(&p->hooks);
	expr_eval_free(p->eval);
	expr_eval_free(p->values);
	term_memo_free(&p->terms);
	flats_free(p);
	free(p->types->at);
	vec_free(&p->types->todo);
	free(p->types);
	free(p->stamp);
	free(p->location);
	free(p);
}

u32 expr_pool_len(const ExprPool *p)
{
	return p->len;
}

bool expr_pool_full(const ExprPool *p)
{
	return p->len > p->cap - p->cap / 8;
}

void expr_pool_simplify(ExprPool *p, bool on)
{
	p->raw = !on;
}

/* ---- the hash table ---- */

static inline SmallHash node_hash(ExprOp op, unsigned width, u32 a, u32 b, u32 c)
{
	u64 h = ((u64)a << 32 | (u64)op << 8 | width) * 0x9e3779b97f4a7c15u;
	h ^= h >> 32;
	h = (h ^ ((u64)c << 32 | b)) * 0xff51afd7ed558ccdu;
	return hash_small(hash_from((u32)(h ^ (h >> 32))));
}

static inline Expr *head_of(const ExprPool *p, SmallHash hash)
{
	return &p->heads[small_hash_slot(hash, p->mask + 1ul)];
}

/* Old nodes first, so that chains stay newest first. */
static void grow(ExprPool *p)
{
	if (p->len == p->cap)
		out_of_memory(p->cap * sizeof *p->nodes);
	u64 n = (p->mask + 1ul) * 2;
	free_heads(p);
	new_heads(p, n);
	for (Expr e = 1; e < p->len; e++) {
		Expr *head = head_of(p, p->nodes[e].hash);
		p->nodes[e].next = *head;
		*head = e;
	}
}

/* The parts of a new node that follow from its operands. */
static void fill(ExprPool *p, ExprNode *n)
{
	static const ExprInfo nothing;
	unsigned arity = expr_arity[n->op];
	const ExprNode *a = arity > 0 ? nd(p, n->a) : NULL, *b = arity > 1 ? nd(p, n->b) : NULL;
	const ExprNode *c = arity > 2 ? nd(p, n->c) : NULL;
	u32 depth = 0;
	u16 flags = 0;
	if (a)
		depth = a->depth + 1, flags = a->flags;
	if (b)
		depth = b->depth + 1 > depth ? b->depth + 1 : depth, flags |= b->flags;
	if (c)
		depth = c->depth + 1 > depth ? c->depth + 1 : depth, flags |= c->flags;
	n->depth = depth;
	n->flags = (flags & EXPR_HAS_ANY) | expr_flags[n->op];
	if (expr_flags[n->op] & EXPR_HAS_TEXT && format_is_float(&p->formats.at[n->c]))
		n->flags |= EXPR_HAS_FLOAT;
	n->info = expr_info_of(p, n, a ? &a->info : &nothing, b ? &b->info : &nothing,
						   c ? &c->info : &nothing);
	VarSet vars = a ? a->vars : 0;
	VarSet vb = b ? b->vars : 0, vc = c ? c->vars : 0;
	if (vb != vars)
		vars = varset_union(p, vars, vb);
	if (vc != vars)
		vars = varset_union(p, vars, vc);
	n->vars = n->op == EXPR_VAR ? varset_one(p, n->a) : vars;
}

static inline bool is_node(const ExprNode *n, ExprOp op, unsigned width, u32 a, u32 b, u32 c)
{
	return n->a == a && n->b == b && n->c == c && n->op == op && n->width == width;
}

/* Returns the entry that remembers which node was requested after the latest one. Runs mostly request
 * the same nodes in the same order, so this finds the next node without the hash table, whose buckets
 * are spread over memory. A node has several entries; the arguments select one of them. */
static inline Expr *wanted_next(ExprPool *p, ExprOp op, unsigned width, u32 a, u32 b)
{
	return &p->after[p->last].of[(op + (width >> 4) + (a > b) * 2) % countof(p->after->of)];
}

Expr expr_intern(ExprPool *p, ExprOp op, unsigned width, u32 a, u32 b, u32 c)
{
	Expr *next = wanted_next(p, op, width, a, b);
	if (*next && *next < p->len && is_node(&p->nodes[*next], op, width, a, b, c))
		return p->last = *next;
	SmallHash hash = node_hash(op, width, a, b, c);
	for (Expr e = *head_of(p, hash); e; e = p->nodes[e].next) {
		const ExprNode *n = &p->nodes[e];
		if (!small_hashes_differ(n->hash, hash) && is_node(n, op, width, a, b, c))
			return p->last = *next = e;
	}
	ExprNode made = {.op = op, .width = width, .a = a, .b = b, .c = c, .hash = hash};
	fill(p, &made);
	if (CHECKED)
		expr_check_node(p, &made);
	/* A value that is the same on every input is a constant. */
	if (!p->raw && op != EXPR_CONST && made.vars && width && width <= 64 &&
		made.info.low == made.info.high && !(made.flags & EXPR_HAS_UNDEF))
		return expr_const(p, width, made.info.low);
	if (unlikely(p->len == p->cap || p->len > p->mask))
		grow(p);
	Expr e = p->len++;
	Expr *head = head_of(p, hash);
	made.next = *head;
	p->nodes[e] = made;
	*head = e;
	return p->last = *next = e;
}

u32 expr_mark(const ExprPool *p)
{
	return p->len;
}

void term_memo_free(TermMemo *m)
{
	intmap_free(&m->of);
	vec_free(&m->list);
	intmap_free(&m->values_of);
	vec_free(&m->values);
	*m = (TermMemo){0};
}

void expr_release(ExprPool *p, u32 mark)
{
	if (mark >= p->len)
		return;
	for (size_t i = 0; i < p->hooks.len; i++)
		p->hooks.at[i].fn(p->hooks.at[i].ctx, mark);
	flats_forget(p, mark);
	for (Expr e = p->len - 1; e >= mark; e--) {
		*head_of(p, p->nodes[e].hash) = p->nodes[e].next;
		/* A table is made together with its node, so the newest node has the newest table. */
		if (p->nodes[e].op == EXPR_TABLE) {
			ExprTable t = vec_pop(&p->tables);
			free(t.bytes);
			free(t.sums);
			free(t.locations);
			free(t.name);
		}
	}
	if (mark <= p->terms.newest)
		term_memo_free(&p->terms);
	u32 old_len = p->len, typed = p->types->cap < p->len ? p->types->cap : p->len;
	if (mark < typed)
		memset(p->types->at + mark, 0, typed - mark);
	p->len = mark;
	if (CHECKED)
		expr_check_released(p, old_len);
}

void expr_on_release(ExprPool *p, ExprReleaseFn *fn, void *ctx)
{
	ReleaseHook hook = {fn, ctx};
	vec_push(&p->hooks, hook);
}

void expr_off_release(ExprPool *p, ExprReleaseFn *fn, void *ctx)
{
	size_t kept = 0;
	for (size_t i = 0; i < p->hooks.len; i++)
		if (p->hooks.at[i].fn != fn || p->hooks.at[i].ctx != ctx)
			p->hooks.at[kept++] = p->hooks.at[i];
	p->hooks.len = kept;
}

u32 expr_stamp(ExprPool *p)
{
	if (p->stamp_cap < p->len) {
		u32 cap = p->len * 2 < 1024 ? 1024 : p->len * 2;
		p->stamp = xrealloc(p->stamp, cap * sizeof *p->stamp);
		memset(p->stamp + p->stamp_cap, 0, (cap - p->stamp_cap) * sizeof *p->stamp);
		p->location = xrealloc(p->location, cap * sizeof *p->location);
		p->stamp_cap = cap;
	}
	if (++p->stamp_now == 0) {
		memset(p->stamp, 0, p->stamp_cap * sizeof *p->stamp);
		p->stamp_now = 1;
	}
	return p->stamp_now;
}

/* ---- leaves ---- */

static inline size_t recent_slot(u64 v, unsigned width)
{
	return hash_slot(hash_mix(hash_from(v), width), RECENT_CONSTS);
}

Expr expr_const(ExprPool *p, unsigned width, u64 v)
{
	if (unlikely(width > 64))
		return expr_const128(p, width, v);
	v &= mask64(width);
	/* Constants are wanted by all: the order of the others is followed without them. */
	Expr before = p->last, *e = &p->recent[recent_slot(v, width)];
	if (!*e || *e >= p->len || !is_node(&p->nodes[*e], EXPR_CONST, width, (u32)v, v >> 32, 0))
		*e = expr_intern(p, EXPR_CONST, width, (u32)v, (u32)(v >> 32), 0);
	p->last = before;
	return *e;
}

Expr expr_const128(ExprPool *p, unsigned width, u128 v)
{
	if (width <= 64)
		return expr_const(p, width, (u64)v);
	v &= mask128(width);
	Expr high = expr_const(p, width - 64, (u64)(v >> 64));
	return expr_intern(p, EXPR_CONST, width, (u32)v, (u32)(v >> 32), high);
}

Expr expr_bool(bool v)
{
	return v ? EXPR_TRUE : EXPR_FALSE;
}

Expr expr_var(ExprPool *p, u32 var)
{
	return expr_intern(p, EXPR_VAR, input_width(p, var), var, 0, 0);
}

Expr expr_input(ExprPool *p, u32 group, u32 index)
{
	return expr_var(p, p->groups.at[group].first + index);
}

Expr expr_undef(ExprPool *p, unsigned width, u32 id)
{
	return expr_intern(p, EXPR_UNDEF, width, id, 0, 0);
}

/* ---- looking ---- */

ExprOp expr_op(const ExprPool *p, Expr e)
{
	return nd(p, e)->op;
}

unsigned expr_width(const ExprPool *p, Expr e)
{
	return nd(p, e)->width;
}

bool expr_is_const(const ExprPool *p, Expr e)
{
	return is_const(p, e);
}

u128 expr_value(const ExprPool *p, Expr e)
{
	return const_value(p, e);
}

Expr expr_kid(const ExprPool *p, Expr e, unsigned k)
{
	const ExprNode *n = nd(p, e);
	if (k >= expr_arity[n->op])
		return 0;
	if (k == 0)
		return n->a;
	return k == 1 ? n->b : n->c;
}

u32 expr_var_of(const ExprPool *p, Expr e)
{
	return nd(p, e)->a;
}

u32 expr_depth(const ExprPool *p, Expr e)
{
	return nd(p, e)->depth;
}

void expr_range(const ExprPool *p, Expr e, u64 *low, u64 *high)
{
	*low = nd(p, e)->info.low;
	*high = nd(p, e)->info.high;
}

void expr_known_bits(const ExprPool *p, Expr e, u64 *zero, u64 *one)
{
	*zero = nd(p, e)->info.kz;
	*one = nd(p, e)->info.ko;
}

bool expr_has_array(const ExprPool *p, Expr e)
{
	return nd(p, e)->flags & EXPR_HAS_ARRAY;
}

VarSet expr_vars(const ExprPool *p, Expr e)
{
	return nd(p, e)->vars;
}
