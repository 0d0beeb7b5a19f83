/* uses.c: how code uses globals whose addresses occur in it. */
#include "versions/product/subject.h"

#include "engine/load/address.h"

u32 global_at(const Program *p, u64 address)
{
	u32 at = global_below(p, address);
	const Global *g = at != NO_OPERAND ? &p->globals.at[at] : NULL;
	return g && g->subject && !g->absent && address < g->address + g->size ? at : NO_OPERAND;
}

/* An operand; load: the address that something is loaded from. */
static void use(GlobalUses *u, Operand o, bool reached, bool load)
{
	u32 g = o != NO_OPERAND && operand_is_const(o)
				? global_at(u->p, u->p->consts.at[o & ~OPERAND_CONST].lo)
				: NO_OPERAND;
	if (g == NO_OPERAND)
		return;
	u->read[g] |= reached;
	u->written[g] |= !load;
}

void global_uses_add(GlobalUses *u, const Function *f, const Ins *in, bool reached)
{
	use(u, in->a, reached, in->op == I_LOAD);
	use(u, in->b, reached, false);
	use(u, in->c, reached, false);
	for (u32 k = 0; in->op == I_PHI && k < in->n_extra; k++)
		use(u, f->extra[in->extra + 2 * k + 1], reached, false);
	for (u32 k = 0; in->op == I_RET && k < in->n_extra; k++)
		use(u, f->extra[in->extra + k], reached && u->returned, false);
	const Call *c = in->op == I_CALL ? &f->calls[in->extra] : NULL;
	for (u32 k = 0; c && k < c->n_args; k++)
		use(u, c->args[k].value, reached, false);
}
