/* cut.c: leaves whose condition ends early, because from there on both versions are one program.
 *
 * That is so at a decision from which no change can be executed any more, if no change was executed before
 * (reach), or if both versions are in the same state there (state.c). "Can be executed" is decided on the
 * closed call graph of OLD, in which a call that cannot be followed enters every function whose address is
 * known elsewhere, in either version. Code that the machine does not run counts as a change. The checker
 * has this analysis for itself; the search has its own (versions/search/prune/prune.c). */
#include "versions/verify/impl.h"

struct CutGraph {
	Static *s;        /* of OLD, by the closed rule; NULL: no cut can be justified */
	const char *none; /* why not; NULL: there is one */
	Later *later;     /* where a target may be executed before the function returns */
	bool **target;    /* by function, instruction; NULL: none in it */
	bool *after;      /* by function: one may be executed after it has returned */
};

static const Program *old_program(const Verifier *v)
{
	return v->config->subject[OLD]->program;
}

/* ---- where changes are ---- */

typedef VEC(Target) Targets;

static void add_target(const Verifier *v, CutGraph *x, u32 function, u32 ins, Targets *to)
{
	u32 n = old_program(v)->functions.at[function].n_ins;
	if (!x->target[function])
		x->target[function] = xcalloc(n + 1, sizeof *x->target[function]);
	x->target[function][ins] = true;
	vec_push(to, ((Target){function, ins}));
}

static void find_targets(const Verifier *v, CutGraph *x)
{
	Targets all = {0};
	for (u32 i = 0; i < change_map_count(v->map); i++) {
		const ChangePart *part = &change_map_at(v->map, i)->part[OLD];
		for (u32 k = 0; k < part->n_points; k++)
			add_target(v, x, part->points[k].function, part->points[k].ins, &all);
	}
	for (u32 f = 0, i = 0; static_next_foreign(x->s, &f, &i); i++)
		add_target(v, x, f, i, &all);
	for (u32 f = 0, i = 0; static_next_layout(x->s, &f, &i); i++)
		add_target(v, x, f, i, &all);
	x->later = static_later(x->s, all.at, (u32)all.len);
	vec_free(&all);
}

/* ---- whether one can still be executed ---- */

/* True if an instruction of the rest of the block, or what it calls, may execute a target. */
static bool rest_of_block(const Verifier *v, const CutGraph *x, u32 function, u32 ins, u32 block)
{
	const Function *f = &old_program(v)->functions.at[function];
	for (u32 i = ins; i < f->blocks[block].end; i++) {
		const u32 *callees;
		u32 n = f->ins[i].op == I_CALL ? static_callees(x->s, function, i, &callees) : 0;
		if (x->target[function] && x->target[function][i])
			return true;
		for (u32 k = 0; k < n; k++)
			if (later_from(x->later, callees[k], 0))
				return true;
	}
	return false;
}

/* True if a target may be executed from the instruction on, before its function returns. */
static bool later_here(const Verifier *v, const CutGraph *x, u32 function, u32 ins)
{
	const Flow *flow = static_flow(x->s, function);
	if (!flow || ins >= old_program(v)->functions.at[function].n_ins)
		return true;
	u32 block = static_block(x->s, function, ins);
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (flow->succ[k] < flow->n && later_from(x->later, function, flow->succ[k]))
			return true;
	return rest_of_block(v, x, function, ins, block);
}

/* After a function returns, the code behind its calls follows, and then that after its callers. */
static void find_after(const Verifier *v, CutGraph *x)
{
	size_t n = old_program(v)->functions.len;
	x->after = xcalloc(n + 1, sizeof *x->after);
	for (bool more = true; more;) {
		more = false;
		for (u32 f = 0; f < n; f++) {
			const u64 *calls;
			u32 n_calls = x->after[f] ? 0 : static_callers(x->s, f, &calls);
			for (u32 i = 0; i < n_calls && !x->after[f]; i++) {
				u32 caller = (u32)(calls[i] >> 32), ins = (u32)calls[i];
				x->after[f] = x->after[caller] || later_here(v, x, caller, ins + 1);
				more |= x->after[f];
			}
		}
	}
}

static bool may_change_later(const Verifier *v, const CutGraph *x, u32 function, u32 ins)
{
	return function >= old_program(v)->functions.len || x->after[function] ||
		   later_here(v, x, function, ins);
}

/* True if control may leave the function from a block on, and go on in a caller. */
static bool may_return(const Verifier *v, const CutGraph *x, u32 function, u32 block)
{
	const Function *f = &old_program(v)->functions.at[function];
	const Flow *flow = static_flow(x->s, function);
	bool *seen = xcalloc(f->n_blocks + 1, sizeof *seen), may = false;
	U32List todo = {0};
	vec_push(&todo, block);
	seen[block] = true;
	while (todo.len && !may) {
		u32 b = vec_pop(&todo);
		u32 op = f->blocks[b].end > f->blocks[b].first ? f->ins[f->blocks[b].end - 1].op : I_RET;
		may = op != I_BR && op != I_CBR && op != I_SWITCH && op != I_UNREACHABLE;
		for (u32 k = flow->succ_at[b]; k < flow->succ_at[b + 1]; k++)
			if (flow->succ[k] < flow->n && !seen[flow->succ[k]]) {
				seen[flow->succ[k]] = true;
				vec_push(&todo, flow->succ[k]);
			}
	}
	vec_free(&todo);
	free(seen);
	return may;
}

