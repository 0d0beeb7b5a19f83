/* reach.c: finds where no change can be executed any more. */
#include "versions/search/prune/reach.h"

typedef enum Answer { UNASKED, NO, YES } Answer;

struct Reach {
	const Program *old;
	Static *s;          /* of OLD: who calls whom, by the closed rule */
	TargetList targets; /* points of all changes in OLD, and what the machine does not run */
	Later *later;       /* where one may be executed before the function returns */
	u8 *after;          /* by function: one may be executed after it has returned */
	u8 **returns;       /* by function, block: the function may return from there; NULL: unasked */
	u8 **known;         /* by function, instruction: Answer of later_here; NULL: none so far */
	u8 **is_target;     /* by function, instruction; NULL: none is */
};

bool reach_is_target(const Reach *r, u32 function, u32 ins)
{
	return r->is_target[function] && r->is_target[function][ins];
}

/* True if a change may be executed from an instruction on, before its function returns. */
static bool later_here(const Reach *r, u32 function, u32 ins)
{
	Static *s = r->s;
	const Function *f = &r->old->functions.at[function];
	const Flow *flow = static_flow(s, function);
	if (!flow || ins >= f->n_ins)
		return true; /* nobody knows */
	u32 block = static_block(s, function, ins);
	if (!later_from(r->later, function, block))
		return false;
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (flow->succ[k] < flow->n && later_from(r->later, function, flow->succ[k]))
			return true;
	for (u32 i = ins; i < f->blocks[block].end; i++) {
		const u32 *callees;
		u32 n = f->ins[i].op == I_CALL ? static_callees(s, function, i, &callees) : 0;
		for (u32 k = 0; k < n; k++)
			if (later_from(r->later, callees[k], 0))
				return true;
		if (reach_is_target(r, function, i))
			return true;
	}
	return false;
}

bool reach_none_from(Reach *r, u32 function, u32 ins)
{
	u32 n = r->old->functions.at[function].n_ins;
	if (r->after[function] || ins >= n)
		return false;
	if (!r->known[function])
		r->known[function] = xcalloc(n + 1, 1);
	u8 *known = &r->known[function][ins];
	if (*known == UNASKED)
		*known = later_here(r, function, ins) ? YES : NO;
	return *known == NO;
}

/* ---- sides of a decision ---- */

/* The blocks from which control may leave the function and go on in a caller. Everything that is
 * not known to end otherwise counts. */
static u8 *find_returns(const Reach *r, u32 function)
{
	const Function *f = &r->old->functions.at[function];
	const Flow *flow = static_flow(r->s, function);
	u8 *may = xcalloc(f->n_blocks + 1, 1);
	VEC(u32) todo = {0};
	for (u32 b = 0; b < f->n_blocks; b++) {
		u32 end = f->blocks[b].end;
		u32 op = end > f->blocks[b].first ? f->ins[end - 1].op : I_RET;
		may[b] = op != I_BR && op != I_CBR && op != I_SWITCH && op != I_UNREACHABLE;
		if (may[b])
			vec_push(&todo, b);
	}
	while (todo.len) {
		u32 b = vec_pop(&todo);
		for (u32 k = flow->pred_at[b]; k < flow->pred_at[b + 1]; k++)
			if (!may[flow->pred[k]]) {
				may[flow->pred[k]] = 1;
				vec_push(&todo, flow->pred[k]);
			}
	}
	vec_free(&todo);
	return may;
}

static bool may_return(Reach *r, u32 function, u32 block)
{
	if (!r->returns[function])
		r->returns[function] = find_returns(r, function);
	return r->returns[function][block];
}

/* The flow graph if the decision is a branch of it: which edge was taken is known, and the others
 * are what the instruction does on other values. */
static const Flow *branch_flow(const Reach *r, u32 function, u32 ins, u32 way, u32 *block)
{
	if (!way || function >= r->old->functions.len)
		return NULL;
	const Function *f = &r->old->functions.at[function];
	if (ins >= f->n_ins || (f->ins[ins].op != I_CBR && f->ins[ins].op != I_SWITCH))
		return NULL;
	*block = static_block(r->s, function, ins);
	return static_flow(r->s, function);
}

/* True if no change can be executed behind the k-th edge out of a block: neither before the
 * function returns nor, if it returns, after that. */
static bool side_closed(Reach *r, u32 function, const Flow *flow, u32 block, u32 k)
{
	u32 at = flow->succ_at[block] + k;
	if (at >= flow->succ_at[block + 1] || flow->succ[at] >= flow->n)
		return false;
	u32 to = flow->succ[at];
	return !later_from(r->later, function, to) &&
		   (!r->after[function] || !may_return(r, function, to));
}

bool reach_none_on(Reach *r, u32 function, u32 ins, u32 way)
{
	u32 block;
	const Flow *flow = branch_flow(r, function, ins, way, &block);
	return flow && side_closed(r, function, flow, block, way - 1);
}

/* Cases of a switch, and what none of them takes. */
static Expr closed_cases(Reach *r, ExprPool *pool, const Constraint *c, const Flow *flow, u32 block)
{
	const Function *f = &r->old->functions.at[c->function];
	const Ins *in = &f->ins[c->ins];
	u32 bits = type_bits(in->type);
	Expr none = EXPR_TRUE, closed = EXPR_FALSE;
	for (u32 k = 0; k < in->n_extra; k++) {
		const Case *one = &f->cases[in->extra + k];
		Expr value = expr_const128(pool, bits, (u128)one->hi << 64 | one->lo);
		Expr is = expr_eq(pool, c->value, value);
		none = expr_and(pool, none, expr_not(pool, is));
		if (c->way - 1 != k + 1 && side_closed(r, c->function, flow, block, k + 1))
			closed = expr_or(pool, closed, is);
	}
	if (c->way != 1 && side_closed(r, c->function, flow, block, 0))
		closed = expr_or(pool, closed, none);
	return closed == EXPR_FALSE ? 0 : closed;
}

