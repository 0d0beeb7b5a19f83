/* interpose.c: what the C library uses of the program by name.
 *
 * The library is the same in both versions. A name in it means the program's own symbol if there is
 * one, as when linking: a malloc or opterr of the program. So a version that adds or removes such a
 * symbol changes library functions without changing its other code. And library functions can reach
 * the program's globals without being passed them. */
#include "versions/changes/impl.h"

static bool is_subject(const Program *p, SideRef r)
{
	if (r.kind == REF_FUNCTION)
		return p->functions.at[r.id].kind == FN_SUBJECT && r.id != p->main;
	return r.kind == REF_GLOBAL && p->globals.at[r.id].subject;
}

static bool names_in_operand(const Program *p, Operand o)
{
	if (o == NO_OPERAND || !operand_is_const(o))
		return false;
	const Const *c = &p->consts.at[o & ~OPERAND_CONST];
	return is_subject(p, ref_of(p, c->lo)) || is_subject(p, ref_of(p, c->hi));
}

static bool names_in_call(const Program *p, const Call *c)
{
	if (c->callee != NO_OPERAND && is_subject(p, (SideRef){REF_FUNCTION, c->callee, 0}))
		return true;
	for (u32 i = 0; i < c->n_args; i++)
		if (names_in_operand(p, c->args[i].value))
			return true;
	return names_in_operand(p, c->target);
}

static bool names_in_ins(const Program *p, const Function *f, const Ins *in)
{
	if (names_in_operand(p, in->a) || names_in_operand(p, in->b) || names_in_operand(p, in->c))
		return true;
	if (in->op == I_CALL)
		return names_in_call(p, &f->calls[in->extra]);
	u32 step = in->op == I_PHI ? 2 : 1;
	for (u32 k = 0; (in->op == I_RET || in->op == I_PHI) && k < in->n_extra; k++)
		if (names_in_operand(p, f->extra[in->extra + step * k + step - 1]))
			return true;
	return false;
}

static bool names_in_content(const Program *p, const Global *g)
{
	for (u64 at = 0; g->init && at + 8 <= g->size; at++) {
		u64 value;
		memcpy(&value, g->init + at, 8);
		if (is_subject(p, ref_of(p, value)))
			return true;
	}
	return false;
}

bool library_names_subject(const ChangeMap *m, Side s)
{
	const Program *p = m->half[s].p;
	for (u32 k = 0; k < p->functions.len; k++) {
		const Function *f = &p->functions.at[k];
		for (u32 i = 0; f->kind == FN_LIBC && !is_compared(f) && i < f->n_ins; i++)
			if (names_in_ins(p, f, &f->ins[i]))
				return true;
	}
	for (u32 g = 0; g < p->globals.len; g++)
		if (!p->globals.at[g].subject && names_in_content(p, &p->globals.at[g]))
			return true;
	return false;
}
