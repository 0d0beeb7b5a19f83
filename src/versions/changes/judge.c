/* judge.c: decides which paired instructions do the same.
 *
 * Operands agree if they are equal constants or matched values. An operand that an added or deleted
 * instruction computes is a third case: a run that gets there has executed that change already, so
 * the user of the operand is not changed (it is called carried), unless it is on the same line and
 * part of the same statement.
 *
 * Phis have no order worth aligning. Two phis are paired if a matched instruction uses both as the
 * same operand and their operands agree, edge by edge, assuming that they are a pair; edges whose
 * branch is changed are ignored. A phi without a counterpart is looked through. */
#include "versions/changes/impl.h"

typedef enum Agreement {
	AGREE,
	AGREE_CARRIED, /* differ only through a change that was executed before */
	AGREE_HERE,    /* likewise, on the line of the user */
	DISAGREE,
} Agreement;

enum { STEPS_MOST = 4000 }; /* operands looked at for one user; beyond, they count as different */

typedef struct PhiPair {
	u32 reg[N_SIDES];
} PhiPair;

typedef struct Judge {
	const ChangeMap *m;
	Pair *p;
	View *v[N_SIDES];
	u32 user[N_SIDES];    /* the pair being judged */
	u32 steps;            /* operands looked at for it */
	VEC(PhiPair) trail;   /* phis paired so far, to be undone when an assumption fails */
	VEC(PhiPair) looking; /* phis being looked through */
	IntMap failed;        /* pairs of phis that cannot be: old + 1 << 32 | new */
} Judge;

static Agreement worse(Agreement a, Agreement b)
{
	return a > b ? a : b;
}

static Agreement agree(Judge *j, Operand o, Operand n);

/* ---- phis ---- */

static const Ins *def_of(const View *v, Operand o)
{
	return operand_is_const(o) || v->def[o] == NO_OPERAND ? NULL : &v->f->ins[v->def[o]];
}

static bool is_free_phi(const Judge *j, Side s, Operand o)
{
	const Ins *d = o == NO_OPERAND ? NULL : def_of(j->v[s], o);
	return d && d->op == I_PHI && j->p->reg[s][o] == NO_OPERAND;
}

/* The block of the other side from which the counterpart of an edge comes, or NO_BLOCK when the
 * branch is changed. */
static u32 edge_counterpart(const Judge *j, Side s, u32 from, u32 to)
{
	const View *v = j->v[s], *w = j->v[side_other(s)];
	u32 t = v->f->blocks[from].end - 1, u = v->ins[t], there = j->p->block[s][to];
	if (!v->live[from] || u == NO_OPERAND || there == NO_OPERAND)
		return NO_BLOCK;
	U32List ways = {0};
	bool found = false;
	view_ways(w, &w->f->ins[u], &ways);
	for (size_t k = 0; k < ways.len; k++)
		found |= ways.at[k] == there;
	vec_free(&ways);
	return found ? w->block[u] : NO_BLOCK;
}

static Operand incoming(const View *v, const Ins *phi, u32 from)
{
	for (u32 k = 0; k < phi->n_extra; k++)
		if (v->f->extra[phi->extra + 2 * k] == from)
			return v->f->extra[phi->extra + 2 * k + 1];
	return NO_OPERAND;
}

static void set_pair(Judge *j, u32 o, u32 n, u32 width, bool paired)
{
	u32 x = j->v[OLD]->def[o], y = j->v[NEW]->def[n];
	for (u32 k = 0; k < width; k++) {
		j->p->reg[OLD][o + k] = paired ? n + k : NO_OPERAND;
		j->p->reg[NEW][n + k] = paired ? o + k : NO_OPERAND;
	}
	j->p->ins[OLD][x] = paired ? y : NO_OPERAND;
	j->p->ins[NEW][y] = paired ? x : NO_OPERAND;
}

/* Takes back the pairs that were made under an assumption that does not hold. */
static void undo(Judge *j, size_t mark)
{
	while (j->trail.len > mark) {
		PhiPair last = vec_pop(&j->trail);
		Type t = def_of(j->v[OLD], last.reg[OLD])->type;
		set_pair(j, last.reg[OLD], last.reg[NEW], type_regs(t), false);
	}
}

