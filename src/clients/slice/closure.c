/* closure.c: the static slice: backwards over data, memory, control and calls, to a fixed point.
 *
 * Registers lead to the instructions that set them, parameters to the arguments of all calls,
 * results to the returns of all callees. Memory is handled by location: any instruction that may
 * write what is read, in any function. Only for a function's own locals we consider the order
 * within the function. Control leads to branches, to calls of the function, and to calls that may
 * not return. */
#include "clients/slice/slice.h"

/* A primitive write: an instruction that changes memory by itself, not through functions with code.
 */
typedef struct MemoryWrite {
	u32 object;
	u32 function, ins;
	Location location;
} MemoryWrite;

#define PARAMETER 0x80000000u

typedef struct Closure {
	Slice *s;
	Static *st;
	const Program *p;
	VEC(u64) todo;            /* function << 32 | instruction, or | PARAMETER | register */
	IntMap parameters;        /* those that were in todo */
	VEC(u32) regs;            /* scratch */
	VEC(MemoryWrite) writers; /* by object */
	u32 *writer_at;           /* by object: where its writers begin */
	bool *entered;            /* by function: its calls are in */
	bool *ended;              /* by function: what decides whether it returns is in */
	bool **blocks;            /* by function and block: what decides on it is in */
	Later *later;             /* where the criterion is still to come in the same call */
	bool jumps;               /* some call returns twice: no order is known */
	bool *returns;            /* by function: it may return to where the criterion is to come */
	const Target *criterion;
	size_t n_criterion;
} Closure;

/* ---- order ---- */

static bool is_setjmp(const Program *p, const Function *f, const Ins *in)
{
	u32 callee = in->op == I_CALL ? f->calls[in->extra].callee : NO_OPERAND;
	return callee != NO_OPERAND && returns_twice(p->functions.at[callee].name);
}

static bool is_criterion(const Closure *c, u32 function, u32 ins)
{
	for (size_t i = 0; i < c->n_criterion; i++)
		if (c->criterion[i].function == function && c->criterion[i].ins == ins)
			return true;
	return false;
}

/* True if the criterion is executed in the instruction or by what it calls. */
static bool leads_there(const Closure *c, u32 function, u32 ins)
{
	const u32 *callees;
	bool call = c->p->functions.at[function].ins[ins].op == I_CALL;
	u32 n = call ? static_callees(c->st, function, ins, &callees) : 0;
	for (u32 k = 0; k < n; k++)
		if (c->p->functions.at[callees[k]].n_blocks && later_from(c->later, callees[k], 0))
			return true;
	return is_criterion(c, function, ins);
}

/* True if the criterion may be executed after the instruction, or unless strict, by it. */
static bool may_precede(const Closure *c, u32 function, u32 ins, bool strict)
{
	const Flow *flow = static_flow(c->st, function);
	u32 block = static_block(c->st, function, ins);
	if (c->jumps || c->returns[function])
		return true;
	if (!later_from(c->later, function, block))
		return false;
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (flow->succ[k] != flow->n && later_from(c->later, function, flow->succ[k]))
			return true;
	for (u32 i = ins + strict; i < c->p->functions.at[function].blocks[block].end; i++)
		if (leads_there(c, function, i))
			return true;
	return false;
}

/* Functions called before the criterion or by it, and what they call. */
static void find_returns(Closure *c)
{
	VEC(u32) todo = {0};
	for (u32 f = 0; f < c->p->functions.len; f++)
		for (u32 i = 0; i < c->p->functions.at[f].n_ins; i++) {
			const u32 *callees;
			if (c->p->functions.at[f].ins[i].op != I_CALL || !static_reachable(c->st, f) ||
				!(may_precede(c, f, i, true) || is_criterion(c, f, i)))
				continue;
			u32 n = static_callees(c->st, f, i, &callees);
			vec_append(&todo, callees, n);
		}
	while (todo.len) {
		u32 f = vec_pop(&todo);
		const u32 *callees;
		if (c->returns[f])
			continue;
		c->returns[f] = true;
		for (u32 i = 0; i < c->p->functions.at[f].n_ins; i++) {
			if (c->p->functions.at[f].ins[i].op != I_CALL)
				continue;
			u32 n = static_callees(c->st, f, i, &callees);
			vec_append(&todo, callees, n);
		}
	}
	vec_free(&todo);
}

static void add(Closure *c, u32 function, u32 ins)
{
	if (slice_marks(c->s, function, ins) & IN_STATIC || !may_precede(c, function, ins, false))
		return;
	slice_mark(c->s, function, ins, IN_STATIC);
	vec_push(&c->todo, (u64)function << 32 | ins);
}

