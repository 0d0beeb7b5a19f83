/* eval.c: evaluates expressions on an assignment.
 *
 * Values are memoised by node and generation, so that starting with a new assignment costs
 * nothing. The walk has its own stack, because graphs may be a million nodes deep. For a choice
 * we evaluate only the condition and the chosen arm; for an array, only the indices and the
 * bytes that a read needs. Arrays themselves have no value. For a store we memoise how many
 * stores there are down to the table, and which, as soon as the indices of all of them have
 * values.
 */
#include "engine/expr/chain.h"
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

enum {
	SHORT_CHAIN = 8, /* stores that a read looks at one by one */
	AT_ONCE = 64,    /* variables that are compared with those before */
};

/* When variables changed, for evaluators that go on from the assignment before. */
typedef struct VarChanges {
	VEC(u64) was;   /* values of the variables */
	U32List when;   /* by variable: generation from which on it has its value */
	U32List newest; /* by set: the last of its variables, as far as it is known */
	U32List looked; /* by set: generation in which that was found out */
} VarChanges;

struct ExprEval {
	ExprPool *p;
	const Assignment *a; /* of this generation */
	u32 generation;
	u32 cap;    /* nodes there is room for */
	u32 *stamp; /* generation of the value */
	u64 *low;   /* low 64 bits of the value */
	u64 *high;  /* the rest, for wide nodes; allocated when the first one comes */
	ExprList stack;
	ExprList rest;       /* scratch: stores that come next */
	Chains *chains;      /* arrays with many stores; allocated when the first one comes */
	VarChanges *changes; /* NULL: nothing is known of the values of earlier generations */
};

static void forget(void *ctx, u32 mark)
{
	ExprEval *ev = ctx;
	/* What was released before is forgotten already: nothing has a value behind the last node. */
	u32 end = ev->cap < ev->p->len ? ev->cap : ev->p->len;
	if (mark < end)
		memset(ev->stamp + mark, 0, (end - mark) * sizeof *ev->stamp);
	if (ev->chains)
		chains_forget(ev->chains);
}

ExprEval *expr_eval_new(ExprPool *p)
{
	ExprEval *ev = xcalloc(1, sizeof *ev);
	ev->p = p;
	expr_on_release(p, forget, ev);
	return ev;
}

void expr_eval_free(ExprEval *ev)
{
	if (!ev)
		return;
	expr_off_release(ev->p, forget, ev);
	free(ev->stamp);
	free(ev->low);
	free(ev->high);
	vec_free(&ev->stack);
	vec_free(&ev->rest);
	if (ev->chains)
		chains_free(ev->chains);
	free(ev->chains);
	if (ev->changes) {
		vec_free(&ev->changes->was);
		vec_free(&ev->changes->when);
		vec_free(&ev->changes->newest);
		vec_free(&ev->changes->looked);
		free(ev->changes);
	}
	free(ev);
}

void expr_eval_begin(ExprEval *ev, const Assignment *a)
{
	ev->a = a;
	if (++ev->generation == 0) {
		memset(ev->stamp, 0, ev->cap * sizeof *ev->stamp);
		ev->generation = 1;
	}
}

static void reserve(ExprEval *ev)
{
	u32 cap = ev->p->len * 2 < 1024 ? 1024 : ev->p->len * 2;
	ev->stamp = xrealloc(ev->stamp, cap * sizeof *ev->stamp);
	memset(ev->stamp + ev->cap, 0, (cap - ev->cap) * sizeof *ev->stamp);
	ev->low = xrealloc(ev->low, cap * sizeof *ev->low);
	if (ev->high)
		ev->high = xrealloc(ev->high, cap * sizeof *ev->high);
	ev->cap = cap;
}

/* Room for what is known of each variable and each set. */
static void reserve_changes(ExprEval *ev)
{
	VarChanges *c = ev->changes;
	while (c->when.len < ev->p->var_group.len) {
		vec_push(&c->was, assignment_get(ev->a, (u32)c->when.len));
		vec_push(&c->when, ev->generation);
	}
	while (c->looked.len < ev->p->sets.len) {
		vec_push(&c->looked, 0);
		vec_push(&c->newest, 0);
	}
}

