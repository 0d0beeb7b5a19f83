/* uses.c: finds uses of values, and instructions that others take over. */
#include "engine/code/codegen.h"

enum { MOST_STEPS = 16 }; /* from an address back to where it comes from */

static void note_use(CodeGen *g, Operand o, u32 ins, bool address)
{
	if (o == NO_OPERAND || operand_is_const(o))
		return;
	RegInfo *r = &g->regs[o];
	r->uses++;
	r->use = ins;
	if (!address || r->def == NO_REG || g->block_of[r->def] != g->block_of[ins])
		r->other = true;
}

static void note_uses(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	bool memory = (in->op == I_LOAD || in->op == I_STORE) && plain_width(type_bits(in->type)) &&
				  !(in->flags & INS_BITFIELD);
	note_use(g, in->a, i, memory);
	note_use(g, in->b, i, false);
	note_use(g, in->c, i, false);
	if (in->op == I_PHI)
		for (u32 k = 0; k < in->n_extra; k++)
			note_use(g, g->f->extra[in->extra + 2 * k + 1], i, false);
	if (in->op == I_RET)
		for (u32 k = 0; k < in->n_extra; k++)
			note_use(g, g->f->extra[in->extra + k], i, false);
	if (in->op == I_CALL) {
		const Call *c = &g->f->calls[in->extra];
		note_use(g, c->target, i, false);
		for (u32 k = 0; k < c->n_args; k++)
			note_use(g, c->args[k].value, i, false);
	}
}

void code_analyse(CodeGen *g)
{
	const Function *f = g->f;
	g->regs = arena_array(&g->arena, RegInfo, f->n_regs + 1);
	g->map = arena_array(&g->arena, u32, f->n_regs + 1);
	g->block_of = arena_array(&g->arena, u32, f->n_ins + 1);
	g->skip = arena_array(&g->arena, u8, f->n_ins + 1);
	g->extends = arena_array(&g->arena, u32, f->n_ins + 1);
	for (u32 i = 0; i < f->n_params; i++)
		g->param_regs += type_regs(f->params[i]);
	for (u32 r = 0; r < f->n_regs; r++)
		g->regs[r].def = NO_REG;
	for (u32 b = 0; b < f->n_blocks; b++)
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
			g->block_of[i] = b;
			if (f->ins[i].dst != NO_REG)
				g->regs[f->ins[i].dst].def = i;
		}
	for (u32 i = 0; i < f->n_ins; i++)
		note_uses(g, i);
}

/* Constant addresses are globals: they are reached from a register that holds the start of all
 * globals. */
bool code_base_fits(const CodeGen *g, Operand base, i64 offset)
{
	if (!operand_is_const(base))
		return true;
	const Const *c = code_constant(g, base);
	return !c->undef && c->lo >= GLOBALS_BASE && c->lo < g->p->globals_end &&
		   imm_fits((i64)(c->lo - GLOBALS_BASE) + offset);
}

/* An address computation that loads and stores take over; see also fold_address. */
static bool gep_is_folded(const CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	const RegInfo *r = &g->regs[in->dst];
	if (in->op != I_GEP || r->other || !r->uses || !imm_fits(in->imm) ||
		!code_base_fits(g, in->a, in->imm))
		return false;
	if (in->b == NO_OPERAND)
		return true;
	return r->uses == 1 && !operand_is_const(in->b) && in->scale == (i64)(u32)in->scale;
}

/* The element of an array of which a load takes a field: the load takes it over together with the
 * computation of the field, element->field. One word stands for four instructions at most, so
 * stores, which may take over a conversion as well, do not. */
static bool element_is_folded(const CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	const RegInfo *r = &g->regs[in->dst];
	if (in->op != I_GEP || in->b == NO_OPERAND || operand_is_const(in->b) || r->uses != 1 ||
		g->block_of[r->use] != g->block_of[i] || in->scale != (i64)(u32)in->scale)
		return false;
	const Ins *field = &g->f->ins[r->use];
	if (field->op != I_GEP || field->a != in->dst || field->b != NO_OPERAND ||
		!gep_is_folded(g, r->use) || g->regs[field->dst].uses != 1 ||
		g->f->ins[g->regs[field->dst].use].op != I_LOAD)
		return false;
	return imm_fits(in->imm) && imm_fits(in->imm + field->imm) &&
		   code_base_fits(g, in->a, in->imm) && code_base_fits(g, in->a, in->imm + field->imm);
}