/* ---- memory ---- */

/* True if some callee has no code, so that the call itself reads and writes. */
static bool is_external(const Closure *c, u32 function, u32 ins)
{
	const u32 *callees;
	u32 n = static_callees(c->st, function, ins, &callees);
	for (u32 k = 0; k < n; k++)
		if (c->p->functions.at[callees[k]].kind == FN_EXTERN)
			return true;
	return false;
}

static bool acts_itself(const Closure *c, u32 function, u32 ins)
{
	return c->p->functions.at[function].ins[ins].op != I_CALL || is_external(c, function, ins);
}

static int by_object(const void *a, const void *b)
{
	const MemoryWrite *x = a, *y = b;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->ins > y->ins) - (x->ins < y->ins);
}

static void find_writers(Closure *c)
{
	for (u32 f = 0; f < c->p->functions.len; f++) {
		const Function *fn = &c->p->functions.at[f];
		if (!static_reachable(c->st, f))
			continue;
		for (u32 i = 0; i < fn->n_ins; i++) {
			LocationSet mod = static_mod(c->st, f, i);
			if (!mod.n || !acts_itself(c, f, i))
				continue;
			for (u32 k = 0; k < mod.n; k++) {
				Location location = static_location(c->st, mod.at[k]);
				vec_push(&c->writers, ((MemoryWrite){location.object, f, i, location}));
			}
		}
	}
	u32 n = static_n_objects(c->st);
	if (c->writers.len)
		qsort(c->writers.at, c->writers.len, sizeof *c->writers.at, by_object);
	c->writer_at = xcalloc(n + 2, sizeof *c->writer_at);
	for (size_t i = 0; i < c->writers.len; i++)
		c->writer_at[c->writers.at[i].object + 1]++;
	for (u32 o = 0; o < n; o++)
		c->writer_at[o + 1] += c->writer_at[o];
}

/* Within one activation a write that cannot come before the read does not count. */
static bool comes_before(Closure *c, const MemoryWrite *w, u32 function, u32 ins)
{
	Abstract object = static_object(c->st, w->object);
	if (object.kind != OBJECT_SLOT || object.a != function || w->function != function)
		return true;
	const DefUse *du = static_defuse(c->st, function);
	for (u32 k = du->mem_at[ins]; k < du->mem_at[ins + 1]; k++)
		if (du->mem[k] == w->ins)
			return true;
	return false;
}

/* Structs given by value are read by the call. */
static bool copies_arguments(const Closure *c, u32 function, u32 ins)
{
	const Function *f = &c->p->functions.at[function];
	if (f->ins[ins].op != I_CALL)
		return false;
	const Call *call = &f->calls[f->ins[ins].extra];
	for (u32 k = 0; k < call->n_args; k++)
		if (call->args[k].byval_size)
			return true;
	return false;
}

static void add_memory(Closure *c, u32 function, u32 ins)
{
	if (!acts_itself(c, function, ins) && !copies_arguments(c, function, ins))
		return;
	LocationSet ref = static_ref(c->st, function, ins);
	for (u32 k = 0; k < ref.n; k++) {
		Location location = static_location(c->st, ref.at[k]);
		for (u32 i = c->writer_at[location.object]; i < c->writer_at[location.object + 1]; i++) {
			const MemoryWrite *w = &c->writers.at[i];
			if (!(slice_marks(c->s, w->function, w->ins) & IN_STATIC) &&
				location_overlap(&w->location, &location) && comes_before(c, w, function, ins))
				add(c, w->function, w->ins);
		}
	}
}

/* ---- control ---- */

/* What decides whether a call of the function returns. */
static void add_end(Closure *c, u32 function)
{
	const Flow *flow = static_flow(c->st, function);
	const Function *f = &c->p->functions.at[function];
	if (!flow || c->ended[function] || !static_may_not_return(c->st, function))
		return;
	c->ended[function] = true;
	for (u32 b = 0; b < flow->n; b++)
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
			const u32 *callees;
			u32 n = f->ins[i].op == I_CALL ? static_callees(c->st, function, i, &callees) : 0;
			for (u32 k = 0; k < n; k++)
				if (static_may_not_return(c->st, callees[k])) {
					add(c, function, i);
					add_end(c, callees[k]);
				}
		}
}

