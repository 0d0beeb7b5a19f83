/* words.c: what each bytecode instruction reads and writes, and what follows it. */
#include "engine/compile/flow.h"

u32 word_length(const Code *c)
{
	switch (c->op) {
	case C_KONST64:
	case C_SELECT:
	case C_GEPX:
	case C_GEPXS:
	case C_LOADX_8 ... C_LOADXS_64:
	case C_STOREX_8 ... C_STOREXS_64: return 2;
	default: return 1;
	}
}

/* Comparisons and arithmetic come in pairs: with a register, with an immediate. */
static bool has_immediate(u16 op)
{
	return (op - C_ADD_8) % 2;
}

static bool branches(u16 op)
{
	return op >= C_BR_EQ_32;
}

/* How an instruction reads its fields as registers. */
enum { READS_A = 1, READS_B = 2, READS_D = 4, READS_NEXT = 8 };

static u32 fields_read(const Code *c)
{
	switch (c->op) {
	case C_MOV:
	case C_ZEXT ... C_SEXT_32_64:
	case C_GEPI:
	case C_LOAD_8 ... C_LOADS_32_64:
	case C_STOREI_8 ... C_STOREI_64:
	case C_FNEG_F64:
	case C_FNEG_F32:
	case C_SI32_F64 ... C_F64_F32:
	case C_CBR:
	case C_CBRN:
	case C_SWITCH:
	case C_IBR:
	case C_CALLI:
	case C_RETR: return READS_A;
	case C_GEPX:
	case C_GEPXS:
	case C_LOADX_8 ... C_LOADXS_64:
	case C_STORE_8 ... C_STORE_64:
	case C_FADD_F64 ... C_FDIV_F64:
	case C_FADD_F32 ... C_FCMP_F32: return READS_A | READS_B;
	case C_SELECT: return READS_A | READS_B | READS_NEXT;
	case C_STOREX_8 ... C_STOREXS_64: return READS_A | READS_B | READS_D;
	case C_ADDRESS: return READS_A | READS_D;
	default: break;
	}
	if (c->op < C_ADD_8)
		return 0;
	return has_immediate(c->op) ? READS_A : READS_A | READS_B;
}

static void add_operand(const FnCode *fc, Operand o, Type t, WordList *to)
{
	(void)fc;
	if (o == NO_OPERAND || operand_is_const(o))
		return;
	for (u32 k = 0; k < type_regs(t); k++)
		vec_push(to, o + k);
}

/* What the instruction of the program reads; phis do not get here. */
static void ins_reads(const FnCode *fc, const Ins *in, WordList *to)
{
	add_operand(fc, in->a, ins_type_a(in), to);
	add_operand(fc, in->b, ins_type_b(in), to);
	add_operand(fc, in->c, ins_type_c(in), to);
}

static void call_reads(const FnCode *fc, const Code *c, WordList *to)
{
	const CodeCall *cc = &fc->calls[c->b];
	if (c->op != C_CALLX) {
		for (u32 k = 0; k < cc->n; k++)
			if (!(cc->regs[k] & CODE_CONST))
				vec_push(to, cc->regs[k] / 16);
		return;
	}
	const Call *call = cc->call;
	for (u32 k = 0; k < call->n_args; k++)
		add_operand(fc, call->args[k].value, call->args[k].type, to);
	if (call->callee == NO_OPERAND)
		add_operand(fc, call->target, TYPE_PTR, to);
}

/* The generic path executes the instructions that a bytecode instruction replaces. It reads their
 * operands, unless one of them has set it. */
static void origin_reads(const FnCode *fc, u32 at, WordList *to)
{
	const Origin *o = &fc->origin[at];
	for (u32 i = 0; i < o->n; i++) {
		WordList reads = {0};
		ins_reads(fc, &fc->body->ins[o->ins[i]], &reads);
		for (size_t k = 0; k < reads.len; k++) {
			bool set = false;
			for (u32 j = 0; j < i; j++)
				set |= fc->body->ins[o->ins[j]].dst == reads.at[k];
			if (!set)
				vec_push(to, reads.at[k]);
		}
		vec_free(&reads);
	}
}