void expr_eval_next(ExprEval *ev, const Assignment *a)
{
	u32 before = ev->generation;
	expr_eval_begin(ev, a);
	if (!ev->changes)
		ev->changes = xcalloc(1, sizeof *ev->changes);
	VarChanges *c = ev->changes;
	if (ev->generation < before) { /* numbers start again, and all values are forgotten */
		memset(c->looked.at, 0, c->looked.len * sizeof *c->looked.at);
		memset(c->when.at, 0, c->when.len * sizeof *c->when.at);
	}
	for (u32 v = 0; v < c->when.len;) {
		if (v + AT_ONCE <= c->when.len && v + AT_ONCE <= a->n &&
			!memcmp(c->was.at + v, a->at + v, AT_ONCE * sizeof *a->at)) {
			v += AT_ONCE;
			continue;
		}
		for (u32 end = v + AT_ONCE; v < end && v < c->when.len; v++)
			if (c->was.at[v] != assignment_get(a, v)) {
				c->was.at[v] = assignment_get(a, v);
				c->when.at[v] = ev->generation;
			}
	}
	reserve_changes(ev);
}

static inline u128 get(const ExprEval *ev, Expr e)
{
	return ev->p->nodes[e].width > 64 ? ev->low[e] | (u128)ev->high[e] << 64 : ev->low[e];
}

static inline void set(ExprEval *ev, Expr e, u128 v)
{
	ev->low[e] = (u64)v;
	if (ev->p->nodes[e].width > 64) {
		if (!ev->high)
			ev->high = xmalloc(ev->cap * sizeof *ev->high);
		ev->high[e] = (u64)(v >> 64);
	}
	ev->stamp[e] = ev->generation;
}

/* The generation in which a variable of a set changed last. Sets share their parts. */
static u32 newest(ExprEval *ev, VarSet set)
{
	VarChanges *c = ev->changes;
	if (!set)
		return 0;
	if (c->looked.at[set] == ev->generation)
		return c->newest.at[set];
	const VarSetNode *n = &ev->p->sets.at[set];
	u32 last = 0;
	if (n->level) {
		u32 l = newest(ev, (u32)n->bits), r = newest(ev, (u32)(n->bits >> 32));
		last = l > r ? l : r;
	} else {
		for (u64 bits = n->bits; bits; bits &= bits - 1) {
			u32 when = c->when.at[n->word * 64 + (u32)__builtin_ctzll(bits)];
			last = when > last ? when : last;
		}
	}
	c->looked.at[set] = ev->generation;
	return c->newest.at[set] = last;
}

/* True if a value of an earlier generation is still that of this one. */
static bool still(ExprEval *ev, Expr e)
{
	if (!ev->stamp[e] || newest(ev, nd(ev->p, e)->vars) > ev->stamp[e])
		return false;
	ev->stamp[e] = ev->generation;
	return true;
}

static inline bool done(ExprEval *ev, Expr e)
{
	return ev->stamp[e] == ev->generation || (ev->changes && still(ev, e));
}

/* How many stores there are down to the table and its number, once all their indices have values;
 * those that have none go to the stack, and the answer is false. */
static bool look_below(ExprEval *ev, Expr array, u64 *output)
{
	const ExprPool *p = ev->p;
	size_t before = ev->stack.len;
	ev->rest.len = 0;
	for (; nd(p, array)->op == EXPR_STORE && !done(ev, array); array = nd(p, array)->a) {
		if (!done(ev, nd(p, array)->b))
			vec_push(&ev->stack, nd(p, array)->b);
		vec_push(&ev->rest, array);
	}
	if (ev->stack.len > before)
		return false;
	*output = nd(p, array)->op == EXPR_STORE ? ev->low[array] : (u64)nd(p, array)->a << 32;
	while (ev->rest.len)
		set(ev, vec_pop(&ev->rest), ++*output);
	return true;
}

/* The store that a read meets among n over a table; 0: it meets the table. */
static Expr find_store(ExprEval *ev, Expr array, u32 n, u32 table, u32 index)
{
	const ExprPool *p = ev->p;
	u32 have = n;
	if (!ev->chains)
		ev->chains = xcalloc(1, sizeof *ev->chains);
	Chain *c = chain_of(ev->chains, table, p->tables.at[table].n, ev->generation);
	ev->rest.len = 0;
	for (; have && !chain_has(c, array, have); have--, array = nd(p, array)->a)
		vec_push(&ev->rest, array);
	if (ev->rest.len)
		chain_cut(c, have);
	while (ev->rest.len) {
		Expr store = vec_pop(&ev->rest);
		chain_add(c, store, (u32)ev->low[nd(p, store)->b]);
	}
	return chain_find(c, index, n);
}