/* The way out of a block that others depend on: its branch, or calls in it that may not return. */
static void add_decision(Closure *c, u32 function, u32 block)
{
	const Function *f = &c->p->functions.at[function];
	u32 last = f->blocks[block].end - 1;
	if (ins_decides(&f->ins[last]))
		add(c, function, last);
	for (u32 i = f->blocks[block].first; i < last; i++) {
		const u32 *callees;
		u32 n = f->ins[i].op == I_CALL ? static_callees(c->st, function, i, &callees) : 0;
		for (u32 k = 0; k < n; k++)
			if (static_may_not_return(c->st, callees[k])) {
				add(c, function, i);
				add_end(c, callees[k]);
			}
	}
}

static void add_callers(Closure *c, u32 function)
{
	const u64 *calls;
	if (c->entered[function])
		return;
	c->entered[function] = true;
	u32 n = static_callers(c->st, function, &calls);
	for (u32 i = 0; i < n; i++)
		if (static_reachable(c->st, (u32)(calls[i] >> 32)))
			add(c, (u32)(calls[i] >> 32), (u32)calls[i]);
}

/* What follows a setjmp may be executed again because of a longjmp. */
static void add_jumps(Closure *c, u32 function)
{
	static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
	const Function *f = &c->p->functions.at[function];
	u32 jump;
	for (u32 i = 0; i < f->n_ins; i++) {
		if (!is_setjmp(c->p, f, &f->ins[i]))
			continue;
		add(c, function, i);
		for (size_t k = 0; k < countof(names); k++)
			if (strmap_get(&c->p->by_name, names[k], &jump))
				add_callers(c, jump);
	}
}

static void add_block(Closure *c, u32 function, u32 block)
{
	const Flow *flow = static_flow(c->st, function);
	if (!c->blocks[function])
		c->blocks[function] = xcalloc(flow->n + 1, sizeof **c->blocks);
	if (c->blocks[function][block])
		return;
	c->blocks[function][block] = true;
	for (u32 k = flow->cdep_at[block]; k < flow->cdep_at[block + 1]; k++)
		add_decision(c, function, flow->cdep[k].from);
	add_callers(c, function);
	if (c->jumps)
		add_jumps(c, function);
}

/* ---- registers ---- */

static bool is_inside(const Flow *flow, u32 block, u32 component)
{
	for (u32 k = flow->component[block]; k != NO_BLOCK; k = flow->components[k].parent)
		if (k == component)
			return true;
	return false;
}

/* A value that leaves a loop depends on where the loop was left. */
static void add_exits(Closure *c, u32 function, u32 from, u32 to)
{
	const Flow *flow = static_flow(c->st, function);
	for (u32 k = flow->component[from]; k != NO_BLOCK; k = flow->components[k].parent) {
		if (is_inside(flow, to, k))
			continue;
		for (u32 e = 0; e < flow->components[k].n_exits; e++)
			add_decision(c, function, flow->components[k].exits[e].from);
	}
}

static void add_returns(Closure *c, u32 function, u32 ins)
{
	const u32 *callees;
	u32 n = static_callees(c->st, function, ins, &callees);
	for (u32 k = 0; k < n; k++) {
		const Function *f = &c->p->functions.at[callees[k]];
		for (u32 i = 0; i < f->n_ins; i++)
			if (f->ins[i].op == I_RET)
				add(c, callees[k], i);
	}
}

static void add_operand(Closure *c, u32 function, Operand o, u32 user)
{
	if (o == NO_OPERAND || operand_is_const(o))
		return;
	const DefUse *du = static_defuse(c->st, function);
	u32 def = du->def[o];
	u64 key = (u64)function << 32 | PARAMETER | o, had;
	if (def == NO_OPERAND) {
		if (!intmap_get(&c->parameters, key, &had)) {
			intmap_put(&c->parameters, key, 1);
			vec_push(&c->todo, key);
		}
		return;
	}
	add(c, function, def);
	if (c->p->functions.at[function].ins[def].op == I_CALL)
		add_returns(c, function, def);
	add_exits(c, function, static_block(c->st, function, def), static_block(c->st, function, user));
}

/* The arguments that a parameter's register may come from. */
static void add_arguments(Closure *c, u32 function, u32 reg)
{
	const Function *f = &c->p->functions.at[function];
	const u64 *calls;
	u32 n = static_callers(c->st, function, &calls), k = 0;
	for (u32 r = 0; k < f->n_params; k++) {
		r += type_regs(f->params[k]);
		if (reg < r)
			break;
	}
	for (u32 i = 0; i < n; i++) {
		u32 from = (u32)(calls[i] >> 32), ins = (u32)calls[i];
		const Function *g = &c->p->functions.at[from];
		const Call *call = &g->calls[g->ins[ins].extra];
		if (!static_reachable(c->st, from))
			continue;
		add(c, from, ins);
		if (k < call->n_args)
			add_operand(c, from, call->args[k].value, ins);
	}
}