/* The extension of an index that its address computation takes over. */
static bool extension_is_folded(const CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	bool known = (in->op == I_SEXT && in->type == 32) || (in->op == I_ZEXT && in->type <= 32);
	if (!known || in->type2 != 64 || operand_is_const(in->a))
		return false;
	const RegInfo *r = &g->regs[in->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[i])
		return false;
	const Ins *gep = &g->f->ins[r->use];
	return gep->op == I_GEP && gep->b == in->dst && gep->a != in->dst && imm_fits(gep->imm) &&
		   code_base_fits(g, gep->a, gep->imm) && gep->scale == (i64)(u32)gep->scale;
}

static bool compare_is_folded(const CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if (in->op != I_ICMP || type_bits(in->type) > 64)
		return false;
	u32 bits = type_bits(in->type);
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
		return false;
	const RegInfo *r = &g->regs[in->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[i] || operand_is_const(in->a))
		return false;
	if (operand_is_const(in->b) && (code_constant(g, in->b)->undef ||
									(bits == 64 && !imm_fits((i64)code_constant(g, in->b)->lo))))
		return false;
	return g->f->ins[r->use].op == I_CBR;
}

void code_count_preds(CodeGen *g)
{
	const Function *f = g->f;
	g->n_preds = arena_array(&g->arena, u32, f->n_blocks + 1);
	g->counts = arena_array(&g->arena, u32, f->n_blocks + 1);
	for (u32 b = 0; b < f->n_blocks; b++) {
		g->counts[b] = f->blocks[b].end - f->blocks[b].first;
		const Ins *t = &f->ins[f->blocks[b].end - 1];
		if (f->blocks[b].address)
			g->n_preds[b] += 2;
		if (t->op == I_BR || t->op == I_CBR || t->op == I_SWITCH)
			g->n_preds[t->imm]++;
		if (t->op == I_CBR)
			g->n_preds[t->scale]++;
		if (t->op == I_SWITCH)
			for (u32 k = 0; k < t->n_extra; k++)
				g->n_preds[f->cases[t->extra + k].block]++;
	}
}

/* A conversion that takes the load's only use; signed ones have no indexed form. */
static u32 extension_of(const CodeGen *g, u32 i)
{
	const Ins *load = &g->f->ins[i];
	u32 bits = type_bits(load->type);
	if (load->op != I_LOAD || !plain_width(bits) || (load->flags & INS_BITFIELD))
		return NO_REG;
	const RegInfo *r = &g->regs[load->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[i] || g->skip[r->use])
		return NO_REG;
	const Ins *x = &g->f->ins[r->use], *gep = code_folded_gep(g, load->a);
	const Ins *element = gep ? code_folded_gep(g, gep->a) : NULL;
	if (x->op == I_ZEXT && !element)
		return type_bits(x->type2) <= 64 ? r->use : NO_REG;
	if (x->op != I_SEXT || element || (gep && gep->b != NO_OPERAND))
		return NO_REG;
	bool form = (bits == 8 && (x->type2 == 32 || x->type2 == 64)) ||
				(bits == 16 && x->type2 == 32) || (bits == 32 && x->type2 == 64);
	return form ? r->use : NO_REG;
}

const Ins *code_folded_gep(const CodeGen *g, Operand address)
{
	u32 def = operand_is_const(address) ? NO_REG : g->regs[address].def;
	return def != NO_REG && g->skip[def] == SKIP_FOLDED && g->f->ins[def].op == I_GEP
			   ? &g->f->ins[def]
			   : NULL;
}

const Ins *code_folded_extension(const CodeGen *g, Operand index)
{
	u32 def = operand_is_const(index) ? NO_REG : g->regs[index].def;
	return def != NO_REG && g->skip[def] == SKIP_FOLDED ? &g->f->ins[def] : NULL;
}

