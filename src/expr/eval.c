/* eval.c: values of expressions on an assignment.
 *
 * Values are memoised by node and generation, so that a new assignment costs nothing to
 * start. The walk keeps its own stack: graphs may be a million nodes deep. Of a choice,
 * only the condition and the arm that counts are evaluated; of an array, only what a read
 * has to look at.
 */
#include "expr/pool.h"

struct ExprEval {
	ExprPool *p;
	const Assignment *a; /* of this generation */
	u32 generation;
	u32 cap;    /* nodes there is room for */
	u32 *stamp; /* generation of the value */
	u64 *low;   /* low 64 bits of the value */
	u64 *high;  /* the rest, for wide nodes; allocated when the first one comes */
	ExprList stack;
};

static void forget(void *ctx, u32 mark)
{
	ExprEval *ev = ctx;
	/* What was released before is forgotten already: nothing has a value behind the last node. */
	u32 end = ev->cap < ev->p->len ? ev->cap : ev->p->len;
	if (mark < end)
		memset(ev->stamp + mark, 0, (end - mark) * sizeof *ev->stamp);
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

static inline bool done(const ExprEval *ev, Expr e)
{
	return ev->stamp[e] == ev->generation;
}

/* Looks for the byte at an index through stores. Returns false with what it has to know
 * first on the stack. */
static bool read_array(ExprEval *ev, const ExprNode *n, u128 *v)
{
	ExprPool *p = ev->p;
	u64 index = ev->low[n->b];
	Expr array = n->a;
	bool few = false; /* those that are met now */
	while (nd(p, array)->op == EXPR_STORE) {
		const ExprNode *store = nd(p, array);
		const FlatArray *flat = few ? NULL : flat_array(p, array);
		few = is_const(p, store->b) && !flat;
		if (flat) {
			Expr byte = flat_byte(flat, index);
			if (byte && !done(ev, byte)) {
				vec_push(&ev->stack, byte);
				return false;
			}
			*v = byte ? ev->low[byte] : 0;
			if (byte)
				return true;
			array = flat->below;
			continue;
		}
		if (!done(ev, store->b)) {
			/* Ask for the indices of the whole chain at once: resuming walks it again. */
			for (; store->op == EXPR_STORE; store = nd(p, store->a))
				if (!done(ev, store->b))
					vec_push(&ev->stack, store->b);
			return false;
		}
		if (ev->low[store->b] == index) {
			if (!done(ev, store->c)) {
				vec_push(&ev->stack, store->c);
				return false;
			}
			*v = ev->low[store->c];
			return true;
		}
		array = store->a;
	}
	const ExprTable *t = &p->tables.at[nd(p, array)->a];
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
	if (n->op > EXPR_UNDEF)
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

/* Computes e if its operands are there; otherwise pushes them and returns false. */
static bool step(ExprEval *ev, Expr e)
{
	const ExprPool *p = ev->p;
	const ExprNode *n = nd(p, e);
	unsigned arity = expr_arity[n->op];
	u128 v;
	if (arity == 0 || n->op == EXPR_STORE) {
		set(ev, e, leaf(ev, e, n));
		return true;
	}
	if (n->op == EXPR_READ) {
		if (!done(ev, n->b)) {
			vec_push(&ev->stack, n->b);
			return false;
		}
		if (!read_array(ev, n, &v))
			return false;
		set(ev, e, v);
		return true;
	}
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

u128 expr_eval_value(ExprEval *ev, Expr e)
{
	if (ev->cap < ev->p->len)
		reserve(ev);
	if (done(ev, e))
		return get(ev, e);
	ev->stack.len = 0;
	vec_push(&ev->stack, e);
	while (ev->stack.len) {
		size_t at = ev->stack.len - 1;
		Expr top = ev->stack.at[at];
		/* A node may have been pushed twice; a finished step has pushed nothing. */
		if (done(ev, top) || step(ev, top))
			ev->stack.len = at;
	}
	return get(ev, e);
}

u128 expr_eval(ExprPool *p, Expr e, const Assignment *a)
{
	if (!p->eval)
		p->eval = expr_eval_new(p);
	expr_eval_begin(p->eval, a);
	return expr_eval_value(p->eval, e);
}
