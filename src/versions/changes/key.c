/* key.c: keys of instructions, by which sequences of them are compared.
 *
 * A key is the number of what is compared of an instruction: equal numbers are equal in all of it.
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

static void class_key(const View *v, const Ins *in, Buf *to)
{
	/* The result of a comparison is one bit, whatever is compared. */
	bool bit = in->op == I_ICMP || in->op == I_FCMP;
	key_number(to, op_class(in));
	key_number(to, bit ? 0 : (u64)in->type2 << 8 | in->type);
	if (in->op == I_CALL) {
		const Call *c = &v->f->calls[in->extra];
		key_number(to, c->n_results);
		buf_add(to, c->results, c->n_results * sizeof *c->results);
	}
}

static u64 callee_number(const View *v, const Call *c)
{
	SideRef callee = {REF_FUNCTION, c->callee, 0};
	return c->callee == NO_OPERAND ? 0 : ref_id(v->m, v->side, callee);
}

static void op_key(const View *v, const Ins *in, Buf *to)
{
	class_key(v, in, to);
	key_number(to, (u64)in->op << 8 | in->sub);
	key_number(to, (u64)in->type << 8 | in->type2);
	if (in->op == I_CALL)
		key_number(to, callee_number(v, &v->f->calls[in->extra]));
}

typedef enum OperandKind {
	OPERAND_NONE,
	OPERAND_OF_CONST,
	OPERAND_ANY, /* at a level that does not look at them */
	OPERAND_PARAMETER,
	OPERAND_MADE, /* by an instruction */
} OperandKind;

/* An operand by the key of what makes it; below: keys of the level before, or NULL. */
static u64 operand_number(const View *v, Operand o, const u64 *below)
{
	KeyMap *numbers = v->m->numbers;
	o = view_root(v, o);
	if (o == NO_OPERAND)
		return keymap_number(numbers, KEY(NUMBER_OPERAND, OPERAND_NONE));
	if (operand_is_const(o))
		return keymap_number(numbers, KEY(NUMBER_OPERAND, OPERAND_OF_CONST,
										  const_id(v->m, v->side, o & ~OPERAND_CONST)));
	if (!below)
		return keymap_number(numbers, KEY(NUMBER_OPERAND, OPERAND_ANY));
	u32 d = v->def[o];
	if (d == NO_OPERAND)
		return keymap_number(numbers, KEY(NUMBER_OPERAND, OPERAND_PARAMETER, o));
	return keymap_number(numbers,
						 KEY(NUMBER_OPERAND, OPERAND_MADE, below[d], o - v->f->ins[d].dst));
}

static void call_key(const View *v, const Call *c, const u64 *below, Buf *to)
{
	const Function *callee = c->callee == NO_OPERAND ? NULL : &v->p->functions.at[c->callee];
	key_number(to, callee_number(v, c));
	key_number(to, c->n_args);
	if (!callee)
		key_number(to, operand_number(v, c->target, below));
	for (u32 i = 0; i < c->n_args; i++) {
		bool ignored = callee && change_ignores_argument(callee, i);
		key_number(to, (u64)c->args[i].byval_size << 8 | c->args[i].type);
		key_number(to, ignored ? 0 : operand_number(v, c->args[i].value, below));
	}
}

static void slot_key(const View *v, const Ins *in, Buf *to)
{
	u32 k = (u32)in->imm, other = v->slot[k];
	key_number(to, v->side == OLD ? k : other == NO_OPERAND ? 1ull << 32 | k : other);
	key_number(to, v->f->slots[k].size);
}

/* The block a branch leads to, by its first instruction. */
static void target_key(const View *v, i64 block, const u64 *below, Buf *to)
{
	const Block *b = &v->f->blocks[block];
	u32 i = b->first;
	while (i + 1 < b->end && v->f->ins[i].op == I_PHI)
		i++;
	key_number(to, below && i < b->end ? below[i] : 0); /* numbers are from 1 */
}

static int by_number(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;
	return x < y ? -1 : x > y;
}

/* Numbers in no order. */
static void set_key(u64 *set, u32 n, Buf *to)
{
	qsort(set, n, sizeof *set, by_number);
	buf_add(to, set, n * sizeof *set);
}

static void list_key(const View *v, const Ins *in, const u64 *below, Buf *to)
{
	const u32 *list = v->f->extra + in->extra;
	u64 *set = xcalloc(in->n_extra + 1ull, sizeof *set);
	key_number(to, in->n_extra);
	switch (in->op) {
	case I_PHI:
		for (u32 k = 0; below && k < in->n_extra; k++)
			set[k] = operand_number(v, list[2 * k + 1], below);
		set_key(set, below ? in->n_extra : 0, to);
		break;
	case I_RET:
		for (u32 k = 0; k < in->n_extra; k++)
			key_number(to, operand_number(v, list[k], below));
		break;
	case I_SWITCH:
		for (u32 k = 0; k < in->n_extra; k++)
			set[k] = keymap_number(v->m->numbers, KEY(NUMBER_CASE, v->f->cases[in->extra + k].lo,
													  v->f->cases[in->extra + k].hi));
		set_key(set, in->n_extra, to);
		break;
	default: break;
	}
	free(set);
}

static void own_key(const View *v, const Ins *in, const u64 *below, Buf *to)
{
	op_key(v, in, to);
	key_number(to, in->flags);
	switch (in->op) {
	case I_BR: target_key(v, in->imm, below, to); return;
	case I_CBR:
		target_key(v, in->imm, below, to);
		target_key(v, in->scale, below, to);
		break;
	case I_SWITCH: break;
	case I_SLOT: slot_key(v, in, to); return;
	case I_UNSUPPORTED:
		key_text(to, v->p->texts.at[in->imm]);
		key_text(to, v->p->texts.at[in->scale]);
		return;
	default: key_number(to, (u64)in->imm); key_number(to, (u64)in->scale);
	}
	key_number(to, operand_number(v, in->a, below));
	key_number(to, operand_number(v, in->b, below));
	key_number(to, operand_number(v, in->c, below));
	if (in->op == I_CALL)
		call_key(v, &v->f->calls[in->extra], below, to);
	else
		list_key(v, in, below, to);
}

void view_keys(View *v, int level, Arena *a)
{
	const u64 *below = NULL;
	Buf key = {0};
	if (level >= KEY_DEEP)
		below = memcpy(arena_array(a, u64, v->f->n_ins + 1), v->key, v->f->n_ins * sizeof(u64));
	for (u32 i = 0; i < v->f->n_ins; i++) {
		const Ins *in = &v->f->ins[i];
		buf_reset(&key);
		key_number(&key, NUMBER_INS + (u64)level);
		if (level == KEY_CLASS)
			class_key(v, in, &key);
		else if (level == KEY_OP)
			op_key(v, in, &key);
		else
			own_key(v, in, below, &key);
		v->key[i] = keymap_number(v->m->numbers, buf_key(&key));
	}
	buf_free(&key);
}
