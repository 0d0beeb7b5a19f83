/* align.c: pairs the instructions of a function with those of its other version.
 *
 * Slots come first. Then the instructions, from the strongest keys to the weakest, each level only
 * in the gaps that the earlier levels left. So the pairs are in the same order in both versions,
 * which judge.c relies on. Phis are paired later, by their users. */
#include "versions/changes/impl.h"

/* ---- slots ---- */

static bool same_slot(const Slot *a, const Slot *b, bool names, bool sizes)
{
	if (sizes && (a->size != b->size || a->align != b->align))
		return false;
	return !names || (a->name && b->name && !strcmp(a->name, b->name));
}

/* Free slots that fit, in order. `before`: only up to the next slot that is paired already. */
static void pair_slots(View *o, View *n, bool names, bool sizes)
{
	u32 after = 0; /* end of what the last pair has passed in NEW */
	for (u32 i = 0; i < o->f->n_slots; i++) {
		if (o->slot[i] != NO_OPERAND) {
			after = o->slot[i] + 1;
			continue;
		}
		for (u32 j = names ? 0 : after; j < n->f->n_slots; j++) {
			if (n->slot[j] != NO_OPERAND) {
				if (names)
					continue;
				break;
			}
			if (same_slot(&o->f->slots[i], &n->f->slots[j], names, sizes)) {
				o->slot[i] = j;
				n->slot[j] = i;
				after = j + 1;
				break;
			}
		}
	}
}

static void align_slots(View *o, View *n)
{
	pair_slots(o, n, true, true);  /* unchanged */
	pair_slots(o, n, false, true); /* renamed */
	pair_slots(o, n, true, false); /* of another size */
	u32 *at = xcalloc(n->f->n_slots + 1, sizeof *at);
	for (u32 i = 0; i < n->f->n_ins; i++)
		if (n->f->ins[i].op == I_SLOT)
			at[n->f->ins[i].imm] = i;
	for (u32 i = 0; i < o->f->n_ins; i++)
		if (o->f->ins[i].op == I_SLOT && o->slot[o->f->ins[i].imm] != NO_OPERAND) {
			u32 j = at[o->slot[o->f->ins[i].imm]];
			o->ins[i] = j;
			n->ins[j] = i;
		}
	free(at);
}

/* ---- instructions ---- */

typedef struct Gap {
	View *o, *n;
	u32 i, j; /* where the gap begins in the items of either */
} Gap;

static void on_pair(u32 i, u32 j, void *arg)
{
	Gap *g = arg;
	u32 x = g->o->items[g->i + i], y = g->n->items[g->j + j];
	g->o->ins[x] = y;
	g->n->ins[y] = x;
}

static bool align_gap(View *o, View *n, u32 i0, u32 i1, u32 j0, u32 j1, Arena *a)
{
	if (i0 == i1 || j0 == j1)
		return true;
	ArenaMark mark = arena_mark(a);
	u64 *x = arena_array(a, u64, i1 - i0), *y = arena_array(a, u64, j1 - j0);
	for (u32 i = i0; i < i1; i++)
		x[i - i0] = o->key[o->items[i]];
	for (u32 j = j0; j < j1; j++)
		y[j - j0] = n->key[n->items[j]];
	Gap gap = {o, n, i0, j0};
	bool complete = sequence_align(x, i1 - i0, y, j1 - j0, a, on_pair, &gap);
	arena_release(a, mark);
	return complete;
}

/* Everything between pairs, at the current level. */
static bool align_gaps(View *o, View *n, Arena *a)
{
	u32 i = 0, j = 0;
	bool complete = true;
	for (;;) {
		u32 i0 = i, j0 = j;
		while (i < o->n_items && o->ins[o->items[i]] == NO_OPERAND)
			i++;
		while (j < n->n_items && n->ins[n->items[j]] == NO_OPERAND)
			j++;
		complete &= align_gap(o, n, i0, i, j0, j, a);
		if (i == o->n_items)
			return complete;
		i++;
		j++;
	}
}

