/* closed.c: follows addresses through registers until nothing changes. */
#include "engine/static/closed/impl.h"

/* ---- one instruction ---- */

static bool carries(Type t)
{
	return type_bits(t) == 64;
}

/* Everything that an instruction reads has leaked, and what it gives may be anything. */
static bool opaque(Closed *c, const Function *f, const Ins *in)
{
	const Operand own[3] = {in->a, in->b, in->c};
	u32 first, n = static_ins_defs(f, in, &first);
	bool grew = false;
	for (u32 k = 0; k < 3; k++)
		leak(c, closed_value(c, f->id, own[k]));
	for (u32 k = 0; k < n; k++)
		grew |= followed_other(&c->fns[f->id].regs[first + k]);
	return grew;
}

static bool add(Closed *c, const Function *f, const Ins *in)
{
	u64 k;
	bool fixed = operand_number(c->s, in->b, &k) && !closed_value(c, f->id, in->b)->things.n;
	if (!carries(in->type) || !fixed)
		return opaque(c, f, in);
	return followed_move(&c->fns[f->id].regs[in->dst], closed_value(c, f->id, in->a),
						 in->op == I_SUB ? -k : k, 0);
}

static bool gep(Closed *c, const Function *f, const Ins *in)
{
	u64 index = 0, stride = 0;
	Followed *to = &c->fns[f->id].regs[in->dst];
	bool grew = false;
	if (in->b != NO_OPERAND && !operand_number(c->s, in->b, &index))
		stride = (u64)(in->scale < 0 ? -in->scale : in->scale);
	if (closed_value(c, f->id, in->b)->things.n)
		return opaque(c, f, in);
	/* An index into a number: it may be the address itself. */
	if (stride && operand_is_const(in->a) && !closed_value(c, f->id, in->a)->things.n)
		grew = followed_other(to);
	return followed_move(to, closed_value(c, f->id, in->a), (u64)in->imm + index * (u64)in->scale,
						 stride) ||
		   grew;
}

static bool memory(Closed *c, const Function *f, const Ins *in)
{
	const Followed *a = closed_value(c, f->id, in->a);
	Followed *regs = c->fns[f->id].regs;
	switch ((InsMemory)ins_table[in->op].memory) {
	case MEMORY_READ: {
		u32 first, n = static_ins_defs(f, in, &first);
		bool grew = load_there(c, a, type_store_size(in->type), &regs[in->dst]);
		for (u32 k = 0; n > 1 && k < n; k++)
			grew |= followed_other(&regs[first + k]);
		return grew;
	}
	case MEMORY_WRITE:
	case MEMORY_FILL:
	case MEMORY_LIST:
		write_there(c, a);
		leak(c, closed_value(c, f->id, in->b));
		return false;
	case MEMORY_COPY:
	case MEMORY_LISTS:
		write_there(c, a);
		copy_from(c, closed_value(c, f->id, in->b));
		return false;
	default: /* atomic: a load and a store, the most that an instruction does */
		write_there(c, a);
		leak(c, closed_value(c, f->id, in->b));
		leak(c, closed_value(c, f->id, in->c));
		return followed_other(&regs[in->dst]);
	}
}

static void give_back(Closed *c, const Function *f, const Ins *in)
{
	ClosedFunction *mine = &c->fns[f->id];
	bool grew = false;
	u32 caller;
	for (u32 k = 0; k < in->n_extra && k < f->n_results; k++) {
		const Followed *v = closed_value(c, f->id, f->extra[in->extra + k]);
		grew |= followed_join(&mine->results[k], v);
		if (mine->leaked)
			leak(c, v);
	}
	if (!grew)
		return;
	for (RefWalk w = {&mine->callers, 0, 0}; refset_next(&w, &caller);)
		c->fns[caller].dirty = true;
}

/* True: a register of the function has more than before. */
static bool step(Closed *c, const Function *f, u32 i)
{
	const Ins *in = &f->ins[i];
	Followed *regs = c->fns[f->id].regs;
	bool grew = false;
	u8 touched = ins_table[in->op].memory;
	if (touched != MEMORY__ && touched != MEMORY_CALL)
		return memory(c, f, in);
	switch (in->op) {
	case I_MOV: return followed_join(&regs[in->dst], closed_value(c, f->id, in->a));
	case I_BITCAST:
	case I_ZEXT:
	case I_SEXT:
	case I_TRUNC:
		if (!carries(in->type) || !carries(in->type2))
			return opaque(c, f, in);
		return followed_join(&regs[in->dst], closed_value(c, f->id, in->a));
	case I_SELECT:
		grew = followed_join(&regs[in->dst], closed_value(c, f->id, in->b));
		return followed_join(&regs[in->dst], closed_value(c, f->id, in->c)) || grew;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			grew |= followed_join(&regs[in->dst],
								  closed_value(c, f->id, f->extra[in->extra + 2 * k + 1]));
		return grew;
	case I_GEP: return gep(c, f, in);
	case I_ADD:
	case I_SUB: return add(c, f, in);
	case I_CALL: return closed_call(c, f->id, i);
	case I_RET: give_back(c, f, in); return false;
	case I_ICMP: /* says which it is, not where */ return followed_other(&regs[in->dst]);
	case I_BR:
	case I_CBR:
	case I_SWITCH:
	case I_IBR:
	case I_UNREACHABLE: return false;
	default: return opaque(c, f, in);
	}
}

