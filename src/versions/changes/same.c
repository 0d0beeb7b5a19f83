/* same.c: functions whose bodies are the same, instruction by instruction, and functions that were
 * only renamed.
 *
 * Lowering numbers registers, blocks and slots by their order, so unchanged code has the same
 * numbers in both versions. One pass over the instructions therefore settles nearly all functions
 * of a program. */
#include "versions/changes/impl.h"

static bool same_operand(const ChangeMap *m, Operand o, Operand n)
{
	if (operand_is_const(o) != operand_is_const(n))
		return false;
	return operand_is_const(o) ? const_agrees(m, o & ~OPERAND_CONST, n & ~OPERAND_CONST) : o == n;
}

/* A function of a header of the C library, of which each of its modules has a copy. */
static bool same_helper(const ChangeMap *m, u32 old, u32 newer)
{
	const Function *f = function_of(m, OLD, old), *g = function_of(m, NEW, newer);
	if (f->kind != FN_LIBC || g->kind != FN_LIBC || strcmp(f->source_name, g->source_name))
		return false;
	const Program *p = m->half[OLD].p, *q = m->half[NEW].p;
	const Loc *a = &p->locs.at[f->loc], *b = &q->locs.at[g->loc];
	const char *file = p->files.at[a->file];
	size_t n = strlen(file);
	return n > 2 && !strcmp(file + n - 2, ".h") && !strcmp(file, q->files.at[b->file]) &&
		   a->line == b->line;
}

bool same_callee(const ChangeMap *m, u32 old, u32 newer)
{
	return m->half[OLD].body[old].other == newer || same_helper(m, old, newer);
}

static bool same_call(const ChangeMap *m, const Call *o, const Call *n)
{
	if (o->n_args != n->n_args || o->n_fixed != n->n_fixed || o->variadic != n->variadic ||
		o->n_results != n->n_results ||
		(o->n_results && memcmp(o->results, n->results, o->n_results * sizeof(Type))))
		return false;
	if ((o->callee == NO_OPERAND) != (n->callee == NO_OPERAND))
		return false;
	if (o->callee != NO_OPERAND && !same_callee(m, o->callee, n->callee))
		return false;
	if (o->callee == NO_OPERAND && !same_operand(m, o->target, n->target))
		return false;
	const Function *callee = o->callee == NO_OPERAND ? NULL : function_of(m, OLD, o->callee);
	for (u32 i = 0; i < o->n_args; i++) {
		const Arg *a = &o->args[i], *b = &n->args[i];
		if (a->type != b->type || a->byval_size != b->byval_size)
			return false;
		if (!(callee && change_ignores_argument(callee, i)) && !same_operand(m, a->value, b->value))
			return false;
	}
	return true;
}

static bool same_list(const ChangeMap *m, const Function *f, const Function *g, const Ins *o,
					  const Ins *n)
{
	if (o->n_extra != n->n_extra)
		return false;
	const u32 *a = f->extra + o->extra, *b = g->extra + n->extra;
	for (u32 k = 0; k < o->n_extra; k++)
		switch (o->op) {
		case I_PHI:
			if (a[2 * k] != b[2 * k] || !same_operand(m, a[2 * k + 1], b[2 * k + 1]))
				return false;
			break;
		case I_SWITCH: {
			const Case *c = &f->cases[o->extra + k], *d = &g->cases[n->extra + k];
			if (c->lo != d->lo || c->hi != d->hi || c->block != d->block)
				return false;
			break;
		}
		case I_RET:
			if (!same_operand(m, a[k], b[k]))
				return false;
			break;
		default:
			if (a[k] != b[k])
				return false;
		}
	return true;
}

bool same_unsupported(const Program *p, const Ins *o, const Program *q, const Ins *n)
{
	return !strcmp(p->texts.at[o->imm], q->texts.at[n->imm]) &&
		   !strcmp(p->texts.at[o->scale], q->texts.at[n->scale]);
}

static bool same_ins(const ChangeMap *m, const Function *f, const Function *g, const Ins *o,
					 const Ins *n)
{
	if (o->op != n->op || o->type != n->type || o->type2 != n->type2 || o->sub != n->sub ||
		o->flags != n->flags || o->dst != n->dst)
		return false;
	if (o->op == I_UNSUPPORTED)
		return same_unsupported(m->half[OLD].p, o, m->half[NEW].p, n);
	if (o->imm != n->imm || o->scale != n->scale || !same_operand(m, o->a, n->a) ||
		!same_operand(m, o->b, n->b) || !same_operand(m, o->c, n->c))
		return false;
	if (o->op == I_CALL)
		return same_call(m, &f->calls[o->extra], &g->calls[n->extra]);
	return same_list(m, f, g, o, n);
}

