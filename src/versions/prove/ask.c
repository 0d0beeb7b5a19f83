/* ask.c: questions about the present path. What the pool decides by itself is not asked. */
#include "versions/prove/impl.h"

enum { SAMPLES = 24 }; /* values that are tried before Z3 is asked */

/* True if all conditions are true for one of some values of the variables. */
static bool try_some(PairProof *x, const Conds *all)
{
	static const u64 values[] = {0, 1, 2, 3, 5, 8, 100, UINT64_MAX, UINT64_MAX - 1, 0x5bd1e995};
	Assignment a;
	bool found = false;
	u64 seed = 1;
	assignment_init(&a, x->pool);
	for (u32 k = 0; k < SAMPLES && !found; k++) {
		for (u32 v = 0; v < a.n; v++) {
			unsigned bits = input_width(x->pool, v);
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			a.at[v] =
				values[(seed >> 33) % countof(values)] & (bits < 64 ? (1ull << bits) - 1 : ~0ull);
		}
		ExprEval *values_of = expr_values(x->pool, &a);
		found = true;
		for (size_t i = all->len; found && i--;)
			found = expr_eval_value(values_of, all->at[i]) != 0;
	}
	assignment_free(&a);
	return found;
}

static SolveResult ask(PairProof *x, const Conds *conds, Expr also)
{
	Conds all = {0};
	Buf key = {0};
	u64 known;
	vec_append(&all, conds->at, conds->len);
	vec_push(&all, also);
	buf_add(&key, all.at, all.len * sizeof *all.at);
	SolveResult r = SOLVE_UNKNOWN;
	if (keymap_get(&x->asked, buf_key(&key), &known)) {
		r = (SolveResult)known;
	} else if (x->n_asked < MOST_QUESTIONS && x->n_unknown < MOST_UNKNOWN) {
		x->n_asked++;
		memory_axioms(x, &all);
		r = try_some(x, &all) ? SOLVE_SAT : prover_ask(x->z3, all.at, all.len, QUESTION_UNITS);
		x->n_unknown += r == SOLVE_UNKNOWN;
		keymap_put(&x->asked, buf_key(&key), r);
	}
	buf_free(&key);
	vec_free(&all);
	return r;
}

bool ask_valid(PairProof *x, const Conds *conds, Expr goal)
{
	if (goal == EXPR_TRUE)
		return true;
	for (size_t i = 0; i < conds->len; i++)
		if (conds->at[i] == goal)
			return true;
	return ask(x, conds, expr_not(x->pool, goal)) == SOLVE_UNSAT;
}

bool ask_possible(PairProof *x, const Conds *conds)
{
	return ask(x, conds, EXPR_TRUE) != SOLVE_UNSAT;
}
