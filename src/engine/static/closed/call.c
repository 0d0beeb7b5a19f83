/* call.c: propagates addresses between caller and callee. */
#include "engine/static/closed/impl.h"

#include <signal.h>
#include <sys/syscall.h>

static const Followed *argument(Closed *c, u32 function, const Call *call, u32 i)
{
	return i < call->n_args ? closed_value(c, function, call->args[i].value) : &c->none;
}

/* Something whose body is not there has it: it may keep it, and call it. */
static void hand_over(Closed *c, u32 function, const Call *call)
{
	for (u32 i = 0; i < call->n_args; i++)
		leak(c, argument(c, function, call, i));
}

static bool results_other(Closed *c, const Function *f, const Ins *in)
{
	u32 first, n = static_ins_defs(f, in, &first);
	bool grew = false;
	for (u32 k = 0; k < n; k++)
		grew |= followed_other(&c->fns[f->id].regs[first + k]);
	return grew;
}

/* ---- the kernel ---- */

enum { ACT = 2, OLD_ACT = 3, HANDLER_BYTES = 8 }; /* of rt_sigaction; the handler comes first */

/* True if initial contents that are never written have a handler there that is no function. */
static bool constant_action(const Closed *c, u32 global, u64 offset)
{
	const Global *g = &c->p->globals.at[global];
	u64 handler = 0;
	if (c->globals[global].written || g->absent || offset > g->size ||
		g->size - offset < HANDLER_BYTES)
		return false;
	if (g->init)
		memcpy(&handler, g->init + offset, sizeof handler);
	return handler == (u64)(uintptr_t)SIG_DFL || handler == (u64)(uintptr_t)SIG_IGN;
}

bool closed_installs_nothing(Closed *c, u32 function, const Call *call)
{
	u64 number, act;
	u32 thing;
	if (call->n_args <= OLD_ACT || !operand_number(c->s, call->args[0].value, &number) ||
		number != SYS_rt_sigaction || !c->fns[function].regs)
		return false;
	if (operand_number(c->s, call->args[ACT].value, &act) && !act)
		return true;
	const Followed *v = argument(c, function, call, ACT);
	if (v->other || !v->placed || v->stride || !v->things.n)
		return false;
	for (RefWalk w = {&v->things, 0, 0}; refset_next(&w, &thing);)
		if (thing < c->n || !constant_action(c, thing - c->n, v->offset))
			return false;
	return true;
}

/* The kernel reads what it is given, through pointers too, and may give it back in other places; it
 * keeps no address but those of handlers and of memory it maps. */
static void call_kernel(Closed *c, u32 function, const Call *call)
{
	u32 kind = syscall_site(c->s, call), thing;
	if (kind & SYS_HANDLES && closed_installs_nothing(c, function, call)) {
		/* It reads the one and fills the other. If the action is written after all, the call is
		 * looked at again. */
		copy_from(c, argument(c, function, call, ACT));
		write_there(c, argument(c, function, call, OLD_ACT));
		return;
	}
	c->handles |= (kind & SYS_HANDLES) != 0;
	if (kind & (SYS_HANDLES | SYS_MAPS)) {
		hand_over(c, function, call);
		return;
	}
	for (u32 i = 1; i < call->n_args; i++) {
		const Followed *v = argument(c, function, call, i);
		if (kind & SYS_RETURNS)
			write_there(c, v);
		else
			copy_from(c, v);
		for (RefWalk w = {&v->things, 0, 0}; refset_next(&w, &thing);)
			if (thing < c->n)
				leak_function(c, thing);
	}
}

static bool call_extern(Closed *c, const Function *f, const Ins *in, const Call *call, u32 callee)
{
	switch ((ExternKind)c->s->fns[callee].extern_kind) {
	case EXTERN_COPY:
	case EXTERN_FILL:
		write_there(c, argument(c, f->id, call, 0));
		if (c->s->fns[callee].extern_kind == EXTERN_COPY)
			copy_from(c, argument(c, f->id, call, 1));
		else
			leak(c, argument(c, f->id, call, 1));
		return in->dst != NO_REG &&
			   followed_join(&c->fns[f->id].regs[in->dst], argument(c, f->id, call, 0));
	case EXTERN_SYSCALL: call_kernel(c, f->id, call); break;
	case EXTERN_FREE:
	case EXTERN_ALLOC_SIZE:
	case EXTERN_UNSUPPORTED: break;
	default: hand_over(c, f->id, call); break;
	}
	return results_other(c, f, in);
}

/* One argument and the parameter that takes it. */
static bool pass(Closed *c, u32 function, const Arg *arg, Followed *to)
{
	const Followed *v = closed_value(c, function, arg->value);
	if (!arg->byval_size)
		return followed_join(to, v);
	copy_from(c, v); /* the callee has a copy */
	return followed_other(to);
}

static void pass_all(Closed *c, u32 function, const Call *call, u32 callee)
{
	const Function *to = &c->p->functions.at[callee];
	ClosedFunction *its = &c->fns[callee];
	u32 reg = 0, i = 0;
	bool grew = false;
	for (; i < to->n_params; reg += type_regs(to->params[i++]))
		grew |= i < call->n_args ? pass(c, function, &call->args[i], &its->regs[reg])
								 : followed_other(&its->regs[reg]);
	/* Variable arguments stand in memory. */
	for (; i < call->n_args; i++) {
		const Followed *v = closed_value(c, function, call->args[i].value);
		if (call->args[i].byval_size)
			copy_from(c, v);
		else
			leak(c, v);
	}
	its->dirty |= grew;
}

static bool enter(Closed *c, const Function *f, const Ins *in, const Call *call, u32 callee)
{
	const Function *to = &c->p->functions.at[callee];
	if (!to->n_blocks)
		return call_extern(c, f, in, call, callee);
	closed_reach(c, callee);
	refset_add(&c->fns[callee].callers, f->id);
	pass_all(c, f->id, call, callee);
	if (in->dst == NO_REG)
		return false;
	bool grew = false;
	u32 reg = in->dst;
	for (u32 k = 0; k < call->n_results; reg += type_regs(call->results[k++]))
		grew |= k < to->n_results
					? followed_join(&c->fns[f->id].regs[reg], &c->fns[callee].results[k])
					: followed_other(&c->fns[f->id].regs[reg]);
	return grew;
}

bool closed_call(Closed *c, u32 function, u32 ins)
{
	const Function *f = &c->p->functions.at[function];
	const Ins *in = &f->ins[ins];
	const Call *call = &f->calls[in->extra];
	if (call->callee != NO_OPERAND)
		return enter(c, f, in, call, call->callee);
	const Followed *target;
	RefSet things = {0};
	u32 thing;
	bool grew = false, followed = closed_target(c, function, ins, &target);
	refset_copy(&things, &target->things);
	for (RefWalk w = {&things, 0, 0}; refset_next(&w, &thing);)
		if (thing < c->n)
			grew |= enter(c, f, in, call, program_entered(c->p, call, thing));
	refset_free(&things);
	if (followed)
		return grew;
	hand_over(c, function, call);
	return results_other(c, f, in) || grew;
}