bool same_body(const ChangeMap *m, u32 old, u32 newer)
{
	const Function *f = function_of(m, OLD, old), *g = function_of(m, NEW, newer);
	if (f->n_ins != g->n_ins || f->n_blocks != g->n_blocks || f->n_regs != g->n_regs ||
		f->n_slots != g->n_slots || f->n_params != g->n_params || f->variadic != g->variadic ||
		memcmp(f->params, g->params, f->n_params * sizeof(Type)))
		return false;
	for (u32 b = 0; b < f->n_blocks; b++)
		if (f->blocks[b].end != g->blocks[b].end)
			return false;
	for (u32 k = 0; k < f->n_slots; k++)
		if (f->slots[k].size != g->slots[k].size || f->slots[k].align != g->slots[k].align)
			return false;
	for (u32 i = 0; i < f->n_ins; i++)
		if (!same_ins(m, f, g, &f->ins[i], &g->ins[i]))
			return false;
	return true;
}

/* ---- renamed functions ---- */

static void leftovers(const ChangeMap *m, Side s, U32List *to)
{
	for (u32 f = 0; f < m->half[s].p->functions.len; f++) {
		const Function *fn = function_of(m, s, f);
		if (fn->kind == FN_SUBJECT && fn->n_blocks && m->half[s].body[f].other == NO_OPERAND)
			vec_push(to, f);
	}
}

static void pair(ChangeMap *m, u32 old, u32 newer)
{
	m->half[OLD].body[old].other = newer;
	m->half[NEW].body[newer].other = old;
}

static void unpair(ChangeMap *m, u32 old, u32 newer)
{
	m->half[OLD].body[old].other = NO_OPERAND;
	m->half[NEW].body[newer].other = NO_OPERAND;
}

/* Calls of itself must count as equal while the two are compared. */
static bool same_renamed(ChangeMap *m, u32 old, u32 newer)
{
	pair(m, old, newer);
	if (same_body(m, old, newer))
		return true;
	unpair(m, old, newer);
	return false;
}

static bool pair_same(ChangeMap *m, const U32List *o, const U32List *n)
{
	bool any = false;
	for (size_t i = 0; i < o->len; i++)
		for (size_t j = 0; j < n->len; j++)
			if (m->half[OLD].body[o->at[i]].other == NO_OPERAND &&
				m->half[NEW].body[n->at[j]].other == NO_OPERAND)
				any |= same_renamed(m, o->at[i], n->at[j]);
	return any;
}

typedef struct Sketch {
	u32 function;
	u32 n;
	u64 *keys; /* ascending */
} Sketch;

static int by_number(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;
	return x < y ? -1 : x > y;
}

static Sketch sketch(const ChangeMap *m, Side s, u32 function, Arena *a)
{
	View v = {0};
	view_make(&v, m, s, function, a);
	v.slot = arena_array(a, u32, v.f->n_slots + 1);
	view_keys(&v, KEY_OWN, a);
	Sketch k = {.function = function, .n = v.n_items, .keys = arena_array(a, u64, v.n_items + 1)};
	for (u32 i = 0; i < v.n_items; i++)
		k.keys[i] = v.key[v.items[i]];
	qsort(k.keys, k.n, sizeof *k.keys, by_number);
	return k;
}

/* Common instructions, in percent of both functions'. */
static u32 likeness(const Sketch *a, const Sketch *b)
{
	u32 i = 0, j = 0, common = 0;
	while (i < a->n && j < b->n) {
		if (a->keys[i] == b->keys[j]) {
			common++;
			i++;
			j++;
		} else if (a->keys[i] < b->keys[j]) {
			i++;
		} else {
			j++;
		}
	}
	return a->n + b->n ? 200 * common / (a->n + b->n) : 0;
}

enum {
	LIKE_ENOUGH = 75,   /* percent */
	LIKE_LEAST = 12,    /* instructions: less says nothing */
	LIKE_MOST = 1 << 16 /* pairs to look at */
};

/* Renamed and edited at once. */
static void pair_alike(ChangeMap *m, const U32List *o, const U32List *n)
{
	Arena a = {0};
	Sketch *so = arena_array(&a, Sketch, o->len), *sn = arena_array(&a, Sketch, n->len);
	for (size_t i = 0; i < o->len; i++)
		so[i] = sketch(m, OLD, o->at[i], &a);
	for (size_t j = 0; j < n->len; j++)
		sn[j] = sketch(m, NEW, n->at[j], &a);
	for (;;) {
		u32 best = LIKE_ENOUGH - 1, x = 0, y = 0;
		for (u32 i = 0; i < o->len; i++)
			for (u32 j = 0; j < n->len; j++) {
				if (so[i].n < LIKE_LEAST || sn[j].n < LIKE_LEAST ||
					m->half[OLD].body[o->at[i]].other != NO_OPERAND ||
					m->half[NEW].body[n->at[j]].other != NO_OPERAND)
					continue;
				u32 like = likeness(&so[i], &sn[j]);
				if (like > best) {
					best = like;
					x = i;
					y = j;
				}
			}
		if (best < LIKE_ENOUGH)
			break;
		pair(m, o->at[x], n->at[y]);
	}
	arena_free(&a);
}

void match_renamed(ChangeMap *m)
{
	U32List o = {0}, n = {0};
	leftovers(m, OLD, &o);
	leftovers(m, NEW, &n);
	/* A renamed callee makes its caller the same. */
	while (o.len && n.len && pair_same(m, &o, &n))
		;
	if (o.len && n.len && o.len * n.len <= LIKE_MOST)
		pair_alike(m, &o, &n);
	vec_free(&o);
	vec_free(&n);
}
