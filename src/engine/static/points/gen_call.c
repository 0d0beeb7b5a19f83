/* gen_call.c: constraints between caller and callee. */
#include "engine/static/points/generate.h"

void gen_reach(PtGen *g, u32 function)
{
	const Function *fn = &g->p->functions.at[function];
	FnNodes *n = &g->fns[function];
	if (n->reg || !fn->n_blocks)
		return;
	n->reg = xmalloc((fn->n_regs + 1) * sizeof *n->reg);
	memset(n->reg, 0xff, (fn->n_regs + 1) * sizeof *n->reg);
	n->ret = xmalloc((fn->n_results + 1) * sizeof *n->ret);
	for (u32 i = 0; i < fn->n_results; i++)
		n->ret[i] = pt_node(g->pt);
	n->varargs = NO_NODE;
	for (u32 i = 0, reg = 0; i < fn->n_params; i++) {
		pt_open(g->pt, gen_reg(g, function, reg)); /* calls may come at any time */
		reg += type_regs(fn->params[i]);
	}
	vec_push(&g->queue, function);
}

/* ---- the machine's functions ---- */

static u32 arg_node(PtGen *g, u32 f, const Call *c, u32 i)
{
	return i < c->n_args && gen_carries(c->args[i].type) ? gen_operand(g, f, c->args[i].value)
														 : NO_NODE;
}

/* Cut or extended to what it is taken as. */
static void fit(PtGen *g, u32 to, Type to_type, u32 from, Type from_type)
{
	if (from == NO_NODE)
		return;
	if (gen_carries(to_type) && gen_carries(from_type))
		pt_copy(g->pt, to, from);
	else
		pt_bits(g->pt, to, from);
}

static void gen_syscall(PtGen *g, u32 f, u32 ins, const Call *c, u32 result)
{
	u32 kind = syscall_site(g->s, c), act = arg_node(g, f, c, 2), old = arg_node(g, f, c, 3);
	u32 deep = gen_deep(g, f, ins, c);
	if (result != NO_NODE)
		gen_any_number(g, result);
	for (u32 i = 1; i < c->n_args; i++)
		if (!syscall_points(g->s, f, c, i))
			gen_escape(g, arg_node(g, f, c, i));
		else if (kind & SYS_RETURNS)
			gen_fill_any(g, arg_node(g, f, c, i));
	if (kind & SYS_RETURNS)
		gen_fill_any(g, deep);
	if (kind & SYS_MAPS && result != NO_NODE) {
		u32 mapped = gen_pointer_to(g, OBJECT_HEAP, f, ins);
		pt_copy(g->pt, result, mapped);
		gen_fill_any(g, mapped);
		u32 moved = arg_node(g, f, c, 1);
		if (moved != NO_NODE)
			pt_copy(g->pt, result, moved);
	}
	if (!(kind & SYS_HANDLES))
		return;
	if (act != NO_NODE)
		pt_memcpy(g->pt, gen_kernel(g), act, 0);
	if (old != NO_NODE)
		pt_memcpy(g->pt, old, gen_kernel(g), 0);
}

static void gen_text_number(PtGen *g, u32 f, const Call *c)
{
	u32 text = arg_node(g, f, c, 0), end = arg_node(g, f, c, 3);
	gen_fill_any(g, arg_node(g, f, c, 2));
	if (text == NO_NODE || end == NO_NODE)
		return;
	u32 within = pt_node(g->pt);
	pt_add(g->pt, within, text, 0, 1);
	pt_store(g->pt, end, within, PT_WORD);
}

