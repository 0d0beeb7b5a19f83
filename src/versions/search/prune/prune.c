/* prune.c: prunes parts of the search that cannot show a difference.
 *
 * reach: as long as no point of a change was executed, both versions are one program. If a run has
 * executed none and cannot reach one any more (reach.h), whatever it still decides, it does the same
 * in both. So
 *
 *   the rest of its condition is dropped, and all inputs that get there are one path;
 *   a side of a decision from which no change can be reached is closed: the explorer neither asks
 *   for an input that takes it nor runs one. What such a run would show is shown alike by both.
 *
 * infect, propagate: the first if a change was executed and both versions have reached the same
 * state nevertheless (infect.h). A side is never closed after a change: that the state is the same
 * there is known of the side that was run, and of no other.
 *
 * All of this makes statements about inputs that were never run. Runs can only withdraw it. */
#include "versions/search/infect.h"
#include "versions/search/prune/reach.h"

#include "base/check.h"

typedef struct Prune {
	Reach *reach;
	Infect *infect;  /* NULL: not asked for so far */
	bool no_infect;  /* true if it could not be created */
	bool sides;      /* true if sides of decisions are closed */
	size_t first;    /* OLD's constraints before the first change in the latest run */
	char *withdrawn; /* why no cut of this search can be relied on; NULL: they all can */
	u64 runs[N_PRUNES], decisions[N_PRUNES]; /* cut so far */
} Prune;

static Prune *prune_of(const Search *search)
{
	return search->guide[GUIDE_PRUNE];
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
			!reach_is_target(prune_of(search)->reach, function, ins) &&
			reach_none_from(prune_of(search)->reach, function, ins))
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
		p->no_infect = coincide(search->changes.map, search->config.subject[OLD]->program,
								search->config.subject[NEW]->program) ||
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
	must_that(search->config.wrong.cut, "loc %u: a change was executed where none can be any more",
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

/* How many of OLD's constraints are decided before the run is where no change can be executed any
 * more; none was until then. Returns false if it never is. *side: only the side that the last of
 * them takes shows that. */
static bool find_end(Prune *p, const Constraint *list, size_t *end, bool *side)
{
	for (size_t i = 0; i < p->first; i++) {
		*end = i;
		*side = false;
		if (reach_none_from(p->reach, list[i].function, list[i].ins))
			return true;
		*end = i + 1;
		*side = true;
		if (p->sides && reach_none_on(p->reach, list[i].function, list[i].ins, list[i].way))
			return true;
	}
	return false;
}

static void cut(Search *search, const Constraint *const list[], ProductCut *c)
{
	Prune *p = prune_of(search);
	p->first = 0;
	if (p->withdrawn)
		return;
	size_t n = c->keep[OLD], end;
	bool side;
	p->first = before_change(search, n);
	if (search->config.wrong.cut && n >= search->config.wrong.cut) {
		count(p, PRUNE_REACH, n - search->config.wrong.cut + 1);
		c->keep[OLD] = search->config.wrong.cut - 1;
		c->keep[NEW] = 0;
		return;
	}
	if ((search->config.prune >> PRUNE_REACH & 1) && find_end(p, list[OLD], &end, &side)) {
		if (changes_executed_really(search)) {
			withdraw(search, &list[OLD][end < n ? end : n - 1]);
			return;
		}
		if (end < n)
			count(p, PRUNE_REACH, n - end);
		c->keep[OLD] = end;
		c->keep[NEW] = 0;
		c->side = side;
		return;
	}
	if (search->config.prune & ~(1u << PRUNE_REACH))
		cut_infected(search, list, c);
}

static Expr closed(Search *search, const Constraint *c, size_t i)
{
	Prune *p = prune_of(search);
	if (search->config.wrong.sides && c->way && c->kind == CON_BRANCH)
		return expr_not(search->pool, c->cond);
	return p->sides && !p->withdrawn && i < p->first ? reach_closed_sides(p->reach, search->pool, c)
													 : 0;
}

static void *begin(Search *search)
{
	const SearchConfig *c = &search->config;
	GuideOff *off = &search->off[GUIDE_PRUNE];
	if (!c->prune || c->every_pair)
		return NULL;
	if (search_retyped(search))
		off->what = "the types of the function's interface changed";
	else if (changes_in_data(search))
		off->what = "initial contents changed, and memory after the call may show them";
	Reach *reach = off->what ? NULL : reach_new(search, off);
	if (!reach)
		return NULL;
	Prune *p = xcalloc(1, sizeof *p);
	p->reach = reach;
	p->sides = (c->prune >> PRUNE_REACH & 1) && !c->wrong.cut;
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
	reach_free(p->reach);
	free(p->withdrawn);
	free(p);
}

const Guide guide_prune = {.begin = begin,
						   .cut = cut,
						   .closed = closed,
						   .withdrawn = withdrawn,
						   .stats = stats,
						   .free = free_prune};