bool verify_block_may_change(const Verifier *v, u32 function, u32 block)
{
	const CutGraph *x = v->closed;
	if (function >= old_program(v)->functions.len || !static_flow(x->s, function) ||
		later_from(x->later, function, block))
		return true;
	return x->after[function] && may_return(v, x, function, block);
}

/* ---- whether that can be known at all ---- */

/* Functions of OLD whose counterparts' addresses NEW lets out of sight. */
static void leaked_in_new(const Verifier *v, Static *newer, U32List *to)
{
	const Program *p = v->config->subject[NEW]->program;
	for (u32 f = 0; f < p->functions.len; f++) {
		u32 other = static_leaked(newer, f) ? change_map_function(v->map, NEW, f) : NO_OPERAND;
		if (other != NO_OPERAND)
			vec_push(to, other);
	}
}

/* Handlers of signals and longjmp are jumps that no flow graph shows. */
static bool jumps(Static *s)
{
	u32 function, ins;
	return static_handlers(s, &function, &ins) || static_jumps(s, &function, &ins);
}

/* After a call, memory may show initial contents that no instruction has read. */
static bool contents_changed(const Verifier *v)
{
	for (u32 i = 0; v->config->entry && i < change_map_count(v->map); i++) {
		const Change *c = change_map_at(v->map, i);
		if (c->part[OLD].global != NO_OPERAND || c->part[NEW].global != NO_OPERAND)
			return true;
	}
	return false;
}

static CutGraph *cut_graph_new(const Verifier *v)
{
	CutGraph *x = xcalloc(1, sizeof *x);
	U32List leaked = {0};
	Static *newer =
		subject_static_new(v->config->subject[NEW], (StaticOptions){.no_points_to = true});
	leaked_in_new(v, newer, &leaked);
	StaticOptions closed = {.no_points_to = true, .leaked = leaked.at, .n_leaked = (u32)leaked.len};
	x->s = subject_static_new(v->config->subject[OLD], closed);
	x->target = xcalloc(old_program(v)->functions.len + 1, sizeof *x->target);
	if (jumps(newer) || jumps(x->s))
		x->none = "a version may jump where no flow graph shows it";
	else if (v->config->retyped)
		x->none = "the types of the function changed: equal bits may be different values";
	else if (contents_changed(v))
		x->none = "initial contents changed, and memory after the call may show them";
	if (!x->none) {
		find_targets(v, x);
		find_after(v, x);
	}
	static_free(newer);
	vec_free(&leaked);
	return x;
}

void cut_graph_free(CutGraph *x, const Program *old)
{
	if (!x)
		return;
	for (size_t i = 0; i < old->functions.len; i++)
		free(x->target[i]);
	free(x->target);
	free(x->after);
	later_free(x->later);
	static_free(x->s);
	free(x);
}

/* ---- cuts ---- */

static bool refute(Verifier *v, const LeafRun *r, const char *why)
{
	return verify_end(v, VERIFY_REFUTED, "leaf %u: its cut by '%s' is wrong: %s", r->number,
					  leaf_rules[r->leaf->rule], why);
}

static bool executed_change(const Verifier *v)
{
	size_t n[2];
	for (int side = OLD; side <= NEW; side++)
		machine_watch_events(v->pair.version[side].m, &n[side]);
	return n[OLD] || n[NEW];
}

/* Both are about to make the same decision, and it belongs to no change. */
static bool same_site(const Verifier *v, const LeafRun *r)
{
	const Constraint *old = &r->list[OLD].at[r->leaf->cut[OLD]];
	const Constraint *newer = &r->list[NEW].at[r->leaf->cut[NEW]];
	return !change_map_changed(v->map, OLD, old->function, old->ins) &&
		   !change_map_changed(v->map, NEW, newer->function, newer->ins) &&
		   change_map_function(v->map, OLD, old->function) == newer->function &&
		   change_map_match(v->map, OLD, old->function, old->ins) == newer->ins;
}

/* No change was executed: NEW has decided what OLD has. */
static bool check_reach(Verifier *v, const LeafRun *r)
{
	return !executed_change(v) || refute(v, r, "the run executes a change");
}

static bool check_state(Verifier *v, const LeafRun *r)
{
	if (r->leaf->cut[NEW] >= r->list[NEW].len)
		return refute(v, r, "NEW decides nothing there");
	return verify_implied(v, r, r->list[NEW].at, r->leaf->cut[NEW]) &&
		   (same_site(v, r) || refute(v, r, "the versions are not at the same location")) &&
		   (verify_same_state(v, r) || refute(v, r, "the versions are not in the same state"));
}

const char *verify_no_cuts(Verifier *v)
{
	if (!v->closed)
		v->closed = cut_graph_new(v);
	return v->closed->none;
}

bool verify_cut(Verifier *v, const LeafRun *r)
{
	u32 at = r->leaf->cut[OLD];
	const char *none = verify_no_cuts(v);
	if (at >= r->list[OLD].len)
		return refute(v, r, "OLD decides nothing there");
	if (none)
		return refute(v, r, none);
	if (!verify_implied(v, r, r->list[OLD].at, at))
		return false;
	if (may_change_later(v, v->closed, r->list[OLD].at[at].function, r->list[OLD].at[at].ins))
		return refute(v, r, "a change can be executed after it");
	return r->leaf->rule == LEAF_REACH ? check_reach(v, r) : check_state(v, r);
}