static void gen_extern(PtGen *g, u32 f, u32 ins, const Call *c, u32 callee)
{
	const Ins *in = &g->p->functions.at[f].ins[ins];
	u32 a = arg_node(g, f, c, 0), b = arg_node(g, f, c, 1);
	bool gives = in->dst != NO_REG && c->n_results && gen_carries(c->results[0]);
	u32 result = gives ? gen_reg(g, f, in->dst) : NO_NODE;
	if (gives)
		pt_open(g->pt, result);
	u64 length = 0;
	switch ((ExternKind)g->s->fns[callee].extern_kind) {
	case EXTERN_ALLOC:
		if (c->n_args)
			gen_looked_at(g, f, c->args[0].value);
		if (result != NO_NODE)
			pt_copy(g->pt, result, gen_pointer_to(g, OBJECT_HEAP, f, ins));
		break;
	case EXTERN_COPY:
		if (c->n_args > 2)
			gen_looked_at(g, f, c->args[2].value);
		if (c->n_args > 2 && !operand_number(g->s, c->args[2].value, &length))
			length = 0;
		if (a != NO_NODE && b != NO_NODE)
			pt_memcpy(g->pt, a, b, length);
		if (a != NO_NODE && result != NO_NODE)
			pt_copy(g->pt, result, a);
		break;
	case EXTERN_FILL:
		if (a != NO_NODE && result != NO_NODE)
			pt_copy(g->pt, result, a);
		if (c->n_args > 1)
			gen_fill(g, a, f, c->args[1].value);
		break;
	case EXTERN_NUMBER_TEXT:
		for (u32 i = 0; i < c->n_args; i++)
			gen_looked_at(g, f, c->args[i].value);
		gen_fill_any(g, a);
		gen_fill_any(g, arg_node(g, f, c, 5));
		break;
	case EXTERN_TEXT_NUMBER: gen_text_number(g, f, c); break;
	case EXTERN_SETTLE:
		if (a != NO_NODE && result != NO_NODE)
			pt_copy(g->pt, result, a);
		break;
	case EXTERN_SYSCALL: gen_syscall(g, f, ins, c, result); break;
	case EXTERN_UNKNOWN: gen_external(g, f, ins, c, result); break;
	case EXTERN_SETJMP: gen_fill_any(g, a); break;
	case EXTERN_ALLOC_SIZE:
		if (result != NO_NODE)
			gen_any_number(g, result);
		break;
	case EXTERN_FREE:
	case EXTERN_LONGJMP:
	case EXTERN_UNSUPPORTED: break;
	}
}

/* ---- functions with a body ---- */

static void pass_by_value(PtGen *g, u32 f, const Arg *arg, u32 callee, u32 param, u32 reg)
{
	u32 from = gen_operand(g, f, arg->value);
	u32 copy = gen_pointer_to(g, OBJECT_BYVAL, callee, param);
	pt_copy(g->pt, gen_reg(g, callee, reg), copy);
	if (from != NO_NODE)
		pt_memcpy(g->pt, copy, from, arg->byval_size);
}

static void pass_variable(PtGen *g, u32 f, const Arg *arg, u32 callee)
{
	u32 from = gen_operand(g, f, arg->value);
	u32 *area = &g->fns[callee].varargs;
	if (from == NO_NODE)
		return;
	if (*area == NO_NODE)
		*area = gen_pointer_to(g, OBJECT_VARARGS, callee, 0);
	if (arg->byval_size)
		pt_memcpy(g->pt, *area, from, arg->byval_size);
	else
		pt_store(g->pt, *area, from, PT_WORD); /* narrow ones are extended */
}

static void pass_arguments(PtGen *g, u32 f, const Call *c, u32 callee)
{
	const Function *to = &g->p->functions.at[callee];
	u32 reg = 0;
	for (u32 i = 0; i < c->n_args; i++) {
		const Arg *arg = &c->args[i];
		if (i >= to->n_params) {
			if (to->variadic)
				pass_variable(g, f, arg, callee);
			continue;
		}
		if (arg->byval_size)
			pass_by_value(g, f, arg, callee, i, reg);
		else
			fit(g, gen_reg(g, callee, reg), to->params[i], gen_operand(g, f, arg->value),
				arg->type);
		reg += type_regs(to->params[i]);
	}
}

