/* prune.c: parts of the search that cannot show a difference.
 *
 * reach: as long as no point of a change was executed both versions are one program. Where a run
 * has executed none and cannot come to one any more, whatever it still decides, it does the same in
 * both: the rest of its condition is dropped, so that all inputs that come there are one path. The
 * explorer then never negates a branch that cannot lead to a change.
 *
 * infect, propagate: the same where a change was executed and both versions have come to the same
 * state all the same (infect.h).
 *
 * Either speaks about inputs that were never run, so "cannot come to a change" is asked of a call
 * graph that leaves nothing out (static/closed.h), from the decision's own instruction on: a call
 * may be what is decided. What the machine does not run counts as a change, since nobody knows what
 * it calls; where handlers of signals or setjmp can be had, nothing is cut.
 */
#include "test/infect.h"

static const char *const prune_names[N_PRUNES] = {"reach", "infect", "propagate"};

typedef enum Answer { UNASKED, NO, YES } Answer;

struct Prune {
	Static *s;          /* of OLD: who calls whom, by the closed rule */
	TargetList targets; /* points of all changes in OLD, and what the machine does not run */
	Later *later;       /* of OLD: where one may be executed before the function returns */
	u8 *after;          /* by function: one may be executed after it has returned */
	u8 **known;         /* by function, instruction: Answer of later_here; NULL: none so far */
	u8 **is_target;     /* by function, instruction; NULL: none is */
	Infect *infect;     /* NULL: not asked for so far */
	bool no_infect;     /* it could not be had */
	char *withdrawn;    /* why no cut of this search can be relied on; NULL: they all can */
	PruneStats stats;   /* so far */
};

static bool is_target(const Prune *p, u32 function, u32 ins)
{
	return p->is_target[function] && p->is_target[function][ins];
}

/* Whether a change may be executed from an instruction on, before its function returns. */
static bool later_here(Tester *t, const Prune *p, u32 function, u32 ins)
{
	Static *s = p->s;
	const Function *f = &t->config.program[OLD]->functions.at[function];
	const Flow *flow = static_flow(s, function);
	if (!flow || ins >= f->n_ins)
		return true; /* nobody knows */
	u32 block = static_block(s, function, ins);
	if (!later_from(p->later, function, block))
		return false;
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (flow->succ[k] < flow->n && later_from(p->later, function, flow->succ[k]))
			return true;
	for (u32 i = ins; i < f->blocks[block].end; i++) {
		const u32 *callees;
		u32 n = f->ins[i].op == I_CALL ? static_callees(s, function, i, &callees) : 0;
		for (u32 k = 0; k < n; k++)
			if (later_from(p->later, callees[k], 0))
				return true;
		if (is_target(p, function, i))
			return true;
	}
	return false;
}

static void add_target(Tester *t, Prune *p, u32 function, u32 ins)
{
	u32 n = t->config.program[OLD]->functions.at[function].n_ins;
	if (!p->is_target[function])
		p->is_target[function] = xcalloc(n + 1, 1);
	p->is_target[function][ins] = 1;
	vec_push(&p->targets, ((Target){function, ins}));
}