/* True if the instruction's word cuts the operand to the width itself. */
static bool cuts_operand(const CodeGen *g, const Ins *user, Operand o, u32 to)
{
	u32 bits = type_bits(user->type);
	switch (user->op) {
	case I_CBR: return to == 1;
	case I_STORE: return user->b == o && user->a != o && bits == to && plain_width(bits);
	case I_SEXT:
		return !g->skip[code_index(g, user)] && bits == to &&
			   ((to == 32 && user->type2 == 64) ||
				((to == 8 || to == 16) && (user->type2 == 32 || user->type2 == 64)));
	case I_ICMP: return bits == 32 && to == 32;
	case I_SHL: return user->a == o && user->b != o && bits == to && plain_width(bits);
	case I_ADD:
	case I_SUB:
	case I_MUL:
	case I_AND:
	case I_OR:
	case I_XOR: return bits == to && plain_width(bits);
	default: return false;
	}
}

/* True if the instruction's word takes the operand from where the narrow value lies. */
static bool reads_narrow(const Ins *user, Operand o)
{
	switch (user->op) {
	case I_STORE: return user->b == o && user->a != o && plain_width(type_bits(user->type));
	case I_ICMP:
	case I_ADD ... I_XOR: return user->type == 32 || user->type == 64;
	default: return false;
	}
}

/* A conversion that leaves the low bits as they are, and whose only user can do without it. */
static bool conversion_is_folded(const CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if ((in->op != I_TRUNC && in->op != I_ZEXT) || g->skip[i] || operand_is_const(in->a) ||
		type_bits(in->type) > 64 || type_bits(in->type2) > 64)
		return false;
	const RegInfo *r = &g->regs[in->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[i])
		return false;
	const Ins *user = &g->f->ins[r->use];
	return in->op == I_TRUNC ? cuts_operand(g, user, in->dst, type_bits(in->type2))
							 : reads_narrow(user, in->dst);
}

const Ins *code_folded_conversion(const CodeGen *g, Operand o)
{
	u32 def = o == NO_OPERAND || operand_is_const(o) ? NO_REG : g->regs[o].def;
	if (def == NO_REG || g->skip[def] != SKIP_FOLDED)
		return NULL;
	const Ins *in = &g->f->ins[def];
	return in->op == I_TRUNC || in->op == I_ZEXT ? in : NULL;
}

bool code_looks(const CodeGen *g, const Ins *in)
{
	return in->number && g->fc->covered;
}

static Operand one_step(const CodeGen *g, Operand o)
{
	u32 def = o == NO_OPERAND || operand_is_const(o) ? NO_REG : g->regs[o].def;
	if (def == NO_REG)
		return o;
	const Ins *in = &g->f->ins[def];
	bool moves = in->op == I_GEP || in->op == I_MOV ||
				 ((in->op == I_ADD || in->op == I_SUB || in->op == I_AND || in->op == I_OR) &&
				  operand_is_const(in->b));
	return moves && type_regs(in->type) == 1 ? in->a : o;
}

static Operand all_steps(const CodeGen *g, Operand o)
{
	for (u32 i = 0; i < MOST_STEPS; i++)
		o = one_step(g, o);
	return o;
}

/* A pointer that goes through an object in a loop comes from where it began. */
Operand code_root(const CodeGen *g, Operand o)
{
	o = all_steps(g, o);
	u32 def = o == NO_OPERAND || operand_is_const(o) ? NO_REG : g->regs[o].def;
	if (def == NO_REG || g->f->ins[def].op != I_PHI)
		return o;
	const Ins *phi = &g->f->ins[def];
	Operand from = o;
	for (u32 k = 0; k < phi->n_extra; k++) {
		Operand one = all_steps(g, g->f->extra[phi->extra + 2 * k + 1]);
		if (one != o && from != o && one != from)
			return o;
		from = one == o ? from : one;
	}
	return from;
}

void code_mark_folded(CodeGen *g)
{
	const Function *f = g->f;
	for (u32 i = 0; i < f->n_ins; i++)
		if (compare_is_folded(g, i) || gep_is_folded(g, i) || element_is_folded(g, i) ||
			extension_is_folded(g, i))
			g->skip[i] = SKIP_FOLDED;
	for (u32 i = 0; i < f->n_ins; i++) {
		g->extends[i] = extension_of(g, i);
		if (g->extends[i] != NO_REG)
			g->skip[g->extends[i]] = SKIP_EARLY;
	}
	for (u32 i = 0; i < f->n_ins; i++)
		if (conversion_is_folded(g, i))
			g->skip[i] = SKIP_FOLDED;
}