/* Looks at the first few stores, and at those at constant indices (flat.c). Returns the byte, or 0 with
 * the array that is left. */
static Expr near_byte(ExprEval *ev, Expr *array, u32 index)
{
	bool few = false; /* stores at constant indices that are met now */
	for (u32 k = 0; k < SHORT_CHAIN && nd(ev->p, *array)->op == EXPR_STORE; k++) {
		const FlatArray *flat = few ? NULL : flat_array(ev->p, *array);
		const ExprNode *store = nd(ev->p, *array);
		few = is_const(ev->p, store->b) && !flat;
		if (!flat && !done(ev, store->b))
			return 0;
		Expr byte = flat ? flat_byte(flat, index) : ev->low[store->b] == index ? store->c : 0;
		if (byte)
			return byte;
		*array = flat ? flat->below : store->a;
	}
	return 0;
}

/* Looks for the byte at an index through stores. Returns false with what it has to know
 * first on the stack. */
static bool read_array(ExprEval *ev, Expr array, u32 index, u64 *v)
{
	const ExprPool *p = ev->p;
	Expr byte = near_byte(ev, &array, index);
	u64 output = (u64)nd(p, array)->a << 32;
	if (!byte && nd(p, array)->op == EXPR_STORE) {
		if (!look_below(ev, array, &output))
			return false;
		Expr met = find_store(ev, array, (u32)output, output >> 32, index);
		byte = met ? nd(p, met)->c : 0;
	}
	if (byte) {
		if (!done(ev, byte))
			vec_push(&ev->stack, byte);
		*v = ev->low[byte];
		return done(ev, byte);
	}
	const ExprTable *t = &p->tables.at[output >> 32];
	*v = index < t->n ? t->bytes[index] : 0;
	return true;
}

static u128 leaf(const ExprEval *ev, Expr e, const ExprNode *n)
{
	if (n->op == EXPR_CONST)
		return const_value(ev->p, e);
	if (n->op == EXPR_VAR)
		return assignment_get(ev->a, n->a) & mask64(n->width);
	return 0; /* undefined bytes are 0, arrays have no value */
}

/* True if e has its value; leaves get theirs here, without a turn on the stack. */
static inline bool ready(ExprEval *ev, Expr e)
{
	if (done(ev, e))
		return true;
	const ExprNode *n = nd(ev->p, e);
	if (expr_arity[n->op])
		return false;
	set(ev, e, leaf(ev, e, n));
	return true;
}

static u128 text(const ExprEval *ev, const ExprNode *n)
{
	const TextFormat *f = &ev->p->formats.at[n->c];
	unsigned w = nd(ev->p, n->a)->width;
	u64 v = ev->low[n->a];
	return n->op == EXPR_TEXTLEN ? text_len(f, w, v) : text_char(f, w, v, n->b);
}

static bool step_array(ExprEval *ev, Expr e, const ExprNode *n)
{
	u64 v, output;
	if (n->op == EXPR_STORE)
		return look_below(ev, e, &output);
	if (!done(ev, n->b)) {
		vec_push(&ev->stack, n->b);
		return false;
	}
	if (!read_array(ev, n->a, (u32)ev->low[n->b], &v))
		return false;
	set(ev, e, v);
	return true;
}

/* The first operand is there. */
static bool step_float(ExprEval *ev, Expr e, const ExprNode *n)
{
	const Expr kid[3] = {n->a, n->b, n->c};
	u128 v[3] = {0};
	size_t before = ev->stack.len;
	for (unsigned k = 0; k < expr_arity[n->op]; k++) {
		if (ready(ev, kid[k]))
			v[k] = get(ev, kid[k]);
		else
			vec_push(&ev->stack, kid[k]);
	}
	if (ev->stack.len > before)
		return false;
	unsigned from = nd(ev->p, n->a)->width;
	set(ev, e,
		n->op == EXPR_FLOAT2
			? expr_float2_value(ev->p, n->c, n->width, from, v[0], v[1])
			: float_value(expr_float_param(ev->p, e), n->width, from, v[0], v[1], v[2]));
	return true;
}