void word_reads(const Program *p, const FnCode *fc, u32 at, WordList *to)
{
	const Code *c = &fc->code[at];
	(void)p;
	u32 fields = fields_read(c);
	if (fields & READS_A)
		vec_push(to, c->a / 16);
	if (fields & READS_B)
		vec_push(to, c->b / 16);
	if (fields & READS_D)
		vec_push(to, c->d / 16);
	if (fields & READS_NEXT)
		vec_push(to, c[1].a / 16);
	switch (c->op) {
	case C_CALL ... C_CALLX: call_reads(fc, c, to); return;
	case C_GENERIC: ins_reads(fc, &fc->body->ins[c->b], to); return;
	case C_RETN: {
		const Ins *in = &fc->body->ins[c->b];
		for (u32 k = 0; k < in->n_extra; k++)
			add_operand(fc, fc->body->extra[in->extra + k], fc->fn->results[k], to);
		return;
	}
	case C_MOV:
	case C_ADDRESS:
	case C_RETR: return;
	default: break;
	}
	if (fields)
		origin_reads(fc, at, to);
}

static bool sets_d(u16 op)
{
	switch (op) {
	case C_MOV ... C_LOADXS_64:
	case C_FADD_F64 ... C_F64_F32: return true;
	default: return op >= C_ADD_8 && !branches(op);
	}
}

void word_writes(const FnCode *fc, u32 at, WordList *to)
{
	const Code *c = &fc->code[at];
	if (sets_d(c->op)) {
		vec_push(to, c->d / 16);
	} else if (c->op >= C_CALL && c->op <= C_CALLX && c->d != NO_REG) {
		const Call *call = fc->calls[c->b].call;
		u32 dst = c->d / 16;
		if (c->op != C_CALLX)
			vec_push(to, dst);
		for (u32 i = 0; c->op == C_CALLX && i < call->n_results; i++)
			for (u32 k = 0; k < type_regs(call->results[i]); k++)
				vec_push(to, dst++);
	} else if (c->op == C_GENERIC) {
		const Ins *in = &fc->body->ins[c->b];
		if (in->dst == NO_REG || ins_table[in->op].gives == OF__)
			return;
		u32 n = type_regs(ins_type_result(in)) + (ins_table[in->op].gives == OF_PAIR);
		for (u32 k = 0; k < n; k++)
			vec_push(to, in->dst + k);
	}
}

bool word_stops(const FnCode *fc, u32 at)
{
	const Code *c = &fc->code[at];
	if (c->op != C_GENERIC)
		return c->op == C_END;
	u8 op = fc->body->ins[c->b].op;
	return op == I_UNREACHABLE || op == I_TRAP || op == I_UNSUPPORTED || op == I_SWITCH;
}

bool word_leaves(const FnCode *fc, u32 at)
{
	u16 op = fc->code[at].op;
	return op == C_COVER || op == C_WAY || op == C_EDGE || op == C_RETN || word_stops(fc, at);
}

void word_next(const FnCode *fc, u32 at, WordList *to)
{
	const Code *c = &fc->code[at];
	if (word_stops(fc, at) || (c->op >= C_RET && c->op <= C_RETN))
		return;
	switch (c->op) {
	case C_JMP:
	case C_SKIP: vec_push(to, at + c->d); return;
	case C_SWITCH:
	case C_IBR: {
		const SwitchTable *t = &fc->switches[c->b];
		for (u32 k = 0; k < t->n; k++)
			vec_push(to, at + (u32)t->targets[k]);
		if (c->op == C_SWITCH)
			vec_push(to, at + c->d);
		return;
	}
	case C_CBR:
	case C_CBRN: vec_push(to, at + c->d); break;
	default:
		if (branches(c->op))
			vec_push(to, at + c->d);
	}
	vec_push(to, at + word_length(c));
}

bool word_jumps(const Code *c)
{
	return c->op == C_JMP || c->op == C_SKIP || c->op == C_SWITCH || c->op == C_IBR ||
		   c->op == C_CBR || c->op == C_CBRN || branches(c->op);
}

bool word_acts(const Code *c)
{
	return (c->op >= C_STORE_8 && c->op <= C_STOREXS_64) || (c->op >= C_CALL && c->op <= C_CALLX) ||
		   c->op == C_GENERIC || c->op == C_ADDRESS || c->op == C_HIT;
}

FnCode unit_code(const FnCode *fc)
{
	FnCode copy = *fc;
	copy.code = xcalloc(fc->n + 1, sizeof *copy.code);
	memcpy(copy.code, fc->code, fc->n * sizeof *copy.code);
	for (u32 i = 0; i < fc->n; i++)
		if (fc->code[i].op == C_TIER)
			copy.code[i].op = fc->ops[i];
	return copy;
}

void unit_loop_heads(const FnCode *fc, void (*fn)(void *ctx, u32 at), void *ctx)
{
	WordList next = {0};
	for (u32 at = 0; at < fc->n; at += word_length(&fc->code[at])) {
		next.len = 0;
		word_next(fc, at, &next);
		for (size_t k = 0; k < next.len; k++)
			if (next.at[k] <= at)
				fn(ctx, next.at[k]);
	}
	vec_free(&next);
}
