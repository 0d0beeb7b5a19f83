/* tree.c: the tree of snapshots, by the paths that lead to them. */
#include "engine/machine/snap/tree.h"

u64 snap_reached(const Snapshot *x)
{
	return x->run.executed;
}

Snapshot *snap_with_state(Snapshot *x)
{
	while (!x->os && x->parent)
		x = x->parent;
	return x;
}

/* ---- placing ---- */

static void link_below(Snapshot *parent, Snapshot *x)
{
	x->parent = parent;
	x->before = NULL;
	x->next = parent->child;
	if (x->next)
		x->next->before = x;
	parent->child = x;
}

static void unlink(Snapshot *x)
{
	*(x->before ? &x->before->next : &x->parent->child) = x->next;
	if (x->next)
		x->next->before = x->before;
}

static bool same_step(const SnapStep *x, const SnapStep *y)
{
	const Constraint *a = &x->c, *b = &y->c;
	if (x->rule || y->rule)
		return x->rule == y->rule && x->set == y->set;
	return a->cond == b->cond && a->value == b->value && a->kind == b->kind &&
		   a->function == b->function && a->ins == b->ins;
}

/* The step of a way behind n constraints and k looks. */
static SnapStep step_at(const SnapWay *w, u32 n, u32 k)
{
	if (k < w->n_looks && w->looks[k].before <= n)
		return (SnapStep){.rule = w->looks[k].rule, .set = w->looks[k].set};
	return (SnapStep){.c = w->c[n]};
}

static void pass(const SnapStep *s, u32 *n, u32 *k)
{
	++*(s->rule ? k : n);
}

static void add_step(Snapshot *x, SnapStep s)
{
	vec_push(&x->since, s);
	pass(&s, &x->n, &x->n_looks);
}

static Snapshot *node(Snapshot *parent)
{
	Snapshot *x = xcalloc(1, sizeof *x);
	x->n = parent->n;
	x->n_looks = parent->n_looks;
	link_below(parent, x);
	return x;
}

static bool is_end(const SnapWay *w, u32 n, u32 k)
{
	return n >= w->n && k >= w->n_looks;
}

static Snapshot *leaf(Snapshot *parent, const SnapWay *w)
{
	Snapshot *x = node(parent);
	while (!is_end(w, x->n, x->n_looks))
		add_step(x, step_at(w, x->n, x->n_looks));
	return x;
}

/* A node for the first k steps of x, which comes to stand below it. */
static Snapshot *split(Snapshot *x, u32 k)
{
	u32 left = (u32)x->since.len - k;
	unlink(x);
	Snapshot *y = node(x->parent);
	for (u32 i = 0; i < k; i++)
		add_step(y, x->since.at[i]);
	memmove(x->since.at, x->since.at + k, left * sizeof *x->since.at);
	x->since.len = left;
	link_below(y, x);
	return y;
}

Snapshot *snap_location(Snapshot *at, SnapWay way)
{
	while (!is_end(&way, at->n, at->n_looks)) {
		u32 n = at->n, k = at->n_looks, same = 0;
		SnapStep step = step_at(&way, n, k);
		Snapshot *x = at->child;
		while (x && !same_step(&x->since.at[0], &step))
			x = x->next;
		if (!x)
			return leaf(at, &way);
		do {
			pass(&step, &n, &k);
			if (++same == x->since.len || is_end(&way, n, k))
				break;
			step = step_at(&way, n, k);
		} while (same_step(&x->since.at[same], &step));
		at = same < x->since.len ? split(x, same) : x;
	}
	return at;
}

/* ---- finding ---- */

bool snap_serves(const Machine *m, const Snapshot *x)
{
	u64 limit = machine_limit(m);
	return !limit || snap_reached(x) < limit;
}

static bool holds(Machine *m, const Snapshot *x)
{
	for (size_t i = 0; i < x->since.len; i++) {
		const SnapStep *s = &x->since.at[i];
		if (s->rule ? snap_is_set(m, s->rule) != s->set : !snap_value(m, s->c.cond))
			return false;
	}
	return true;
}

Snapshot *snap_find(Machine *m, Snapshot *root)
{
	Snapshot *at = root, *x = root->child;
	while (x) {
		if (holds(m, x)) {
			at = x->os && snap_serves(m, x) ? x : at;
			x = x->child;
		} else {
			x = x->next;
		}
	}
	return at;
}

/* ---- going ---- */

/* A node without a state and with one below: that has the steps of both. */
static void join(Snapshot *x)
{
	Snapshot *below = x->child;
	vec_append(&x->since, below->since.at, below->since.len);
	vec_free(&below->since);
	memcpy(&below->since, &x->since, sizeof x->since);
	unlink(x);
	link_below(x->parent, below);
	free(x);
}

void snap_prune(Snapshot *x)
{
	while (x->parent && !x->os && !x->child) {
		Snapshot *above = x->parent;
		unlink(x);
		vec_free(&x->since);
		free(x);
		x = above;
	}
	if (x->parent && !x->os && !x->child->next)
		join(x);
}
