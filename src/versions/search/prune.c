/* prune.c: prunes parts of the search that cannot show a difference.
 *
 * reach: as long as no point of a change was executed, both versions are one program. If a run has
 * executed none and cannot reach one any more, whatever it still decides, it does the same in both.
 * The rest of its condition is dropped, so that all inputs that get there are one path. The
 * explorer then never negates a branch that cannot lead to a change.
 *
 * infect, propagate: the same if a change was executed and both versions have reached the same
 * state nevertheless (infect.h).
 *
 * Both make a statement about inputs that were never run. So "cannot reach a change" is decided on
 * a complete call graph (engine/static/closed/closed.h), from the decision's own instruction on,
 * since a call may be what is decided. Code that the machine does not run counts as a change, since
 * its callees are unknown. If signal handlers or setjmp are available, nothing is cut. */
#include "versions/search/infect.h"

#include "base/check.h"

typedef enum Answer { UNASKED, NO, YES } Answer;

typedef struct Prune {
	Static *s;          /* of OLD: who calls whom, by the closed rule */
	TargetList targets; /* points of all changes in OLD, and what the machine does not run */
	Later *later;       /* of OLD: where one may be executed before the function returns */
	u8 *after;          /* by function: one may be executed after it has returned */
	u8 **known;         /* by function, instruction: Answer of later_here; NULL: none so far */
	u8 **is_target;     /* by function, instruction; NULL: none is */
	Infect *infect;     /* NULL: not asked for so far */
	bool no_infect;     /* true if it could not be created */
	char *withdrawn;    /* why no cut of this search can be relied on; NULL: they all can */
	u64 runs[N_PRUNES], decisions[N_PRUNES]; /* cut so far */
	const Program *old;
} Prune;

static Prune *prune_of(const Search *search)
{
	return search->guide[GUIDE_PRUNE];
}

static bool is_target(const Prune *p, u32 function, u32 ins)
{
	return p->is_target[function] && p->is_target[function][ins];
}

