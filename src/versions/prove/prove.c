/* prove.c: which changes are refactorings.
 *
 * A change is one if all of its points are in functions that were proved to do the same, or in
 * helpers that were walked in place in all of their calls. */
#include "versions/prove/impl.h"

struct Proofs {
	PairProof x;
	VEC(ProvedPair) pairs;
	u32 *pair_of[N_SIDES]; /* by function: number of its pair + 1 */
	u8 *helper[N_SIDES];   /* by function: calls that were walked in place in a proof */
	bool *refactoring;     /* by change */
	const char *why;
	ProveOptions options;
};

/* ---- pairs ---- */

static void add_pair(Proofs *p, Side s, u32 function)
{
	u32 other = change_map_function(p->x.map, s, function);
	if (other == NO_OPERAND || p->pair_of[s][function])
		return;
	ProvedPair pair = {.result = PROOF_NONE};
	pair.function[s] = function;
	pair.function[s == OLD ? NEW : OLD] = other;
	vec_push(&p->pairs, pair);
	p->pair_of[OLD][pair.function[OLD]] = p->pair_of[NEW][pair.function[NEW]] = (u32)p->pairs.len;
}

static void find_pairs(Proofs *p)
{
	for (u32 i = 0; i < change_map_count(p->x.map); i++)
		for (Side s = OLD; s < N_SIDES; s++) {
			const ChangePart *part = &change_map_at(p->x.map, i)->part[s];
			for (u32 k = 0; k < part->n_points; k++)
				add_pair(p, s, part->points[k].function);
		}
}

static void prove_pair(Proofs *p, ProvedPair *pair)
{
	PairProof *x = &p->x;
	memcpy(x->function, pair->function, sizeof x->function);
	x->walked[OLD] = x->walked[NEW] = NULL;
	pair_prove(x, pair);
	for (Side s = OLD; s < N_SIDES; s++) {
		for (u32 f = 0; x->walked[s] && f < x->p[s]->functions.len; f++)
			p->helper[s][f] |= x->walked[s][f] && pair->result == PROOF_EQUAL;
		free(x->walked[s]);
	}
}

/* ---- changes ---- */

static bool is_proved(const Proofs *p, Side s, u32 function)
{
	u32 pair = p->pair_of[s][function];
	return pair && p->pairs.at[pair - 1].result == PROOF_EQUAL;
}

static bool is_covered(const Proofs *p, Side s, u32 function)
{
	return is_proved(p, s, function) || p->helper[s][function] == 1;
}

/* Only functions that one version has are covered without a proof of their own. Every mention of one
 * must be a call in a function that is covered. */
static bool is_only_helper(const Proofs *p, Side s, u32 function)
{
	const Program *of = p->x.p[s];
	u64 address = of->functions.at[function].address;
	if (change_map_function(p->x.map, s, function) != NO_OPERAND || function == p->options.entry[s])
		return false;
	for (size_t i = 0; i < of->consts.len; i++)
		if (of->consts.at[i].lo == address)
			return false;
	for (u32 f = 0; f < of->functions.len; f++)
		for (u32 i = 0; i < of->functions.at[f].n_calls; i++)
			if (of->functions.at[f].calls[i].callee == function && !is_covered(p, s, f))
				return false;
	return true;
}

/* Drops helpers that something else may call, until nothing changes. */
static void settle_helpers(Proofs *p)
{
	for (bool again = true; again;) {
		again = false;
		for (Side s = OLD; s < N_SIDES; s++)
			for (u32 f = 0; f < p->x.p[s]->functions.len; f++)
				if (p->helper[s][f] == 1 && !is_only_helper(p, s, f)) {
					p->helper[s][f] = 2;
					again = true;
				}
	}
}

static bool judge(const Proofs *p, const Change *c)
{
	u32 points = 0;
	for (Side s = OLD; s < N_SIDES; s++) {
		const ChangePart *part = &c->part[s];
		if (part->global != NO_OPERAND)
			return false;
		for (u32 k = 0; k < part->n_points; k++)
			if (part->points[k].kind == POINT_DATA || !is_covered(p, s, part->points[k].function))
				return false;
		points += part->n_points;
	}
	return points;
}

static void judge_all(Proofs *p)
{
	u32 n = change_map_count(p->x.map);
	bool all = true;
	const char *none = refuse_programs(&p->x);
	p->refactoring = arena_array(&p->x.arena, bool, n + 1);
	for (u32 i = 0; i < n; i++) {
		p->refactoring[i] = !none && judge(p, change_map_at(p->x.map, i));
		all &= p->refactoring[i];
	}
	if (none)
		p->why = none;
	else
		p->why = !all ? "some changes may have an effect" : refuse_verdict(&p->x);
}

/* ---- what others call ---- */

static void begin(Proofs *p, const ChangeMap *map, const Program *old, const Program *newer,
				  const ProveOptions *options)
{
	PairProof *x = &p->x;
	p->options = options ? *options : (ProveOptions){{NO_OPERAND, NO_OPERAND}, 0};
	x->map = map;
	x->p[OLD] = old;
	x->p[NEW] = newer;
	x->most_steps = p->options.work ? p->options.work : DEFAULT_WORK;
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 n = (u32)x->p[s]->functions.len;
		StaticOptions so = {.no_points_to = true};
		so.roots = &p->options.entry[s];
		so.n_roots = p->options.entry[s] != NO_OPERAND;
		x->statics[s] = static_new(x->p[s], &so);
		x->code[s] = arena_array(&x->arena, Routine, n + 1);
		p->pair_of[s] = arena_array(&x->arena, u32, n + 1);
		p->helper[s] = arena_array(&x->arena, u8, n + 1);
	}
}

Proofs *proofs_find(const ChangeMap *map, const Program *old, const Program *newer,
					const ProveOptions *options)
{
	Proofs *p = xcalloc(1, sizeof *p);
	begin(p, map, old, newer, options);
	find_pairs(p);
	for (size_t i = 0; i < p->pairs.len; i++)
		prove_pair(p, &p->pairs.at[i]);
	settle_helpers(p);
	judge_all(p);
	return p;
}

void proofs_free(Proofs *p)
{
	if (!p)
		return;
	for (Side s = OLD; s < N_SIDES; s++) {
		for (u32 f = 0; f < p->x.p[s]->functions.len; f++)
			live_free(p->x.code[s][f].live);
		static_free(p->x.statics[s]);
	}
	vec_free(&p->pairs);
	arena_free(&p->x.arena);
	free(p);
}

u32 proofs_count(const Proofs *p)
{
	return (u32)p->pairs.len;
}

const ProvedPair *proofs_at(const Proofs *p, u32 k)
{
	return &p->pairs.at[k];
}

bool proofs_refactoring(const Proofs *p, u32 change)
{
	return p->refactoring[change];
}

bool proofs_equivalent(const Proofs *p, const char **why)
{
	*why = p->why;
	return !p->why;
}