Expr reach_closed_sides(Reach *r, ExprPool *pool, const Constraint *c)
{
	u32 block;
	const Flow *flow = branch_flow(r, c->function, c->ins, c->way, &block);
	if (!flow)
		return 0;
	if (r->old->functions.at[c->function].ins[c->ins].op == I_SWITCH)
		return c->kind == CON_SWITCH ? closed_cases(r, pool, c, flow, block) : 0;
	if (c->kind != CON_BRANCH || !side_closed(r, c->function, flow, block, 2 - c->way))
		return 0;
	return expr_not(pool, c->cond);
}

/* ---- preparation ---- */

static void add_target(Reach *r, u32 function, u32 ins)
{
	u32 n = r->old->functions.at[function].n_ins;
	if (!r->is_target[function])
		r->is_target[function] = xcalloc(n + 1, 1);
	r->is_target[function][ins] = 1;
	vec_push(&r->targets, ((Target){function, ins}));
}

static void add_targets(const Search *search, Reach *r)
{
	for (u32 i = 0; i < search->changes.list.len; i++) {
		const ChangePart *part = &change_map_at(search->changes.map, i)->part[OLD];
		for (u32 k = 0; k < part->n_points; k++)
			add_target(r, part->points[k].function, part->points[k].ins);
	}
	for (u32 f = 0, i = 0; static_next_foreign(r->s, &f, &i); i++)
		add_target(r, f, i);
	for (u32 f = 0, i = 0; static_next_layout(r->s, &f, &i); i++)
		add_target(r, f, i);
}

/* What comes after a function is what may come in its callers from the call on, and after them. */
static void find_after(Reach *r)
{
	Static *s = r->s;
	size_t n_functions = r->old->functions.len;
	bool more = true;
	r->after = xcalloc(n_functions + 1, 1);
	for (u32 f = 0; f < n_functions; f++) {
		const u64 *calls;
		u32 n = static_callers(s, f, &calls);
		for (u32 i = 0; i < n && !r->after[f]; i++) {
			u32 caller = (u32)(calls[i] >> 32), ins = (u32)calls[i];
			r->after[f] = later_here(r, caller, ins + 1);
		}
	}
	/* And what comes after the caller. */
	while (more) {
		more = false;
		for (u32 f = 0; f < n_functions; f++) {
			const u64 *calls;
			u32 n = r->after[f] ? 0 : static_callers(s, f, &calls);
			for (u32 i = 0; i < n && !r->after[f]; i++)
				r->after[f] = r->after[calls[i] >> 32];
			more |= n && r->after[f];
		}
	}
}

/* Jumps that no flow graph shows: handlers of signals, longjmp. */
static bool jumps_about(Static *s, const Program *p, GuideOff *off)
{
	u32 function, ins;
	if (static_handlers(s, &function, &ins))
		off->what = "a signal handler may be installed here";
	else if (static_jumps(s, &function, &ins))
		off->what = "setjmp is called here";
	else
		return false;
	off->program = p;
	off->loc = p->functions.at[function].ins[ins].loc;
	return true;
}

typedef VEC(u32) FunctionList;

/* Functions of OLD whose counterparts' addresses NEW lets out of sight: after a change both may
 * hold what only NEW took. False: NEW jumps about. */
static bool leaked_in_new(Search *search, FunctionList *to, GuideOff *off)
{
	const Program *new_one = search->config.subject[NEW]->program;
	Static *s =
		subject_static_new(search->config.subject[NEW], (StaticOptions){.no_points_to = true});
	bool good = !jumps_about(s, new_one, off);
	for (u32 f = 0; good && f < new_one->functions.len; f++) {
		u32 other =
			static_leaked(s, f) ? change_map_function(search->changes.map, NEW, f) : NO_OPERAND;
		if (other != NO_OPERAND)
			vec_push(to, other);
	}
	static_free(s);
	return good;
}

Reach *reach_new(Search *search, GuideOff *off)
{
	Subject *old = search->config.subject[OLD];
	FunctionList leaked = {0};
	bool good = leaked_in_new(search, &leaked, off);
	StaticOptions closed = {.no_points_to = true, .leaked = leaked.at, .n_leaked = (u32)leaked.len};
	Static *s = subject_static_new(old, closed);
	good = good && !jumps_about(s, old->program, off);
	vec_free(&leaked);
	if (!good) {
		static_free(s);
		return NULL;
	}
	size_t n = old->program->functions.len + 1;
	Reach *r = xcalloc(1, sizeof *r);
	r->s = s;
	r->old = old->program;
	r->known = xcalloc(n, sizeof *r->known);
	r->returns = xcalloc(n, sizeof *r->returns);
	r->is_target = xcalloc(n, sizeof *r->is_target);
	add_targets(search, r);
	r->later = static_later(s, r->targets.at, (u32)r->targets.len);
	find_after(r);
	return r;
}

void reach_free(Reach *r)
{
	if (!r)
		return;
	later_free(r->later);
	static_free(r->s);
	vec_free(&r->targets);
	for (size_t i = 0; i < r->old->functions.len; i++) {
		free(r->known[i]);
		free(r->returns[i]);
		free(r->is_target[i]);
	}
	free(r->known);
	free(r->returns);
	free(r->is_target);
	free(r->after);
	free(r);
}