static bool phi_edges_agree(Judge *j, const Ins *a, const Ins *b)
{
	const View *o = j->v[OLD], *n = j->v[NEW];
	u32 at = o->block[a - o->f->ins];
	for (u32 k = 0; k < a->n_extra; k++) {
		u32 from = o->f->extra[a->extra + 2 * k];
		u32 there = edge_counterpart(j, OLD, from, at);
		Operand y = there == NO_BLOCK ? NO_OPERAND : incoming(n, b, there);
		if (y != NO_OPERAND && agree(j, o->f->extra[a->extra + 2 * k + 1], y) == DISAGREE)
			return false;
	}
	return true;
}

static bool pair_phis(Judge *j, u32 o, u32 n)
{
	const Ins *a = def_of(j->v[OLD], o), *b = def_of(j->v[NEW], n);
	u32 at = j->v[OLD]->block[j->v[OLD]->def[o]];
	u32 there = j->v[NEW]->block[j->v[NEW]->def[n]];
	u64 key = (u64)(o + 1) << 32 | n, ignored;
	if (a->type != b->type || j->p->block[OLD][at] != there ||
		intmap_get(&j->failed, key, &ignored))
		return false;
	size_t mark = j->trail.len;
	set_pair(j, o, n, type_regs(a->type), true);
	vec_push(&j->trail, ((PhiPair){{o, n}}));
	if (phi_edges_agree(j, a, b))
		return true;
	undo(j, mark);
	intmap_put(&j->failed, key, 1);
	return false;
}

/* Each value that a phi without counterpart may pass on, against the other side's operand. */
static Agreement look_through(Judge *j, Side s, Operand phi, Operand other)
{
	const View *v = j->v[s];
	const Ins *in = def_of(v, phi);
	PhiPair key = {.reg = {[OLD] = s == OLD ? phi : other, [NEW] = s == OLD ? other : phi}};
	for (size_t k = 0; k < j->looking.len; k++)
		if (!memcmp(&j->looking.at[k], &key, sizeof key))
			return AGREE;
	vec_push(&j->looking, key);
	size_t mark = j->trail.len;
	Agreement all = AGREE;
	for (u32 k = 0; k < in->n_extra && all != DISAGREE; k++) {
		u32 from = v->f->extra[in->extra + 2 * k];
		Operand value = v->f->extra[in->extra + 2 * k + 1];
		if (edge_counterpart(j, s, from, v->block[v->def[phi]]) == NO_BLOCK)
			all = worse(all, AGREE_CARRIED);
		else
			all = worse(all, s == OLD ? agree(j, value, other) : agree(j, other, value));
	}
	j->looking.len--;
	if (all == DISAGREE)
		undo(j, mark);
	return all;
}

/* ---- operands ---- */

static bool same_line(const Judge *j, Side s, u32 ins)
{
	const View *v = j->v[s];
	const Loc *a = &v->p->locs.at[v->f->ins[ins].loc];
	const Loc *b = &v->p->locs.at[v->f->ins[j->user[s]].loc];
	return a->line && a->file == b->file && a->line == b->line;
}

/* Made by an instruction that only one version has. */
static Agreement carried(const Judge *j, Side s, Operand o)
{
	const View *v = j->v[s];
	const Ins *d = def_of(v, o);
	if (!d || d->op == I_PHI || d->op == I_SLOT || v->ins[v->def[o]] != NO_OPERAND ||
		!v->live[v->block[v->def[o]]])
		return DISAGREE;
	return same_line(j, s, v->def[o]) ? AGREE_HERE : AGREE_CARRIED;
}

