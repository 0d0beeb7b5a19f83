/* prune.c: parts of the search that cannot show a difference.
 *
 * reach: as long as no point of a change was executed both versions are one program. Where a run
 * has executed none and cannot come to one any more, whatever it still decides, it does the same in
 * both: the rest of its condition is dropped, so that all inputs that come there are one path. The
 * explorer then never negates a branch that cannot lead to a change.
 *
 * infect, propagate: the same where a change was executed and both versions have come to the same
 * state all the same (infect.h).
 */
#include "test/infect.h"

const char *const prune_names[N_PRUNES] = {"reach", "infect", "propagate"};

struct Prune {
	Static *s;          /* of OLD, with points-to: who calls whom must be known */
	TargetList targets; /* points of all changes in OLD */
	Later *later;       /* of OLD: where a change may be executed before the function returns */
	u8 *after;          /* by function: a change may be executed after it has returned */
	Infect *infect;     /* NULL: not asked for so far */
	bool no_infect;     /* it could not be had */
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

static bool nothing_later(Tester *t, const Prune *p, u32 function, u32 ins)
{
	return !p->after[function] && !later_than(t, p, function, ins);
}

static void count(Prune *p, PruneKind kind, size_t decisions)
{
	p->stats.runs[kind]++;
	p->stats.decisions[kind] += decisions;
}

/* OLD's constraints before its first change; all of them when it executed none. */
static size_t before_change(Tester *t, size_t n)
{
	size_t n_events, first = n;
	const WatchEvent *events = machine_watch_events(t->machine[OLD], &n_events);
	for (size_t i = 0; i < n_events; i++)
		first = events[i].constraints < first ? events[i].constraints : first;
	return first;
}

static bool is_target(const Prune *p, u32 function, u32 ins)
{
	for (size_t i = 0; i < p->targets.len; i++)
		if (p->targets.at[i].function == function && p->targets.at[i].ins == ins)
			return true;
	return false;
}

/* The constraints before the first decision that is not part of a change, and after which none can
 * be executed. NEW's code is OLD's from there on. */
static size_t find_front(Tester *t, int side, const Constraint *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		u32 function = list[i].function, ins = list[i].ins;
		if (change_map_changed(t->map, side == OLD ? SIDE_OLD : SIDE_NEW, function, ins))
			continue;
		if (side == NEW) {
			ins = change_map_match(t->map, SIDE_NEW, function, ins);
			function = change_map_function(t->map, SIDE_NEW, function);
		}
		if (function != NO_OPERAND && ins != NO_OPERAND && !is_target(t->prune, function, ins) &&
			nothing_later(t, t->prune, function, ins))
			return i;
	}
	return n;
}

/* A run that executed a change: where both versions are one program again. */
static void cut_infected(Tester *t, const Constraint *const list[2], PairCut *c)
{
	Prune *p = t->prune;
	bool ended = true;
	for (int side = OLD; side <= NEW; side++) {
		Outcome outcome = t->pair.result[side].outcome;
		ended = ended && outcome != RAN_LIMIT && outcome != RAN_UNSUPPORTED;
		c->front[side] = find_front(t, side, list[side], c->keep[side]);
	}
	/* What functions of the host do is not seen. */
	if (!ended || c->front[OLD] == c->keep[OLD] || p->no_infect ||
		(t->config.native && t->config.native[0]))
		return;
	if (!p->infect)
		p->no_infect = !(p->infect = infect_new(t));
	size_t n = c->keep[OLD];
	if (p->no_infect || !infect_cut(p->infect, t, list, c))
		return;
	count(p, c->keep[OLD] == c->front[OLD] ? PRUNE_INFECT : PRUNE_PROPAGATE, n - c->keep[OLD]);
}

static void choose_cut(Tester *t, const Constraint *const list[2], PairCut *c)
{
	Prune *p = t->prune;
	size_t n = c->keep[OLD], first = before_change(t, n);
	if (t->config.wrong_cut && n >= t->config.wrong_cut) {
		count(p, PRUNE_REACH, n - t->config.wrong_cut + 1);
		c->keep[OLD] = t->config.wrong_cut - 1;
		c->keep[NEW] = 0;
		return;
	}
	for (size_t i = 0; i < first && (t->config.prune >> PRUNE_REACH & 1); i++) {
		if (!nothing_later(t, p, list[OLD][i].function, list[OLD][i].ins))
			continue;
		count(p, PRUNE_REACH, n - i);
		c->keep[OLD] = i;
		c->keep[NEW] = 0;
		return;
	}
	if (t->config.prune & ~(1u << PRUNE_REACH))
		cut_infected(t, list, c);
}

static void cut(void *ctx, const Constraint *const list[2], PairCut *c)
{
	PairCut all = *c;
	choose_cut(ctx, list, c);
	opinion_cut(ctx, list, &all, c);
}

bool prune_parse(const char *text, u32 *prune, Err *err)
{
	*prune = 0;
	for (const char *at = text; *at;) {
		size_t n = strcspn(at, ","), i = 0;
		while (i < N_PRUNES && (strlen(prune_names[i]) != n || strncmp(prune_names[i], at, n)))
			i++;
		if (i == N_PRUNES)
			return err_set(err, "--prune '%s': a list of reach, infect and propagate", text);
		*prune |= 1u << i;
		at += n + (at[n] == ',');
	}
	return true;
}

void prune_prepare(Tester *t)
{
	const TestConfig *c = &t->config;
	if (t->same_code || !c->prune || c->pair || t->pair.by != BY_PATH ||
		c->strategy == STRATEGY_RANDOM)
		return;
	StaticOptions coarse = {.field_blind = true};
	tester_roots(t, OLD, &coarse);
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
	infect_free(t->prune->infect);
	later_free(t->prune->later);
	static_free(t->prune->s);
	vec_free(&t->prune->targets);
	free(t->prune->after);
	free(t->prune);
}
