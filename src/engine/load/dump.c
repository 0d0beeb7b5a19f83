/* dump.c: writes a function as text, for people. */
#include "engine/load/program.h"

static void print_operand(const Program *p, Operand o, FILE *to)
{
	if (o == NO_OPERAND)
		return;
	if (!operand_is_const(o)) {
		fprintf(to, " r%u", o);
		return;
	}
	const Const *c = &p->consts.at[o & ~OPERAND_CONST];
	if (c->undef)
		fprintf(to, " undef");
	else if (c->hi)
		fprintf(to, " 0x%llx%016llx", (unsigned long long)c->hi, (unsigned long long)c->lo);
	else
		fprintf(to, " %lld", (long long)c->lo);
}

static void print_ins(const Program *p, const Function *f, const Ins *in, FILE *to)
{
	Buf location = {0};
	program_location(p, in->loc, &location);
	if (in->dst != NO_REG)
		fprintf(to, "    r%u = ", in->dst);
	else
		fprintf(to, "    ");
	fprintf(to, "%s.%u", ins_table[in->op].name, in->type);
	print_operand(p, in->a, to);
	print_operand(p, in->b, to);
	print_operand(p, in->c, to);
	if (in->imm || in->scale)
		fprintf(to, " [%lld %lld]", (long long)in->imm, (long long)in->scale);
	if (in->op == I_PHI)
		for (u32 k = 0; k < in->n_extra; k++) {
			fprintf(to, " (b%u", f->extra[in->extra + 2 * k]);
			print_operand(p, f->extra[in->extra + 2 * k + 1], to);
			fprintf(to, ")");
		}
	if (in->op == I_RET)
		for (u32 k = 0; k < in->n_extra; k++)
			print_operand(p, f->extra[in->extra + k], to);
	if (in->op == I_CALL) {
		const Call *c = &f->calls[in->extra];
		fprintf(to, " %s", c->callee == NO_OPERAND ? "*" : p->functions.at[c->callee].name);
		print_operand(p, c->target, to);
		for (u32 k = 0; k < c->n_args; k++)
			print_operand(p, c->args[k].value, to);
	}
	fprintf(to, "  ; %s\n", location.at);
	buf_free(&location);
}

void program_dump(const Program *p, const Function *f, FILE *to)
{
	fprintf(to, "%s: %u parameters, %u registers, %u slots\n", f->name, f->n_params, f->n_regs,
			f->n_slots);
	for (u32 b = 0; b < f->n_blocks; b++) {
		fprintf(to, "  b%u:\n", b);
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			print_ins(p, f, &f->ins[i], to);
	}
}