static Agreement agree(Judge *j, Operand o, Operand n)
{
	o = view_root(j->v[OLD], o);
	n = view_root(j->v[NEW], n);
	if (o == NO_OPERAND || n == NO_OPERAND)
		return o == n ? AGREE : DISAGREE;
	if (operand_is_const(o) && operand_is_const(n))
		return const_agrees(j->m, o & ~OPERAND_CONST, n & ~OPERAND_CONST) ? AGREE : DISAGREE;
	if (!operand_is_const(o) && !operand_is_const(n) && j->p->reg[OLD][o] == n)
		return AGREE;
	if (++j->steps > STEPS_MOST)
		return DISAGREE;
	bool phi_o = !operand_is_const(o) && is_free_phi(j, OLD, o);
	bool phi_n = !operand_is_const(n) && is_free_phi(j, NEW, n);
	if (phi_o && phi_n && pair_phis(j, o, n))
		return AGREE;
	Agreement a = operand_is_const(o) ? DISAGREE : carried(j, OLD, o);
	Agreement b = operand_is_const(n) ? DISAGREE : carried(j, NEW, n);
	if (a != DISAGREE && b != DISAGREE)
		return worse(a, b);
	if (a != DISAGREE || b != DISAGREE)
		return a == DISAGREE ? b : a;
	if (phi_o)
		return look_through(j, OLD, o, n);
	return phi_n ? look_through(j, NEW, n, o) : DISAGREE;
}

static Agreement agree_call(Judge *j, const Call *o, const Call *n)
{
	if (o->n_args != n->n_args || o->n_fixed != n->n_fixed || o->variadic != n->variadic ||
		(o->callee == NO_OPERAND) != (n->callee == NO_OPERAND))
		return DISAGREE;
	if (o->callee != NO_OPERAND && !same_callee(j->m, o->callee, n->callee))
		return DISAGREE;
	Agreement all = o->callee == NO_OPERAND ? agree(j, o->target, n->target) : AGREE;
	const Function *callee = o->callee == NO_OPERAND ? NULL : function_of(j->m, OLD, o->callee);
	for (u32 i = 0; i < o->n_args; i++) {
		const Arg *a = &o->args[i], *b = &n->args[i];
		if (a->type != b->type || a->byval_size != b->byval_size)
			return DISAGREE;
		if (!callee || !change_ignores_argument(callee, i))
			all = worse(all, agree(j, a->value, b->value));
	}
	return all;
}

static Agreement agree_operands(Judge *j, const Ins *o, const Ins *n)
{
	const Function *f = j->v[OLD]->f, *g = j->v[NEW]->f;
	Agreement all = worse(agree(j, o->a, n->a), worse(agree(j, o->b, n->b), agree(j, o->c, n->c)));
	if (o->op == I_CALL)
		return worse(all, agree_call(j, &f->calls[o->extra], &g->calls[n->extra]));
	if (o->op == I_RET && o->n_extra != n->n_extra)
		return DISAGREE;
	for (u32 k = 0; o->op == I_RET && k < o->n_extra; k++)
		all = worse(all, agree(j, f->extra[o->extra + k], g->extra[n->extra + k]));
	return all;
}

/* ---- ways out ---- */

static bool same_way(const Judge *j, i64 old, i64 newer)
{
	return j->p->block[OLD][old] == (u32)newer;
}

static const Case *find_case(const Function *f, const Ins *in, const Case *like)
{
	for (u32 k = 0; k < in->n_extra; k++) {
		const Case *c = &f->cases[in->extra + k];
		if (c->lo == like->lo && c->hi == like->hi)
			return c;
	}
	return NULL;
}

/* A case that only one version has goes the default's way in the other. */
static u8 judge_switch(const Judge *j, const Ins *o, const Ins *n)
{
	const Function *f = j->v[OLD]->f, *g = j->v[NEW]->f;
	u8 flag = same_way(j, o->imm, n->imm) ? 0 : 1 + POINT_EDGE;
	for (u32 k = 0; k < o->n_extra; k++) {
		const Case *c = &f->cases[o->extra + k], *d = find_case(g, n, c);
		if (!same_way(j, c->block, d ? d->block : n->imm)) {
			if (!d)
				return 1 + POINT_CODE;
			flag = 1 + POINT_EDGE;
		}
	}
	for (u32 k = 0; k < n->n_extra; k++) {
		const Case *d = &g->cases[n->extra + k];
		if (!find_case(f, o, d) && !same_way(j, o->imm, d->block))
			return 1 + POINT_CODE;
	}
	return flag;
}