static bool align_instructions(View *o, View *n, Arena *a)
{
	bool complete = true;
	static const int rising[] = {KEY_OWN, KEY_DEEP, KEY_DEEPER};
	u64 *keys[N_SIDES][N_KEYS];
	for (size_t k = 0; k < countof(rising); k++)
		for (Side s = OLD; s < N_SIDES; s++) {
			View *v = s == OLD ? o : n;
			view_keys(v, rising[k], a);
			keys[s][rising[k]] =
				memcpy(arena_array(a, u64, v->f->n_ins + 1), v->key, v->f->n_ins * sizeof(u64));
		}
	for (int level = KEY_DEEPER; level >= KEY_CLASS; level--) {
		if (level >= KEY_OWN) {
			o->key = keys[OLD][level];
			n->key = keys[NEW][level];
		} else {
			view_keys(o, level, a);
			view_keys(n, level, a);
		}
		complete = align_gaps(o, n, a);
	}
	return complete;
}

/* ---- blocks ---- */

static u32 first_matched(const View *v, u32 b)
{
	for (u32 i = v->f->blocks[b].first; i < v->f->blocks[b].end; i++)
		if (v->ins[i] != NO_OPERAND && v->f->ins[i].op != I_SLOT && v->f->ins[i].op != I_PHI)
			return i;
	return NO_OPERAND;
}

/* Two blocks begin alike if the first matched instructions in them match each other. Instructions before
 * these are changed, so a run that enters both blocks executes a change or stays aligned. */
static void align_blocks(Pair *p, const View *o, const View *n)
{
	for (u32 b = 0; b < o->f->n_blocks; b++) {
		u32 i = o->live[b] ? first_matched(o, b) : NO_OPERAND;
		if (i == NO_OPERAND)
			continue;
		u32 c = n->block[o->ins[i]];
		if (first_matched(n, c) == o->ins[i]) {
			p->block[OLD][b] = c;
			p->block[NEW][c] = b;
		}
	}
}

static u32 *none(Arena *a, u32 n)
{
	u32 *list = arena_array(a, u32, n + 1);
	memset(list, 0xff, (n + 1) * sizeof *list);
	return list;
}

/* Parameters go by position; when there are more or fewer, from the front. */
static void align_parameters(Pair *p, const View *o, const View *n)
{
	u32 r = 0, q = 0;
	for (u32 k = 0; k < o->f->n_params && k < n->f->n_params; k++) {
		if (o->f->params[k] == n->f->params[k])
			for (u32 i = 0; i < type_regs(o->f->params[k]); i++) {
				p->reg[OLD][r + i] = q + i;
				p->reg[NEW][q + i] = r + i;
			}
		r += type_regs(o->f->params[k]);
		q += type_regs(n->f->params[k]);
	}
}

Pair *align_functions(ChangeMap *m, View *o, View *n)
{
	Pair *p = arena_new(&m->arena, Pair);
	View *views[N_SIDES] = {o, n};
	Arena a = {0};
	for (Side s = OLD; s < N_SIDES; s++) {
		const Function *f = views[s]->f;
		p->function[s] = f->id;
		views[s]->ins = p->ins[s] = none(&m->arena, f->n_ins);
		views[s]->slot = p->slot[s] = none(&m->arena, f->n_slots);
		p->reg[s] = none(&m->arena, f->n_regs);
		p->block[s] = none(&m->arena, f->n_blocks);
		p->flag[s] = arena_array(&m->arena, u8, f->n_ins + 1);
	}
	align_slots(o, n);
	if (!align_instructions(o, n, &a))
		map_note(m,
				 "%s is too large and too different to be aligned completely: more of it counts as "
				 "changed than need be",
				 n->f->name);
	align_blocks(p, o, n);
	align_parameters(p, o, n);
	o->key = n->key = NULL;
	arena_free(&a);
	return p;
}
