/* key.c: keys of instructions, by which sequences of them are compared.
 *
 * Weak keys pair instructions that were modified. Strong keys distinguish those that merely look
 * alike: a function has many loads, but only a few load the same field of the same object. */
#include "versions/changes/impl.h"

/* Operations that people exchange for one another. */
static u32 op_class(const Ins *in)
{
	switch (in->op) {
	case I_ADD ... I_XOR: return I_ADD;
	case I_SMIN ... I_UMAX: return I_SMIN;
	case I_FADD ... I_FREM: return I_FADD;
	case I_MEMCPY:
	case I_MEMMOVE: return I_MEMCPY;
	default: return in->op;
	}
}

static u64 types_hash(const Type *t, u32 n)
{
	return hash_mix(n, n ? hash_bytes(t, n * sizeof *t) : 0);
}

static u64 class_key(const View *v, const Ins *in)
{
	u64 h = hash_mix(op_class(in), (u64)in->type2 << 8 | in->type);
	if (in->op == I_ICMP || in->op == I_FCMP)
		h = op_class(in); /* the result is one bit, whatever is compared */
	if (in->op == I_CALL) {
		const Call *c = &v->f->calls[in->extra];
		h = hash_mix(h, types_hash(c->results, c->n_results));
	}
	return h;
}

static u64 callee_hash(const View *v, const Call *c)
{
	return c->callee == NO_OPERAND ? 0
								   : ref_hash(v->m, v->side, (SideRef){REF_FUNCTION, c->callee, 0});
}

static u64 op_key(const View *v, const Ins *in)
{
	u64 h = hash_mix(class_key(v, in), (u64)in->op << 8 | in->sub);
	h = hash_mix(h, (u64)in->type << 8 | in->type2);
	return in->op == I_CALL ? hash_mix(h, callee_hash(v, &v->f->calls[in->extra])) : h;
}

/* An operand by the key of what makes it; below: keys of the level before, or NULL. */
static u64 operand_hash(const View *v, Operand o, const u64 *below)
{
	o = view_root(v, o);
	if (o == NO_OPERAND)
		return 1;
	if (operand_is_const(o))
		return const_hash(v->m, v->side, o & ~OPERAND_CONST);
	if (!below)
		return 2;
	u32 d = v->def[o];
	return d == NO_OPERAND ? hash_mix(3, o) : hash_mix(below[d], o - v->f->ins[d].dst);
}

static u64 call_hash(const View *v, const Call *c, const u64 *below)
{
	u64 h = hash_mix(callee_hash(v, c), c->n_args);
	const Function *callee = c->callee == NO_OPERAND ? NULL : &v->p->functions.at[c->callee];
	if (!callee)
		h = hash_mix(h, operand_hash(v, c->target, below));
	for (u32 i = 0; i < c->n_args; i++) {
		h = hash_mix(h, (u64)c->args[i].byval_size << 8 | c->args[i].type);
		if (!callee || !change_ignores_argument(callee, i))
			h = hash_mix(h, operand_hash(v, c->args[i].value, below));
	}
	return h;
}

static u64 slot_hash(const View *v, const Ins *in)
{
	u32 k = (u32)in->imm, other = v->slot[k];
	u64 id = v->side == OLD ? k : other == NO_OPERAND ? 1ull << 32 | k : other;
	return hash_mix(id, v->f->slots[k].size);
}

/* The block a branch leads to, by its first instruction. */
static u64 target_hash(const View *v, i64 block, const u64 *below)
{
	const Block *b = &v->f->blocks[block];
	u32 i = b->first;
	while (i + 1 < b->end && v->f->ins[i].op == I_PHI)
		i++;
	return below && i < b->end ? below[i] : 4;
}

static u64 list_hash(const View *v, const Ins *in, const u64 *below)
{
	const u32 *list = v->f->extra + in->extra;
	u64 h = in->n_extra;
	switch (in->op) {
	case I_PHI: /* in no order */
		for (u32 k = 0; below && k < in->n_extra; k++)
			h += operand_hash(v, list[2 * k + 1], below);
		return h;
	case I_RET:
		for (u32 k = 0; k < in->n_extra; k++)
			h = hash_mix(h, operand_hash(v, list[k], below));
		return h;
	case I_SWITCH:
		for (u32 k = 0; k < in->n_extra; k++)
			h += hash_mix(v->f->cases[in->extra + k].lo, v->f->cases[in->extra + k].hi);
		return h;
	default: return h;
	}
}

static u64 own_key(const View *v, const Ins *in, const u64 *below)
{
	u64 h = hash_mix(op_key(v, in), in->flags);
	switch (in->op) {
	case I_BR: return hash_mix(h, target_hash(v, in->imm, below));
	case I_CBR:
		h = hash_mix(h, target_hash(v, in->imm, below));
		h = hash_mix(h, target_hash(v, in->scale, below));
		break;
	case I_SWITCH: break;
	case I_SLOT: return hash_mix(h, slot_hash(v, in));
	case I_UNSUPPORTED: {
		const char *text = v->p->texts.at[in->imm];
		return hash_mix(hash_mix(h, hash_bytes(text, strlen(text))), (u64)in->scale);
	}
	default: h = hash_mix(h, (u64)in->imm); h = hash_mix(h, (u64)in->scale);
	}
	h = hash_mix(h, operand_hash(v, in->a, below));
	h = hash_mix(h, operand_hash(v, in->b, below));
	h = hash_mix(h, operand_hash(v, in->c, below));
	if (in->op == I_CALL)
		return hash_mix(h, call_hash(v, &v->f->calls[in->extra], below));
	return hash_mix(h, list_hash(v, in, below));
}

void view_keys(View *v, int level, Arena *a)
{
	const u64 *below = NULL;
	if (level >= KEY_DEEP)
		below = memcpy(arena_array(a, u64, v->f->n_ins + 1), v->key, v->f->n_ins * sizeof(u64));
	for (u32 i = 0; i < v->f->n_ins; i++) {
		const Ins *in = &v->f->ins[i];
		v->key[i] = level == KEY_CLASS ? class_key(v, in)
					: level == KEY_OP  ? op_key(v, in)
									   : own_key(v, in, below);
	}
}