static u8 judge_ways(const Judge *j, const Ins *o, const Ins *n)
{
	const Function *f = j->v[OLD]->f, *g = j->v[NEW]->f;
	bool same = true;
	switch (o->op) {
	case I_BR: same = same_way(j, o->imm, n->imm); break;
	case I_CBR: same = same_way(j, o->imm, n->imm) && same_way(j, o->scale, n->scale); break;
	case I_SWITCH: return judge_switch(j, o, n);
	case I_IBR:
		same = o->n_extra == n->n_extra;
		for (u32 k = 0; same && k < o->n_extra; k++)
			same = same_way(j, f->extra[o->extra + k], g->extra[n->extra + k]);
		break;
	default: break;
	}
	return same ? 0 : 1 + POINT_EDGE;
}

static bool same_fields(const Judge *j, const Ins *o, const Ins *n)
{
	if (o->op != n->op || o->type != n->type || o->type2 != n->type2 || o->sub != n->sub ||
		o->flags != n->flags)
		return false;
	switch (o->op) {
	case I_BR:
	case I_CBR:
	case I_SWITCH: return true;
	case I_UNSUPPORTED: return same_unsupported(j->v[OLD]->p, o, j->v[NEW]->p, n);
	case I_SLOT: {
		const Slot *a = &j->v[OLD]->f->slots[o->imm], *b = &j->v[NEW]->f->slots[n->imm];
		return a->size == b->size && a->align == b->align;
	}
	default: return o->imm == n->imm && o->scale == n->scale;
	}
}

static u8 judge_ins(Judge *j, const Ins *o, const Ins *n)
{
	if (!same_fields(j, o, n) || agree_operands(j, o, n) >= AGREE_HERE)
		return 1 + POINT_CODE;
	return judge_ways(j, o, n);
}

/* ---- the whole ---- */

static void match_results(Judge *j)
{
	const Function *f = j->v[OLD]->f, *g = j->v[NEW]->f;
	for (u32 i = 0; i < f->n_ins; i++) {
		u32 k = j->p->ins[OLD][i], a, b;
		if (k == NO_OPERAND)
			continue;
		u32 n = static_ins_defs(f, &f->ins[i], &a), n_b = static_ins_defs(g, &g->ins[k], &b);
		for (u32 r = 0; r < n && r < n_b; r++) {
			j->p->reg[OLD][a + r] = b + r;
			j->p->reg[NEW][b + r] = a + r;
		}
	}
}

/* What a passing marker sets is what it passes on. */
static void match_markers(Judge *j)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 r = 0; r < j->v[s]->f->n_regs; r++) {
			Operand root = j->v[s]->root[r];
			if (root != r && !operand_is_const(root) && j->p->reg[s][r] == NO_OPERAND)
				j->p->reg[s][r] = j->p->reg[s][root];
		}
}

void judge_pair(ChangeMap *m, Pair *p, View *old, View *newer)
{
	Judge j = {.m = m, .p = p, .v = {old, newer}};
	match_results(&j);
	for (u32 i = 0; i < old->f->n_ins; i++) {
		u32 k = p->ins[OLD][i];
		const Ins *in = &old->f->ins[i];
		if (k == NO_OPERAND || in->op == I_PHI)
			continue;
		j.user[OLD] = i;
		j.user[NEW] = k;
		j.steps = 0;
		p->flag[OLD][i] = p->flag[NEW][k] = judge_ins(&j, in, &newer->f->ins[k]);
	}
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 i = 0; i < j.v[s]->n_items; i++)
			if (p->ins[s][j.v[s]->items[i]] == NO_OPERAND)
				p->flag[s][j.v[s]->items[i]] = 1 + POINT_CODE;
	match_markers(&j);
	vec_free(&j.trail);
	vec_free(&j.looking);
	intmap_free(&j.failed);
}
