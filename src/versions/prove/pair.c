/* pair.c: relates two functions: ways to align their loops, and rounds until nothing is dropped. */
#include "versions/prove/impl.h"

static bool is_irreducible(const Flow *flow)
{
	for (u32 i = 0; i < flow->n_components; i++) {
		const Component *c = &flow->components[i];
		for (u32 k = 0; k < c->n_blocks; k++) {
			u32 b = c->blocks[k];
			if (flow->idom[b] != NO_BLOCK && !flow_dominates(flow, c->header, b))
				return true;
		}
	}
	return false;
}

Routine *code_of(PairProof *x, Side s, u32 function)
{
	Routine *c = &x->code[s][function];
	if (c->checked)
		return c;
	c->checked = true;
	c->f = &x->p[s]->functions.at[function];
	c->why = refuse_function(x, s, function);
	if (!c->f->n_ins)
		return c;
	c->flow = static_flow(x->statics[s], function);
	c->live = static_live(x->statics[s], function);
	c->head = arena_array(&x->arena, bool, c->f->n_blocks + 1);
	for (u32 i = 0; i < c->flow->n_components; i++)
		c->head[c->flow->components[i].header] = true;
	if (!c->why && is_irreducible(c->flow))
		c->why = "a loop with several entries";
	return c;
}

/* ---- helpers that are walked in place ---- */

static void find_called(PairProof *x, Side s, u32 function, bool *called)
{
	const Function *f = &x->p[s]->functions.at[function];
	for (u32 i = 0; i < f->n_calls; i++) {
		u32 callee = f->calls[i].callee;
		if (callee == NO_OPERAND || called[callee])
			continue;
		called[callee] = true;
		if (x->walked[s][callee])
			find_called(x, s, callee, called);
	}
}

/* A helper is walked in place if the other side does not call its counterpart. */
static void choose_walked(PairProof *x)
{
	bool *called[N_SIDES];
	for (u32 round = 0; round < MOST_DEPTH; round++) {
		for (Side s = OLD; s < N_SIDES; s++) {
			called[s] = xcalloc(x->p[s]->functions.len + 1, 1);
			find_called(x, s, x->function[s], called[s]);
		}
		for (Side s = OLD; s < N_SIDES; s++)
			for (u32 f = 0; f < x->p[s]->functions.len; f++) {
				u32 other = change_map_function(x->map, s, f);
				const Function *of = &x->p[s]->functions.at[f];
				x->walked[s][f] = called[s][f] && of->kind == FN_SUBJECT && of->n_ins &&
								  f != x->function[s] &&
								  (other == NO_OPERAND || !called[s == OLD ? NEW : OLD][other]);
			}
		free(called[OLD]);
		free(called[NEW]);
	}
}

/* ---- one attempt ---- */

static void attempt_free(PairProof *x)
{
	for (size_t i = 0; i < x->nodes.len; i++) {
		PointPair *n = x->nodes.at[i];
		for (Side s = OLD; s < N_SIDES; s++) {
			for (u32 k = 0; k < n->spot[s].n_live; k++)
				vec_free(&n->bind[s][k].list);
			vec_free(&n->terms[s]);
		}
		vec_free(&n->decisions);
		vec_free(&n->facts);
	}
	vec_free(&x->nodes);
	vec_free(&x->bytes);
	vec_free(&x->now.conds);
	vec_free(&x->slots);
	intmap_free(&x->byte_of);
	keymap_free(&x->opaque);
	keymap_free(&x->asked);
	prover_free(x->z3);
	expr_pool_free(x->pool);
	arena_free(&x->work);
	arena_free(&x->keep);
	x->z3 = NULL;
	x->pool = NULL;
}

static void attempt_begin(PairProof *x)
{
	const Function *f = &x->p[OLD]->functions.at[x->function[OLD]];
	x->pool = expr_pool_new();
	x->z3 = prover_new(x->pool);
	x->why = NULL;
	x->steps = 0;
	x->now.node = NULL;
	x->slot_var = arena_array(&x->keep, u32, f->n_slots + 1);
	for (u32 i = 0; i < f->n_slots; i++) {
		value_new(x, 64, "slot", &x->slot_var[i]);
		vec_push(&x->slots, f->slots[i].size);
	}
}

/* Explores all pairs of points that are reached, once. */
static void round_of(PairProof *x)
{
	x->changed = false;
	for (size_t i = 1; i < x->nodes.len; i++)
		x->nodes.at[i]->reached = false;
	for (size_t i = 0; i < x->nodes.len; i++)
		x->nodes.at[i]->explored = false;
	x->nodes.at[0]->reached = true;
	for (bool more = true; more && !x->why;) {
		more = false;
		for (size_t i = 0; i < x->nodes.len && !x->why; i++) {
			PointPair *n = x->nodes.at[i];
			if (!n->reached || n->explored)
				continue;
			n->explored = more = true;
			node_explore(x, n);
		}
	}
}

static bool attempt(PairProof *x, ProvedPair *to)
{
	attempt_begin(x);
	node_entry(x);
	u32 rounds = 0;
	do {
		round_of(x);
		if (rounds++ == MOST_ROUNDS)
			prove_fail(x, "the equations do not settle");
	} while (x->changed && !x->why);
	bool good = !x->why;
	for (size_t i = 0; good && i < x->nodes.len; i++)
		to->points += x->nodes.at[i]->reached;
	attempt_free(x);
	return good;
}

/* How loops may be in step: alike; one version begins later; one takes several rounds at once; one has
 * two loops where the other has one. */
static const InStep ways[] = {
	{{1, 1}, {0, 0}, {false, false}}, {{1, 1}, {1, 0}, {false, false}},
	{{1, 1}, {0, 1}, {false, false}}, {{2, 1}, {0, 0}, {false, false}},
	{{1, 2}, {0, 0}, {false, false}}, {{1, 1}, {0, 0}, {true, true}},
	{{4, 1}, {0, 0}, {false, false}}, {{1, 4}, {0, 0}, {false, false}},
};

static bool has_loops(PairProof *x)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		if (code_of(x, s, x->function[s])->flow->n_components)
			return true;
		for (u32 f = 0; f < x->p[s]->functions.len; f++)
			if (x->walked[s][f] && code_of(x, s, f)->flow && code_of(x, s, f)->flow->n_components)
				return true;
	}
	return false;
}

void pair_prove(PairProof *x, ProvedPair *to)
{
	to->result = PROOF_REFUSED;
	for (Side s = OLD; s < N_SIDES; s++) {
		to->why = code_of(x, s, x->function[s])->why;
		if (to->why)
			return;
	}
	to->why = refuse_pair(x);
	if (to->why)
		return;
	to->result = PROOF_NONE;
	for (Side s = OLD; s < N_SIDES; s++)
		x->walked[s] = xcalloc(x->p[s]->functions.len + 1, 1);
	choose_walked(x);
	u32 n = has_loops(x) ? countof(ways) : 1;
	x->n_asked = x->n_unknown = 0;
	for (u32 i = 0; i < n && to->result != PROOF_EQUAL && x->n_unknown < MOST_UNKNOWN; i++) {
		x->how = ways[i];
		if (attempt(x, to))
			to->result = PROOF_EQUAL;
		else if (!to->why || !i)
			to->why = x->why;
	}
	if (to->result == PROOF_EQUAL)
		to->why = NULL;
	to->asked = x->n_asked;
}
