/* tree.c: snapshots by their constraints. */
#include "machine/snap/tree.h"

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

static bool same_constraint(const Constraint *a, const Constraint *b)
{
	return a->cond == b->cond && a->value == b->value && a->kind == b->kind &&
		   a->function == b->function && a->ins == b->ins;
}

static Snapshot *leaf(Snapshot *parent, const Constraint *c, u32 n)
{
	Snapshot *x = xcalloc(1, sizeof *x);
	for (u32 i = parent->n; i < n; i++)
		vec_push(&x->since, c[i]);
	x->n = n;
	link_below(parent, x);
	return x;
}

/* A node for the first k constraints of x, which comes to stand below it. */
static Snapshot *split(Snapshot *x, u32 k)
{
	Snapshot *above = x->parent;
	u32 left = (u32)x->since.len - k;
	unlink(x);
	Snapshot *y = leaf(above, x->since.at - above->n, above->n + k);
	memmove(x->since.at, x->since.at + k, left * sizeof *x->since.at);
	x->since.len = left;
	link_below(y, x);
	return y;
}

Snapshot *snap_place(Snapshot *at, const Constraint *c, u32 n)
{
	while (at->n < n) {
		Snapshot *x = at->child;
		while (x && !same_constraint(&x->since.at[0], &c[at->n]))
			x = x->next;
		if (!x)
			return leaf(at, c, n);
		u32 same = 1;
		while (same < x->since.len && at->n + same < n &&
			   same_constraint(&x->since.at[same], &c[at->n + same]))
			same++;
		at = same < x->since.len ? split(x, same) : x;
	}
	return at;
}

/* ---- finding ---- */

bool snap_serves(Machine *m, const Snapshot *x)
{
	u64 limit = m->config.limit_insns;
	for (size_t i = 0; i < x->run.bounds.len; i++) {
		const SnapBound *b = &x->run.bounds.at[i];
		u64 length = (u64)snap_value(m, b->length);
		if (length < b->least || length > b->most)
			return false;
	}
	return !limit || snap_reached(x) < limit;
}

static bool holds(Machine *m, const Snapshot *x)
{
	for (size_t i = 0; i < x->since.len; i++)
		if (!snap_value(m, x->since.at[i].cond))
			return false;
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

/* A node without a state and with one below: that has the constraints of both. */
static void join(Snapshot *x)
{
	Snapshot *below = x->child;
	for (size_t i = 0; i < below->since.len; i++)
		vec_push(&x->since, below->since.at[i]);
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