/* True if a change may be executed from an instruction on, before its function returns. */
static bool later_here(Search *search, const Prune *p, u32 function, u32 ins)
{
	Static *s = p->s;
	const Function *f = &search->config.subject[OLD]->program->functions.at[function];
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

static void add_target(Search *search, Prune *p, u32 function, u32 ins)
{
	u32 n = search->config.subject[OLD]->program->functions.at[function].n_ins;
	if (!p->is_target[function])
		p->is_target[function] = xcalloc(n + 1, 1);
	p->is_target[function][ins] = 1;
	vec_push(&p->targets, ((Target){function, ins}));
}

static void add_targets(Search *search, Prune *p)
{
	for (u32 i = 0; i < search->changes.list.len; i++) {
		const ChangePart *part = &change_map_at(search->changes.map, i)->part[OLD];
		for (u32 k = 0; k < part->n_points; k++)
			add_target(search, p, part->points[k].function, part->points[k].ins);
	}
	for (u32 f = 0, i = 0; static_next_foreign(p->s, &f, &i); i++)
		add_target(search, p, f, i);
}

/* What comes after a function is what may come in its callers from the call on, and after them. */
static void find_after(Search *search, Prune *p)
{
	const Program *old = search->config.subject[OLD]->program;
	Static *s = p->s;
	bool more = true;
	p->after = xcalloc(old->functions.len + 1, 1);
	for (u32 f = 0; f < old->functions.len; f++) {
		const u64 *calls;
		u32 n = static_callers(s, f, &calls);
		for (u32 i = 0; i < n && !p->after[f]; i++) {
			u32 caller = (u32)(calls[i] >> 32), ins = (u32)calls[i];
			p->after[f] = later_here(search, p, caller, ins + 1);
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

/* True if a change may be executed from an instruction on, in this function or those it returns
 * to. */
static bool nothing_later(Search *search, const Prune *p, u32 function, u32 ins)
{
	u32 n = search->config.subject[OLD]->program->functions.at[function].n_ins;
	if (p->after[function] || ins >= n)
		return false;
	if (!p->known[function])
		p->known[function] = xcalloc(n + 1, 1);
	u8 *known = &p->known[function][ins];
	if (*known == UNASKED)
		*known = later_here(search, p, function, ins) ? YES : NO;
	return *known == NO;
}

static void count(Prune *p, PruneKind kind, size_t decisions)
{
	p->runs[kind]++;
	p->decisions[kind] += decisions;
}

/* OLD's constraints before the first change; all of them when none was executed. Up to there NEW
 * has decided the same. */
static size_t before_change(Search *search, size_t n)
{
	size_t n_events, first = n;
	for (int side = OLD; side <= NEW; side++) {
		const WatchEvent *events = machine_watch_events(search->machine[side], &n_events);
		for (size_t i = 0; i < n_events; i++)
			first = events[i].constraints < first ? events[i].constraints : first;
	}
	return first;
}

/* The constraints before the first decision that is not part of a change, and after which none can
 * be executed. NEW's code is OLD's from there on. */
static size_t find_front(Search *search, int side, const Constraint *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		u32 function = list[i].function, ins = list[i].ins;
		if (change_map_changed(search->changes.map, (Side)side, function, ins))
			continue;
		if (side == NEW) {
			ins = change_map_match(search->changes.map, NEW, function, ins);
			function = change_map_function(search->changes.map, NEW, function);
		}
		if (function != NO_OPERAND && ins != NO_OPERAND &&
			!is_target(prune_of(search), function, ins) &&
			nothing_later(search, prune_of(search), function, ins))
			return i;
	}
	return n;
}

/* A run that executed a change: where both versions are one program again. */
static void cut_infected(Search *search, const Constraint *const list[], ProductCut *c)
{
	Prune *p = prune_of(search);
	bool ended = true;
	for (int side = OLD; side <= NEW; side++) {
		Outcome outcome = search->pair.result[side].outcome;
		ended = ended && outcome != RAN_LIMIT && outcome != RAN_UNSUPPORTED;
		c->front[side] = find_front(search, side, list[side], c->keep[side]);
	}
	/* What functions of the host do is not seen. */
	if (!ended || c->front[OLD] == c->keep[OLD] || p->no_infect ||
		(search->config.subject[OLD]->native && search->config.subject[OLD]->native[0]))
		return;
	if (!p->infect)
		p->no_infect =
			coincide(search->changes.map, p->old, search->config.subject[NEW]->program) ||
			!(p->infect = infect_new(search));
	size_t n = c->keep[OLD];
	if (p->no_infect || !infect_cut(p->infect, search, list, c))
		return;
	count(p, c->keep[OLD] == c->front[OLD] ? PRUNE_INFECT : PRUNE_PROPAGATE, n - c->keep[OLD]);
}

/* A run shows that a change can be executed where the rule has it that none can. Then the rule is
 * wrong, and nothing that was left out because of it is known. */
static void withdraw(Search *search, const Constraint *c)
{
	Buf text = {0};
	must_that(search->config.wrong_cut, "loc %u: a change was executed where none can be any more",
			  c->loc);
	buf_adds(&text, "a change was executed after ");
	program_location(search->config.subject[OLD]->program, c->loc, &text);
	buf_adds(&text, ", where the analysis had excluded one; drift no longer skips anything");
	prune_of(search)->withdrawn = xstrdup(buf_str(&text));
	buf_free(&text);
}

static const char *withdrawn(const void *state)
{
	const Prune *p = state;
	return p->withdrawn;
}

static void cut(Search *search, const Constraint *const list[], ProductCut *c)
{
	Prune *p = prune_of(search);
	if (p->withdrawn)
		return;
	size_t n = c->keep[OLD], first = before_change(search, n);
	if (search->config.wrong_cut && n >= search->config.wrong_cut) {
		count(p, PRUNE_REACH, n - search->config.wrong_cut + 1);
		c->keep[OLD] = search->config.wrong_cut - 1;
		c->keep[NEW] = 0;
		return;
	}
	for (size_t i = 0; i < first && (search->config.prune >> PRUNE_REACH & 1); i++) {
		if (!nothing_later(search, p, list[OLD][i].function, list[OLD][i].ins))
			continue;
		if (search->changes.executed.len) {
			withdraw(search, &list[OLD][i]);
			return;
		}
		count(p, PRUNE_REACH, n - i);
		c->keep[OLD] = i;
		c->keep[NEW] = 0;
		return;
	}
	if (search->config.prune & ~(1u << PRUNE_REACH))
		cut_infected(search, list, c);
}

/* Jumps that no flow graph shows: handlers of signals, longjmp. */
static bool jumps_about(Static *s)
{
	return static_handlers(s) || static_jumps(s);
}

typedef VEC(u32) FunctionList;

/* Functions of OLD whose counterparts' addresses NEW lets out of sight: after a change both may
 * hold what only NEW took. False: NEW jumps about. */
static bool leaked_in_new(Search *search, FunctionList *to)
{
	const Program *new_one = search->config.subject[NEW]->program;
	Static *s =
		subject_static_new(search->config.subject[NEW], (StaticOptions){.no_points_to = true});
	bool good = !jumps_about(s);
	for (u32 f = 0; good && f < new_one->functions.len; f++) {
		u32 other =
			static_leaked(s, f) ? change_map_function(search->changes.map, NEW, f) : NO_OPERAND;
		if (other != NO_OPERAND)
			vec_push(to, other);
	}
	static_free(s);
	return good;
}

/* With --entry: first contents of globals changed: what is left behind may show them though no
 * instruction read them. */
static bool data_changed(const Search *search)
{
	const ChangeMap *map = search->changes.map;
	for (u32 i = 0; search->config.entry && i < change_map_count(map); i++) {
		const Change *c = change_map_at(map, i);
		if (c->part[OLD].global != NO_OPERAND || c->part[NEW].global != NO_OPERAND)
			return true;
	}
	return false;
}

static void *begin(Search *search)
{
	const SearchConfig *c = &search->config;
	if (!c->prune || c->every_pair || search_retyped(search) || data_changed(search))
		return NULL;
	FunctionList leaked = {0};
	bool good = leaked_in_new(search, &leaked);
	StaticOptions closed = {.no_points_to = true, .leaked = leaked.at, .n_leaked = (u32)leaked.len};
	Static *s = subject_static_new(c->subject[OLD], closed);
	good = good && !jumps_about(s);
	vec_free(&leaked);
	if (!good) {
		static_free(s);
		return NULL;
	}
	size_t n = c->subject[OLD]->program->functions.len + 1;
	Prune *p = xcalloc(1, sizeof *p);
	p->s = s;
	p->old = c->subject[OLD]->program;
	p->known = xcalloc(n, sizeof *p->known);
	p->is_target = xcalloc(n, sizeof *p->is_target);
	add_targets(search, p);
	p->later = static_later(s, p->targets.at, (u32)p->targets.len);
	find_after(search, p);
	return p;
}

static void stats(const void *state, GuideStats *to)
{
	const Prune *p = state;
	for (int i = 0; i < N_PRUNES; i++) {
		to->cut_runs[i] += p->runs[i];
		to->cut_decisions[i] += p->decisions[i];
	}
}

static void free_prune(void *state)
{
	Prune *p = state;
	infect_free(p->infect);
	later_free(p->later);
	static_free(p->s);
	vec_free(&p->targets);
	for (size_t i = 0; i < p->old->functions.len; i++) {
		free(p->known[i]);
		free(p->is_target[i]);
	}
	free(p->known);
	free(p->is_target);
	free(p->after);
	free(p->withdrawn);
	free(p);
}

const Guide guide_prune = {
	.begin = begin, .cut = cut, .withdrawn = withdrawn, .stats = stats, .free = free_prune};
