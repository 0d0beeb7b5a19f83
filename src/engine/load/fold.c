/* fold.c: replaces short-circuit branches by logic.
 *
 * `a && b` is a branch around the computation of b. If computing b has no effect and cannot
 * trap, we compute both and combine them: one path instead of two or three, for a slightly
 * larger expression. There are two patterns. B is the block that tests a; R, entered only from
 * B, computes b:
 *
 *   B --> R --> J       J's phis choose between B's and R's value: they become selects in B
 *    \_________^
 *
 *   B --> R --> T       both tests can lead to E: they become one test in B
 *    \     \--> E
 *     \_________^
 *
 * R stays as an empty, unreachable block, so that block numbers keep their meaning.
 */
#include "engine/load/lower/lower.h"

enum { FOLD_MAX = 12 }; /* instructions of R */

typedef VEC(Ins) InsList;

typedef struct Fold {
	Program *p;
	Function *f;
	u32 *preds;     /* edges into each block */
	InsList *lists; /* instructions of each block */
	VEC(u32) extra; /* replaces Function.extra */
	IntMap consts;
	bool changed;
} Fold;

/* Computes from registers to a register and can neither trap nor be seen. */
static bool is_pure(const Ins *in)
{
	switch (in->op) {
	case I_ADD ... I_MUL:
	case I_SHL ... I_XOR:
	case I_ICMP:
	case I_TRUNC:
	case I_ZEXT:
	case I_SEXT:
	case I_BITCAST:
	case I_MOV:
	case I_SELECT:
	case I_GEP:
	case I_SLOT: return true;
	default: return false;
	}
}

static Ins *terminator(Fold *o, u32 b)
{
	return &vec_last(&o->lists[b]);
}

static bool is_foldable(Fold *o, u32 r)
{
	const InsList *l = &o->lists[r];
	if (o->preds[r] != 1 || !l->len || l->len - 1 > FOLD_MAX || o->f->blocks[r].address || r == 0)
		return false;
	for (size_t i = 0; i + 1 < l->len; i++)
		if (!is_pure(&l->at[i]))
			return false;
	return true;
}

static Operand bit_const(Fold *o, bool value)
{
	u64 found;
	if (intmap_get(&o->consts, 1 + value, &found))
		return (Operand)found;
	vec_push(&o->p->consts, ((Const){.lo = value, .type = 1}));
	Operand c = OPERAND_CONST | (u32)(o->p->consts.len - 1);
	intmap_put(&o->consts, 1 + value, c);
	return c;
}

static u32 new_register(Fold *o, Type t)
{
	u32 r = o->f->n_regs;
	o->f->n_regs += type_regs(t);
	return r;
}

/* The entry of a phi for a predecessor. */
static u32 *phi_entry(Fold *o, const Ins *phi, u32 from)
{
	for (u32 k = 0; k < phi->n_extra; k++)
		if (o->extra.at[phi->extra + 2 * k] == from)
			return &o->extra.at[phi->extra + 2 * k];
	return NULL;
}

static void drop_entry(Fold *o, Ins *phi, u32 from)
{
	u32 *e = phi_entry(o, phi, from);
	u32 *last = &o->extra.at[phi->extra + 2 * (phi->n_extra - 1)];
	e[0] = last[0];
	e[1] = last[1];
	phi->n_extra--;
}

/* Appends d = cond ? yes : no to the list. */
static Operand add_select(Fold *o, InsList *to, Type t, Operand cond, Operand yes, Operand no,
						  u32 loc)
{
	if (yes == no)
		return yes;
	u32 d = new_register(o, t);
	vec_push(to, ((Ins){.op = I_SELECT,
						.type = t,
						.type2 = t,
						.dst = d,
						.a = cond,
						.b = yes,
						.c = no,
						.loc = loc}));
	return d;
}

/* At block `at`, which both B and R lead to, values from B and R become one from B. `to_r`: a takes
 * B to R. */
static void merge_phis(Fold *o, u32 at, u32 b, u32 r, Operand a, bool to_r, InsList *body, u32 loc)
{
	for (size_t i = 0; i < o->lists[at].len && o->lists[at].at[i].op == I_PHI; i++) {
		Ins *phi = &o->lists[at].at[i];
		u32 *from_b = phi_entry(o, phi, b), *from_r = phi_entry(o, phi, r);
		from_b[1] = add_select(o, body, phi->type, a, to_r ? from_r[1] : from_b[1],
							   to_r ? from_b[1] : from_r[1], loc);
		drop_entry(o, phi, r);
	}
}

/* Where a phi of T named R it now means B. */
static void rename_pred(Fold *o, u32 at, u32 from, u32 to)
{
	for (size_t i = 0; i < o->lists[at].len && o->lists[at].at[i].op == I_PHI; i++) {
		u32 *e = phi_entry(o, &o->lists[at].at[i], from);
		if (e)
			e[0] = to;
	}
}

static void retire(Fold *o, u32 r, u32 loc)
{
	o->lists[r].len = 0;
	o->preds[r] = 0;
	vec_push(&o->lists[r], ((Ins){.op = I_UNREACHABLE,
								  .dst = NO_REG,
								  .a = NO_OPERAND,
								  .b = NO_OPERAND,
								  .c = NO_OPERAND,
								  .loc = loc}));
	o->changed = true;
}