/* A call of an allocation function makes an object of its own. */
static void take_block(PtGen *g, u32 f, u32 ins, const Call *c, u32 callee, u32 result)
{
	const Wrapper *w = &g->s->wrappers->of[callee];
	u32 block = gen_pointer_to(g, OBJECT_HEAP, f, ins);
	pt_open(g->pt, result);
	pt_copy(g->pt, result, block);
	u32 old = w->copies == NO_OPERAND ? NO_NODE : arg_node(g, f, c, w->copies);
	if (old != NO_NODE)
		pt_memcpy(g->pt, block, old, 0);
	for (u32 i = 0; w->inner && i < w->n_calls; i++)
		pt_memcpy(g->pt, block, gen_pointer_to(g, OBJECT_HEAP, callee, w->calls[i]), 0);
}

static void take_results(PtGen *g, u32 f, const Ins *in, const Call *c, u32 callee)
{
	const Function *from = &g->p->functions.at[callee];
	u32 reg = in->dst;
	for (u32 k = 0; k < c->n_results && k < from->n_results; k++) {
		u32 to = gen_reg(g, f, reg);
		pt_open(g->pt, to); /* a call through a pointer may find more callees later */
		fit(g, to, c->results[k], g->fns[callee].ret[k], from->results[k]);
		reg += type_regs(c->results[k]);
	}
}

static void connect(PtGen *g, u32 f, u32 ins, u32 callee)
{
	const Function *fn = &g->p->functions.at[f];
	const Ins *in = &fn->ins[ins];
	const Call *c = &fn->calls[in->extra];
	if (!g->p->functions.at[callee].n_blocks) {
		gen_extern(g, f, ins, c, callee);
		return;
	}
	gen_reach(g, callee);
	pass_arguments(g, f, c, callee);
	if (in->dst == NO_REG)
		return;
	if (g->s->wrappers->of[callee].is && c->n_results == 1)
		take_block(g, f, ins, c, callee, gen_reg(g, f, in->dst));
	else
		take_results(g, f, in, c, callee);
}

void gen_call(PtGen *g, u32 function, u32 ins)
{
	const Function *fn = &g->p->functions.at[function];
	const Call *c = &fn->calls[fn->ins[ins].extra];
	if (c->callee != NO_OPERAND) {
		connect(g, function, ins, c->callee);
		return;
	}
	u32 target = gen_operand(g, function, c->target);
	vec_push(&g->sites, ((IndirectCall){function, ins, {0}}));
	if (target != NO_NODE)
		pt_call(g->pt, target, g->sites.len - 1);
}

/* The kernel calls a handler with a number and two blocks of its own. */
static void call_handler(PtGen *g, u32 callee)
{
	const Function *fn = &g->p->functions.at[callee];
	u32 reg = 0;
	gen_reach(g, callee);
	for (u32 i = 0; fn->n_blocks && i < fn->n_params; i++) {
		if (gen_carries(fn->params[i]))
			pt_copy(g->pt, gen_reg(g, callee, reg), gen_pointer_to(g, OBJECT_KERNEL, 0, 0));
		reg += type_regs(fn->params[i]);
	}
}

/* Any function that is found may be entered: the machine (call_function) passes what there is,
 * arguments that nobody gave are undefined, and a value of another type is taken by its bits. Such
 * a call is an error at most later, when what is undefined is used. */
void gen_found(void *gen, u64 cookie, u32 object)
{
	PtGen *g = gen;
	Abstract o = g->objects.at[object];
	IndirectCall *site = &g->sites.at[cookie];
	if (o.kind != OBJECT_FUNCTION)
		return;
	u32 callee = o.a;
	if (site->function != NO_OPERAND) {
		const Function *f = &g->p->functions.at[site->function];
		callee = program_entered(g->p, &f->calls[f->ins[site->ins].extra], callee);
	}
	if (!refset_add(&site->callees, callee))
		return;
	if (site->function == NO_OPERAND)
		call_handler(g, callee);
	else
		connect(g, site->function, site->ins, callee);
	while (g->queue.len)
		gen_body(g, vec_pop(&g->queue));
}