static void add_phi(Closure *c, u32 function, const Ins *in)
{
	const Function *f = &c->p->functions.at[function];
	for (u32 k = 0; k < in->n_extra; k++) {
		u32 from = f->extra[in->extra + 2 * k];
		add_block(c, function, from);
		add_decision(c, function, from);
	}
}

/* Operands of a call: the target; arguments only where nobody else sees them through parameters. */
static void add_call(Closure *c, u32 function, u32 ins)
{
	const Function *f = &c->p->functions.at[function];
	const Call *call = &f->calls[f->ins[ins].extra];
	const u32 *callees;
	u32 n = static_callees(c->st, function, ins, &callees);
	bool all = is_external(c, function, ins);
	add_operand(c, function, call->target, ins);
	for (u32 k = 0; k < n; k++)
		all = all || c->p->functions.at[callees[k]].variadic;
	for (u32 k = 0; all && k < call->n_args; k++)
		add_operand(c, function, call->args[k].value, ins);
}

/* A call that is the criterion itself: all it is given, and its result. */
static void add_whole_call(Closure *c, u32 function, u32 ins)
{
	const Function *f = &c->p->functions.at[function];
	if (f->ins[ins].op != I_CALL)
		return;
	const Call *call = &f->calls[f->ins[ins].extra];
	for (u32 k = 0; k < call->n_args; k++)
		add_operand(c, function, call->args[k].value, ins);
	add_returns(c, function, ins);
}

static void expand(Closure *c, u32 function, u32 ins)
{
	const Function *f = &c->p->functions.at[function];
	const Ins *in = &f->ins[ins];
	add_block(c, function, static_block(c->st, function, ins));
	add_memory(c, function, ins);
	if (in->op == I_CALL) {
		add_call(c, function, ins);
		return;
	}
	if (in->op == I_PHI)
		add_phi(c, function, in);
	u32 n = static_ins_uses(f, in, c->regs.at, (u32)c->regs.cap);
	if (n > c->regs.cap) {
		vec_reserve(&c->regs, n);
		n = static_ins_uses(f, in, c->regs.at, (u32)c->regs.cap);
	}
	for (u32 k = 0; k < n; k++)
		add_operand(c, function, c->regs.at[k], ins);
}

static bool has_setjmp(const Closure *c)
{
	for (u32 f = 0; f < c->p->functions.len; f++) {
		const Function *fn = &c->p->functions.at[f];
		if (!static_reachable(c->st, f))
			continue;
		for (u32 i = 0; i < fn->n_ins; i++)
			if (is_setjmp(c->p, fn, &fn->ins[i]))
				return true;
	}
	return false;
}

void slice_static(Slice *s, Static *st, const Target *criterion, size_t n)
{
	Closure c = {.s = s, .st = st, .p = s->p, .criterion = criterion, .n_criterion = n};
	size_t fns = s->p->functions.len + 1;
	c.entered = xcalloc(fns, sizeof *c.entered);
	c.ended = xcalloc(fns, sizeof *c.ended);
	c.blocks = xcalloc(fns, sizeof *c.blocks);
	c.returns = xcalloc(fns, sizeof *c.returns);
	c.later = static_later(st, criterion, (u32)n);
	c.jumps = has_setjmp(&c);
	if (!c.jumps)
		find_returns(&c);
	find_writers(&c);
	for (size_t i = 0; i < n; i++) {
		add(&c, criterion[i].function, criterion[i].ins);
		add_whole_call(&c, criterion[i].function, criterion[i].ins);
	}
	while (c.todo.len) {
		u64 next = vec_pop(&c.todo);
		if ((u32)next & PARAMETER)
			add_arguments(&c, (u32)(next >> 32), (u32)next & ~PARAMETER);
		else
			expand(&c, (u32)(next >> 32), (u32)next);
	}
	for (size_t i = 0; i < fns; i++)
		free(c.blocks[i]);
	free(c.blocks);
	free(c.entered);
	free(c.ended);
	free(c.writer_at);
	free(c.returns);
	later_free(c.later);
	vec_free(&c.writers);
	vec_free(&c.regs);
	intmap_free(&c.parameters);
	vec_free(&c.todo);
}