static void take_over(Fold *o, u32 b, u32 r)
{
	o->lists[b].len--; /* B's test */
	for (size_t i = 0; i + 1 < o->lists[r].len; i++)
		vec_push(&o->lists[b], o->lists[r].at[i]);
}

/* B -> R -> J and B -> J. */
static bool fold_value(Fold *o, u32 b, u32 r)
{
	Ins test = *terminator(o, b), jump = *terminator(o, r);
	bool to_r = (u32)test.imm == r;
	u32 join = (u32)(to_r ? test.scale : test.imm);
	if (jump.op != I_BR || (u32)jump.imm != join || join == b)
		return false;
	take_over(o, b, r);
	merge_phis(o, join, b, r, test.a, to_r, &o->lists[b], test.loc);
	vec_push(&o->lists[b], ((Ins){.op = I_BR,
								  .dst = NO_REG,
								  .a = NO_OPERAND,
								  .b = NO_OPERAND,
								  .c = NO_OPERAND,
								  .loc = test.loc,
								  .imm = join}));
	o->preds[join]--;
	retire(o, r, test.loc);
	return true;
}

/* B -> R -> {T, E} and B -> E. */
static bool fold_test(Fold *o, u32 b, u32 r)
{
	Ins first = *terminator(o, b), second = *terminator(o, r);
	if (second.op != I_CBR)
		return false;
	bool to_r = (u32)first.imm == r;
	u32 shared = (u32)(to_r ? first.scale : first.imm);
	bool yes_shared = (u32)second.imm == shared, no_shared = (u32)second.scale == shared;
	if (yes_shared == no_shared || shared == b)
		return false;
	u32 other = (u32)(yes_shared ? second.scale : second.imm);
	if (other == b || other == r)
		return false;
	take_over(o, b, r);
	merge_phis(o, shared, b, r, first.a, to_r, &o->lists[b], first.loc);
	rename_pred(o, other, r, b);
	/* Leaving B for E decides as R's edge to E does. */
	Operand early = bit_const(o, yes_shared);
	Operand cond = add_select(o, &o->lists[b], 1, first.a, to_r ? second.a : early,
							  to_r ? early : second.a, first.loc);
	Ins test = first;
	test.a = cond;
	test.imm = second.imm;
	test.scale = second.scale;
	vec_push(&o->lists[b], test);
	o->preds[shared]--;
	retire(o, r, first.loc);
	return true;
}

static void fold_block(Fold *o, u32 b)
{
	for (;;) {
		const Ins *t = terminator(o, b);
		if (t->op != I_CBR || t->imm == t->scale)
			return;
		u32 succ[2] = {(u32)t->imm, (u32)t->scale};
		bool done = false;
		for (u32 k = 0; k < 2 && !done; k++)
			done = succ[k] != b && is_foldable(o, succ[k]) &&
				   (fold_value(o, b, succ[k]) || fold_test(o, b, succ[k]));
		if (!done)
			return;
	}
}

static void count_preds(Fold *o)
{
	const Function *f = o->f;
	for (u32 b = 0; b < f->n_blocks; b++) {
		const Ins *t = terminator(o, b);
		if (t->op == I_BR || t->op == I_CBR || t->op == I_SWITCH)
			o->preds[t->imm]++;
		if (t->op == I_CBR)
			o->preds[t->scale]++;
		if (t->op == I_SWITCH)
			for (u32 k = 0; k < t->n_extra; k++)
				o->preds[f->cases[t->extra + k].block]++;
		if (t->op == I_IBR)
			for (u32 k = 0; k < t->n_extra; k++)
				o->preds[f->extra[t->extra + k]] += 2;
	}
}

static void write_back(Fold *o)
{
	Function *f = o->f;
	u32 n = 0;
	for (u32 b = 0; b < f->n_blocks; b++)
		n += (u32)o->lists[b].len;
	Ins *ins = arena_array(&o->p->arena, Ins, n + 1);
	u32 at = 0;
	for (u32 b = 0; b < f->n_blocks; b++) {
		f->blocks[b].first = at;
		memcpy(ins + at, o->lists[b].at, o->lists[b].len * sizeof(Ins));
		at += (u32)o->lists[b].len;
		f->blocks[b].end = at;
	}
	f->ins = ins;
	f->n_ins = n;
	if (o->extra.len)
		memcpy(f->extra, o->extra.at, o->extra.len * sizeof *f->extra);
}

void fold_function(Program *p, Function *f)
{
	Fold o = {.p = p, .f = f};
	if (!f->n_blocks)
		return;
	o.preds = xcalloc(f->n_blocks, sizeof *o.preds);
	o.lists = xcalloc(f->n_blocks, sizeof *o.lists);
	for (u32 b = 0; b < f->n_blocks; b++)
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			vec_push(&o.lists[b], f->ins[i]);
	vec_append(&o.extra, f->extra, f->n_extra);
	count_preds(&o);
	/* From the back: the innermost operators are the last blocks. */
	for (u32 b = f->n_blocks; b-- > 0;)
		fold_block(&o, b);
	if (o.changed)
		write_back(&o);
	for (u32 b = 0; b < f->n_blocks; b++)
		vec_free(&o.lists[b]);
	vec_free(&o.extra);
	intmap_free(&o.consts);
	free(o.lists);
	free(o.preds);
}
