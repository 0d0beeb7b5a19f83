/* view.c: prepares a function for alignment. */
#include "versions/changes/impl.h"

static const Ins *view_terminator(const View *v, u32 block)
{
	const Block *b = &v->f->blocks[block];
	return b->end > b->first ? &v->f->ins[b->end - 1] : NULL;
}

void view_ways(const View *v, const Ins *t, U32List *to)
{
	to->len = 0;
	switch (t ? t->op : I_UNREACHABLE) {
	case I_BR: vec_push(to, (u32)t->imm); break;
	case I_CBR:
		vec_push(to, (u32)t->imm);
		vec_push(to, (u32)t->scale);
		break;
	case I_SWITCH:
		vec_push(to, (u32)t->imm);
		for (u32 k = 0; k < t->n_extra; k++)
			vec_push(to, v->f->cases[t->extra + k].block);
		break;
	case I_IBR:
		for (u32 k = 0; k < t->n_extra; k++)
			vec_push(to, v->f->extra[t->extra + k]);
		break;
	default: break;
	}
}

/* Folding leaves blocks behind that nothing reaches. */
static void find_live(View *v)
{
	U32List work = {0}, ways = {0};
	for (u32 b = 0; b < v->f->n_blocks; b++)
		if (b == 0 || v->f->blocks[b].address) {
			v->live[b] = true;
			vec_push(&work, b);
		}
	while (work.len) {
		view_ways(v, view_terminator(v, vec_pop(&work)), &ways);
		for (size_t k = 0; k < ways.len; k++)
			if (!v->live[ways.at[k]]) {
				v->live[ways.at[k]] = true;
				vec_push(&work, ways.at[k]);
			}
	}
	vec_free(&work);
	vec_free(&ways);
}

static void find_defs(View *v, u32 *uses)
{
	const Function *f = v->f;
	U32List regs = {0};
	for (u32 r = 0; r < f->n_regs; r++) {
		v->def[r] = NO_OPERAND;
		v->root[r] = r;
	}
	for (u32 i = 0; i < f->n_ins; i++) {
		u32 first, n = static_ins_defs(f, &f->ins[i], &first);
		for (u32 k = 0; k < n; k++)
			v->def[first + k] = i;
		n = static_ins_uses(f, &f->ins[i], regs.at, (u32)regs.cap);
		if (n > regs.cap) {
			vec_reserve(&regs, n);
			static_ins_uses(f, &f->ins[i], regs.at, n);
		}
		for (u32 k = 0; k < n; k++)
			uses[regs.at[k]]++;
	}
	vec_free(&regs);
}

/* A definition marker that would not be there if its statement stood on one line: the loader
 * drops markers of values made in the same block, on the same line and for nothing else. */
static bool is_passing(const View *v, const u32 *uses, u32 i)
{
	const Ins *in = &v->f->ins[i];
	if (in->op != I_MOV || in->sub != 1 || operand_is_const(in->a))
		return false;
	u32 d = v->def[in->a];
	return d != NO_OPERAND && v->f->ins[d].op != I_PHI && v->block[d] == v->block[i] &&
		   uses[in->a] == 1;
}

void view_make(View *v, const ChangeMap *m, Side s, u32 function, Arena *a)
{
	const Function *f = function_of(m, s, function);
	*v = (View){.m = m, .side = s, .p = m->half[s].p, .f = f};
	v->def = arena_array(a, u32, f->n_regs + 1);
	v->root = arena_array(a, Operand, f->n_regs + 1);
	v->block = arena_array(a, u32, f->n_ins + 1);
	v->live = arena_array(a, bool, f->n_blocks + 1);
	v->items = arena_array(a, u32, f->n_ins + 1);
	v->key = arena_array(a, u64, f->n_ins + 1);
	u32 *uses = arena_array(a, u32, f->n_regs + 1);
	for (u32 b = 0; b < f->n_blocks; b++)
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			v->block[i] = b;
	find_live(v);
	find_defs(v, uses);
	for (u32 i = 0; i < f->n_ins; i++) {
		const Ins *in = &f->ins[i];
		if (is_passing(v, uses, i))
			for (u32 k = 0; k < type_regs(in->type); k++)
				v->root[in->dst + k] = view_root(v, in->a + k);
		else if (v->live[v->block[i]] && in->op != I_PHI && in->op != I_SLOT)
			v->items[v->n_items++] = i;
	}
}
