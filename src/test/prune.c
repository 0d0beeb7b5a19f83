/* prune.c: parts of the search that cannot show a difference.
 *
 * As long as no point of a change was executed both versions are one program. Where a run has
 * executed none and cannot come to one any more, whatever it still decides, it does the same in
 * both: the rest of its condition is dropped, so that all inputs that come there are one path. The
 * explorer then never negates a branch that cannot lead to a change.
 */
#include "test/tester.h"

struct Prune {
	Static *s;          /* of OLD, with points-to: who calls whom must be known */
	TargetList targets; /* points of all changes in OLD */
	Later *later;       /* of OLD: where a change may be executed before the function returns */
	u8 *after;          /* by function: a change may be executed after it has returned */
	bool ended;         /* OLD's condition of the latest run was cut: NEW adds nothing */
	PruneStats stats;   /* so far */
};

/* Whether a change may be executed after an instruction, before its function returns. */
static bool later_than(Tester *t, const Prune *p, u32 function, u32 ins)
{
	Static *s = p->s;
	const Function *f = &t->config.program[OLD]->functions.at[function];
	const Flow *flow = static_flow(s, function);
	u32 block = static_block(s, function, ins);
	if (!flow || !later_from(p->later, function, block))
		return false;
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (flow->succ[k] < flow->n && later_from(p->later, function, flow->succ[k]))
			return true;
	for (u32 i = ins + 1; i < f->blocks[block].end; i++) {
		const u32 *callees;
		u32 n = f->ins[i].op == I_CALL ? static_callees(s, function, i, &callees) : 0;
		for (u32 k = 0; k < n; k++)
			if (later_from(p->later, callees[k], 0))
				return true;
		for (size_t k = 0; k < p->targets.len; k++)
			if (p->targets.at[k].function == function && p->targets.at[k].ins == i)
				return true;
	}
	return false;
}

static void add_targets(Tester *t, TargetList *to)
{
	for (u32 i = 0; i < t->changes.len; i++) {
		const ChangePart *part = &change_map_at(t->map, i)->part[OLD];
		for (u32 k = 0; k < part->n_points; k++)
			vec_push(to, ((Target){part->points[k].function, part->points[k].ins}));
	}
}

/* What comes after a function is what may come in its callers from the call on, and after them. */
static void find_after(Tester *t, Prune *p)
{
	const Program *old = t->config.program[OLD];
	Static *s = p->s;
	bool more = true;
	p->after = xcalloc(old->functions.len + 1, 1);
	for (u32 f = 0; f < old->functions.len; f++) {
		const u64 *calls;
		u32 n = static_callers(s, f, &calls);
		for (u32 i = 0; i < n && !p->after[f]; i++) {
			u32 caller = (u32)(calls[i] >> 32), ins = (u32)calls[i];
			p->after[f] = later_than(t, p, caller, ins);
		}
	}
	/* And what comes after the caller. */
	while (more) {
		more = false;
		for (u32 f = 0; f < old->functions.len; f++) {
			const u64 *calls;
			u32 n = p->after[f] ? 0 : static_callers(s, f, &calls);
			for (u32 i = 0; i < n && !p->after[f]; i++)
				p->after[f] = p->after[calls[i] >> 32];
			more |= n && p->after[f];
		}
	}
}

/* Jumps that no flow graph shows: handlers of signals, longjmp. */
static bool jumps_about(Tester *t, Static *s)
{
	static const char *const names[] = {"signal", "sigaction", "__sigsetjmp", "_setjmp", "setjmp"};
	const Program *old = t->config.program[OLD];
	for (size_t i = 0; i < countof(names); i++) {
		u32 f;
		const u64 *calls;
		if (!strmap_get(&old->by_name, names[i], &f))
			continue;
		u32 n = static_callers(s, f, &calls);
		for (u32 k = 0; k < n; k++)
			if (old->functions.at[calls[k] >> 32].kind == FN_SUBJECT)
				return true;
	}
	return false;
}

/* How many constraints of a version's run are kept. */
static size_t cut(void *ctx, int side, const Constraint *list, size_t n)
{
	Tester *t = ctx;
	Prune *p = t->prune;
	if (side == NEW)
		return p->ended ? 0 : n;
	size_t n_events, first = n;
	const WatchEvent *events = machine_watch_events(t->machine[OLD], &n_events);
	for (size_t i = 0; i < n_events; i++)
		first = events[i].constraints < first ? events[i].constraints : first;
	p->ended = false;
	for (size_t i = 0; i < first; i++) {
		u32 function = list[i].function;
		if (p->after[function] || later_than(t, p, function, list[i].ins))
			continue;
		p->ended = true;
		p->stats.cut_runs++;
		p->stats.cannot_reach += n - i;
		return i;
	}
	return n;
}

void prune_prepare(Tester *t)
{
	const TestConfig *c = &t->config;
	if (t->same_code || c->no_prune || c->pair || t->pair.by != BY_PATH ||
		c->strategy == STRATEGY_RANDOM)
		return;
	StaticOptions coarse = {.field_blind = true};
	Static *s = static_new(c->program[OLD], &coarse);
	if (jumps_about(t, s)) {
		static_free(s);
		return;
	}
	Prune *p = t->prune = xcalloc(1, sizeof *p);
	p->s = s;
	add_targets(t, &p->targets);
	p->later = static_later(s, p->targets.at, (u32)p->targets.len);
	find_after(t, p);
	t->pair.cut = cut;
}

PruneStats prune_stats(const Tester *t)
{
	return t->prune ? t->prune->stats : (PruneStats){0};
}

void prune_free(Tester *t)
{
	if (!t->prune)
		return;
	later_free(t->prune->later);
	static_free(t->prune->s);
	vec_free(&t->prune->targets);
	free(t->prune->after);
	free(t->prune);
}