/* ---- all of them ---- */

void closed_reach(Closed *c, u32 function)
{
	const Function *f = &c->p->functions.at[function];
	ClosedFunction *mine = &c->fns[function];
	if (mine->regs || !f->n_blocks)
		return;
	mine->regs = xcalloc(f->n_regs + 1, sizeof *mine->regs);
	mine->results = xcalloc(f->n_results + 1, sizeof *mine->results);
	mine->dirty = true;
}

static void look_at(Closed *c, const Function *f)
{
	ClosedFunction *mine = &c->fns[f->id];
	for (bool again = true; again;) {
		again = false;
		mine->dirty = false;
		for (u32 i = 0; i < f->n_ins; i++)
			again |= step(c, f, i);
		again |= mine->dirty;
	}
}

static void begin(Closed *c)
{
	const Static *s = c->s;
	const Program *p = c->p;
	for (size_t i = 0; i < p->mixed_from.len; i++)
		leak_address(c, p->mixed_from.at[i]);
	for (u32 i = 0; i < s->options.n_leaked; i++)
		leak_function(c, s->options.leaked[i]);
	for (u32 i = 0; i < s->n_roots; i++) {
		if (s->roots[i] != p->start || p->main == NO_OPERAND) {
			leak_function(c, s->roots[i]);
			continue;
		}
		closed_reach(c, p->start);
		const Function *f = &p->functions.at[p->start];
		for (u32 k = 0, reg = 0; k < f->n_params; reg += type_regs(f->params[k++])) {
			if (k == 0)
				refset_add(&c->fns[p->start].regs[reg].things, p->main);
			else
				followed_other(&c->fns[p->start].regs[reg]);
		}
	}
}

Closed *closed_find(const Static *s)
{
	Closed *c = xcalloc(1, sizeof *c);
	c->s = s;
	c->p = s->p;
	c->n = (u32)s->p->functions.len;
	c->fns = xcalloc(c->n + 1, sizeof *c->fns);
	c->globals = xcalloc(s->p->globals.len + 1, sizeof *c->globals);
	begin(c);
	for (bool again = true; again;) {
		bool all = c->all;
		again = c->all = false;
		for (u32 f = 0; f < c->n; f++)
			if (c->fns[f].regs && (all || c->fns[f].dirty)) {
				again = true;
				look_at(c, &s->p->functions.at[f]);
			}
		again |= c->all;
	}
	return c;
}

static void free_list(Followed *list, u32 n)
{
	for (u32 i = 0; list && i < n; i++)
		refset_free(&list[i].things);
	free(list);
}

void closed_free(Closed *c)
{
	if (!c)
		return;
	for (u32 f = 0; f < c->n; f++) {
		free_list(c->fns[f].regs, c->p->functions.at[f].n_regs);
		free_list(c->fns[f].results, c->p->functions.at[f].n_results);
		refset_free(&c->fns[f].callers);
	}
	for (size_t g = 0; g < c->p->globals.len; g++)
		vec_free(&c->globals[g].relocs);
	refset_free(&c->constant.things);
	vec_free(&c->pending);
	free(c->fns);
	free(c->globals);
	free(c);
}

/* ---- questions ---- */

bool closed_leaked(const Closed *c, u32 function)
{
	return c->fns[function].leaked;
}

bool closed_handles(const Closed *c)
{
	return c->handles;
}

bool closed_target(Closed *c, u32 function, u32 ins, const Followed **target)
{
	const Function *f = &c->p->functions.at[function];
	*target = closed_value(c, function, f->calls[f->ins[ins].extra].target);
	return !(*target)->other;
}

void closed_callees(Closed *c, u32 function, u32 ins, RefSet *callees)
{
	const Followed *target;
	u32 thing;
	if (!c->fns[function].regs)
		return; /* never called itself */
	bool followed = closed_target(c, function, ins, &target);
	const Function *from = &c->p->functions.at[function];
	const Call *call = &from->calls[from->ins[ins].extra];
	for (RefWalk w = {&target->things, 0, 0}; refset_next(&w, &thing);)
		if (thing < c->n)
			refset_add(callees, program_entered(c->p, call, thing));
	for (u32 f = 0; !followed && f < c->n; f++)
		if (c->fns[f].leaked)
			refset_add(callees, program_entered(c->p, call, f));
}
