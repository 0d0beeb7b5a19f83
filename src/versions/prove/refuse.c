/* refuse.c: what no rule covers, by name. */
#include "versions/prove/impl.h"

static const char *refuse_call(const PairProof *x, Side s, const Call *c)
{
	for (u32 i = 0; i < c->n_args; i++)
		if (type_regs(c->args[i].type) > 1)
			return "values wider than 64 bits";
	for (u32 i = 0; i < c->n_results; i++)
		if (type_regs(c->results[i]) > 1)
			return "values wider than 64 bits";
	if (c->callee != NO_OPERAND && x->p[s]->functions.at[c->callee].returns_twice)
		return "setjmp";
	return NULL;
}

static const char *refuse_memory(const PairProof *x, Side s, const Ins *in)
{
	if (in->flags & INS_VOLATILE)
		return "a volatile access";
	if (in->flags & INS_BITFIELD)
		return "bit fields";
	if (in->op != I_MEMCPY && in->op != I_MEMMOVE && in->op != I_MEMSET)
		return NULL;
	if (!operand_is_const(in->c) || x->p[s]->consts.at[in->c & ~OPERAND_CONST].lo > MOST_BYTES)
		return "a copy or fill of many bytes";
	return NULL;
}

/* True if the two constants of an operand are the same number and the same thing. */
static bool same_thing(const PairProof *x, Side s, Operand o)
{
	if (o == NO_OPERAND || !operand_is_const(o))
		return true;
	u64 v = x->p[s]->consts.at[o & ~OPERAND_CONST].lo;
	return change_map_same_address(x->map, v, v);
}

static const char *refuse_ins(const PairProof *x, Side s, const Function *f, const Ins *in)
{
	if (in->number != NUMBER_NONE)
		return "an address that becomes a number";
	if (!same_thing(x, s, in->a) || !same_thing(x, s, in->b) || !same_thing(x, s, in->c))
		return "an address that is another one in the other version";
	switch (in->op) {
	case I_ATOMICRMW:
	case I_CMPXCHG: return "an atomic operation";
	case I_IBR: return "a computed goto";
	case I_ALLOCA:
	case I_STACKSAVE:
	case I_STACKRESTORE: return "a local of variable size";
	case I_VA_START:
	case I_VA_COPY: return "variable arguments";
	case I_UNSUPPORTED: return "something that drift does not run";
	case I_OBSERVE: return "an observed variable";
	case I_SADDO ... I_UMULO: return "an overflow check";
	case I_CALL: return refuse_call(x, s, &f->calls[in->extra]);
	default: break;
	}
	Type types[] = {ins_type_a(in), ins_type_b(in), ins_type_c(in), ins_type_result(in)};
	for (u32 i = 0; i < countof(types); i++)
		if (in->op != I_CALL && type_regs(types[i]) > 1)
			return "values wider than 64 bits";
	return ins_table[in->op].memory ? refuse_memory(x, s, in) : NULL;
}

/* Constants outside of Ins: of phis, returns and calls. */
static const char *refuse_extra(const PairProof *x, Side s, const Function *f, const Ins *in)
{
	static const char reason[] = "an address that is another one in the other version";
	if (in->op == I_PHI)
		for (u32 k = 0; k < in->n_extra; k++)
			if (!same_thing(x, s, f->extra[in->extra + 2 * k + 1]))
				return reason;
	if (in->op == I_RET)
		for (u32 k = 0; k < in->n_extra; k++)
			if (!same_thing(x, s, f->extra[in->extra + k]))
				return reason;
	if (in->op != I_CALL)
		return NULL;
	const Call *c = &f->calls[in->extra];
	for (u32 k = 0; k < c->n_args; k++)
		if (!same_thing(x, s, c->args[k].value))
			return reason;
	return c->callee == NO_OPERAND && !same_thing(x, s, c->target) ? reason : NULL;
}

const char *refuse_function(const PairProof *x, Side s, u32 function)
{
	const Function *f = &x->p[s]->functions.at[function];
	if (!f->n_ins)
		return "no body";
	if (f->variadic)
		return "variable arguments";
	if (f->returns_twice || function_calls_setjmp(x->p[s], f))
		return "setjmp";
	for (u32 i = 0; i < f->n_params; i++)
		if (type_regs(f->params[i]) > 1)
			return "values wider than 64 bits";
	for (u32 i = 0; i < f->n_ins; i++) {
		const char *why = refuse_ins(x, s, f, &f->ins[i]);
		why = why ? why : refuse_extra(x, s, f, &f->ins[i]);
		if (why)
			return why;
	}
	return NULL;
}

/* Both functions have the same locals in memory, parameters and results, and use as much stack. */
const char *refuse_pair(PairProof *x)
{
	const Function *o = &x->p[OLD]->functions.at[x->function[OLD]];
	const Function *n = &x->p[NEW]->functions.at[x->function[NEW]];
	if (o->n_params != n->n_params || o->n_results != n->n_results ||
		memcmp(o->params, n->params, o->n_params * sizeof *o->params) ||
		memcmp(o->results, n->results, o->n_results * sizeof *o->results))
		return "other parameters or results";
	if (o->large_locals != n->large_locals)
		return "another size of the stack frame";
	bool same = o->n_slots == n->n_slots;
	for (u32 i = 0; same && i < o->n_slots; i++)
		same = o->slots[i].size == n->slots[i].size && o->slots[i].align == n->slots[i].align;
	return same ? NULL : "other locals in memory";
}

const char *refuse_programs(const PairProof *x)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 f = 0, i = 0;
		if (program_makes_tasks(x->p[s])) /* they take turns after a number of instructions */
			return "a thread or a process may be made";
		if (static_jumps(x->statics[s], &f, &i))
			return "setjmp is called";
		f = i = 0;
		if (static_handlers(x->statics[s], &f, &i))
			return "a signal handler may be installed";
		f = i = 0;
		if (static_next_foreign(x->statics[s], &f, &i))
			return "something that drift does not run can be reached";
	}
	return NULL;
}

const char *refuse_verdict(const PairProof *x)
{
	const char *const *lines;
	if (change_map_notes(x->map, &lines))
		return "the comparison of the code left something out";
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 f = 0, i = 0;
		if (static_next_layout(x->statics[s], &f, &i))
			return "something may depend on the layout of memory";
	}
	return NULL;
}