/* Computes e if its operands are there; otherwise pushes them and returns false. */
static bool step(ExprEval *ev, Expr e)
{
	const ExprPool *p = ev->p;
	const ExprNode *n = nd(p, e);
	unsigned arity = expr_arity[n->op];
	u128 v;
	if (arity == 0) {
		set(ev, e, leaf(ev, e, n));
		return true;
	}
	if (n->op == EXPR_STORE || n->op == EXPR_READ)
		return step_array(ev, e, n);
	if (expr_flags[n->op] & EXPR_HAS_FLOAT)
		return step_float(ev, e, n);
	if (!ready(ev, n->a)) {
		vec_push(&ev->stack, n->a);
		if (arity == 2 && !ready(ev, n->b))
			vec_push(&ev->stack, n->b);
		return false;
	}
	if (n->op == EXPR_ITE) {
		Expr arm = ev->low[n->a] ? n->b : n->c;
		if (!done(ev, arm)) {
			vec_push(&ev->stack, arm);
			return false;
		}
		set(ev, e, get(ev, arm));
		return true;
	}
	unsigned w = nd(p, n->a)->width;
	if (arity == 2) {
		if (!ready(ev, n->b)) {
			vec_push(&ev->stack, n->b);
			return false;
		}
		if (n->width <= 64 && w <= 64)
			v = n->op == EXPR_CONCAT ? ev->low[n->a] << nd(p, n->b)->width | ev->low[n->b]
									 : fold2_64(n->op, w, ev->low[n->a], ev->low[n->b]);
		else if (n->op == EXPR_CONCAT)
			v = get(ev, n->a) << nd(p, n->b)->width | get(ev, n->b);
		else
			v = expr_fold2(n->op, w, get(ev, n->a), get(ev, n->b));
	} else if (n->op == EXPR_TEXTCHAR || n->op == EXPR_TEXTLEN) {
		v = text(ev, n);
	} else if (n->width <= 64 && w <= 64) {
		v = fold1_64(n->op, n->width, w, ev->low[n->a], n->b);
	} else {
		v = expr_fold1(n->op, n->width, w, get(ev, n->a), n->b);
	}
	set(ev, e, v);
	return true;
}

/* Computes all that is on the stack. */
static void work_off(ExprEval *ev)
{
	while (ev->stack.len) {
		size_t at = ev->stack.len - 1;
		Expr top = ev->stack.at[at];
		/* A node may have been pushed twice; a finished step has pushed nothing. */
		if (done(ev, top) || step(ev, top))
			ev->stack.len = at;
	}
}

/* Room for all there is by now. */
static void make_room(ExprEval *ev)
{
	if (ev->cap < ev->p->len)
		reserve(ev);
	if (ev->changes &&
		(ev->changes->looked.len < ev->p->sets.len || ev->changes->when.len < ev->p->var_group.len))
		reserve_changes(ev);
}

void expr_eval_put(ExprEval *ev, Expr e, u64 value)
{
	make_room(ev);
	set(ev, e, value);
}

u128 expr_eval_value(ExprEval *ev, Expr e)
{
	make_room(ev);
	if (done(ev, e))
		return get(ev, e);
	ev->stack.len = 0;
	vec_push(&ev->stack, e);
	work_off(ev);
	return get(ev, e);
}

u8 expr_eval_byte(ExprEval *ev, Expr array, u32 index)
{
	u64 v;
	make_room(ev);
	ev->stack.len = 0;
	while (!read_array(ev, array, index, &v))
		work_off(ev);
	return (u8)v;
}

u128 expr_eval(ExprPool *p, Expr e, const Assignment *a)
{
	if (!p->eval)
		p->eval = expr_eval_new(p);
	expr_eval_begin(p->eval, a);
	return expr_eval_value(p->eval, e);
}

ExprEval *expr_values(ExprPool *p, const Assignment *a)
{
	if (!p->values)
		p->values = expr_eval_new(p);
	expr_eval_next(p->values, a);
	return p->values;
}