static void add_targets(Tester *t, Prune *p)
{
	for (u32 i = 0; i < t->changes.len; i++) {
		const ChangePart *part = &change_map_at(t->map, i)->part[OLD];
		for (u32 k = 0; k < part->n_points; k++)
			add_target(t, p, part->points[k].function, part->points[k].ins);
	}
	for (u32 f = 0, i = 0; static_next_foreign(p->s, &f, &i); i++)
		add_target(t, p, f, i);
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
			p->after[f] = later_here(t, p, caller, ins + 1);
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

/* Whether a change may be executed from an instruction on, in this function or those it returns to.
 */
static bool nothing_later(Tester *t, const Prune *p, u32 function, u32 ins)
{
	u32 n = t->config.program[OLD]->functions.at[function].n_ins;
	if (p->after[function] || ins >= n)
		return false;
	if (!p->known[function])
		p->known[function] = xcalloc(n + 1, 1);
	u8 *known = &p->known[function][ins];
	if (*known == UNASKED)
		*known = later_here(t, p, function, ins) ? YES : NO;
	return *known == NO;
}

static void count(Prune *p, PruneKind kind, size_t decisions)
{
	p->stats.runs[kind]++;
	p->stats.decisions[kind] += decisions;
}

/* OLD's constraints before the first change; all of them when none was executed. Up to there NEW
 * has decided the same. */
static size_t before_change(Tester *t, size_t n)
{
	size_t n_events, first = n;
	for (int side = OLD; side <= NEW; side++) {
		const WatchEvent *events = machine_watch_events(t->machine[side], &n_events);
		for (size_t i = 0; i < n_events; i++)
			first = events[i].constraints < first ? events[i].constraints : first;
	}
	return first;
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
		p->no_infect = coincide(t) || !(p->infect = infect_new(t));
	size_t n = c->keep[OLD];
	if (p->no_infect || !infect_cut(p->infect, t, list, c))
		return;
	count(p, c->keep[OLD] == c->front[OLD] ? PRUNE_INFECT : PRUNE_PROPAGATE, n - c->keep[OLD]);
}

/* A run shows that a change can be executed where the rule has it that none can. Then the rule is
 * wrong, and nothing that was left out because of it is known. */
static void withdraw(Tester *t, const Constraint *c)
{
	Buf text = {0};
	buf_adds(&text, "a change was executed after ");
	program_place(t->config.program[OLD], c->loc, &text);
	buf_adds(&text, ", where none was held to be possible; nothing is left out any more");
	t->prune->withdrawn = xstrdup(buf_str(&text));
	t->pair.cut = NULL;
	buf_free(&text);
}

const char *prune_withdrawn(const Tester *t)
{
	return t->prune ? t->prune->withdrawn : NULL;
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
		if (t->executed.len) {
			withdraw(t, &list[OLD][i]);
			return;
		}
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

/* Jumps that no flow graph shows: handlers of signals, longjmp. */
static bool jumps_about(Static *s)
{
	return static_handlers(s) || static_jumps(s);
}

typedef VEC(u32) FunctionList;

/* Functions of OLD whose counterparts' addresses NEW lets out of sight: after a change both may
 * hold what only NEW took. False: NEW jumps about. */
static bool leaked_in_new(Tester *t, FunctionList *to)
{
	const Program *new_one = t->config.program[NEW];
	StaticOptions closed = {.no_points_to = true};
	tester_roots(t, NEW, &closed);
	Static *s = static_new(new_one, &closed);
	bool good = !jumps_about(s);
	for (u32 f = 0; good && f < new_one->functions.len; f++) {
		u32 other = static_leaked(s, f) ? change_map_function(t->map, SIDE_NEW, f) : NO_OPERAND;
		if (other != NO_OPERAND)
			vec_push(to, other);
	}
	static_free(s);
	return good;
}

void prune_prepare(Tester *t)
{
	const TestConfig *c = &t->config;
	if (t->same_code || !c->prune || c->pair || t->pair.by != BY_PATH ||
		c->strategy == STRATEGY_RANDOM || units_data_changed(t))
		return;
	FunctionList leaked = {0};
	bool good = leaked_in_new(t, &leaked);
	StaticOptions closed = {.no_points_to = true, .leaked = leaked.at, .n_leaked = (u32)leaked.len};
	tester_roots(t, OLD, &closed);
	Static *s = static_new(c->program[OLD], &closed);
	good = good && !jumps_about(s);
	vec_free(&leaked);
	if (!good) {
		static_free(s);
		return;
	}
	size_t n = c->program[OLD]->functions.len + 1;
	Prune *p = t->prune = xcalloc(1, sizeof *p);
	p->s = s;
	p->known = xcalloc(n, sizeof *p->known);
	p->is_target = xcalloc(n, sizeof *p->is_target);
	add_targets(t, p);
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
	Prune *p = t->prune;
	infect_free(p->infect);
	later_free(p->later);
	static_free(p->s);
	vec_free(&p->targets);
	for (size_t i = 0; i < t->config.program[OLD]->functions.len; i++) {
		free(p->known[i]);
		free(p->is_target[i]);
	}
	free(p->known);
	free(p->is_target);
	free(p->after);
	free(p->withdrawn);
	free(p);
}
