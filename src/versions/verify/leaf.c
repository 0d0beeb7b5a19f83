/* leaf.c: one leaf: its input is run in both versions, and what follows from that is compared with what
 * the certificate has. */
#include "versions/verify/impl.h"

static bool refute(Verifier *v, const LeafRun *r, const char *why)
{
	return verify_end(v, VERIFY_REFUTED, "leaf %u: %s", r->number, why);
}

/* ---- the input ---- */

static bool take_input(Verifier *v, LeafRun *r)
{
	for (size_t i = 0; i < r->leaf->witness.len; i++)
		r->input.at[r->leaf->witness.at[i].var] = r->leaf->witness.at[i].value;
	for (size_t i = 0; i < r->given.len; i++)
		if (!expr_eval(v->pool, r->given.at[i], &r->input))
			return refute(v, r, "its input does not satisfy its condition");
	return !inputs_canonical(v->config->inputs, 0, &r->input) ||
		   refute(v, r, "its input is not written as inputs are");
}

/* ---- the run ---- */

static bool is_incomplete(const Note *n)
{
	return !strcmp(n->kind, NOTE_UNFORESEEN) || !strcmp(n->kind, NOTE_HANDLER) ||
		   !strcmp(n->kind, NOTE_ASSEMBLY);
}

/* The run is one of the machine alone, to its end, without an approximation. */
static bool check_run(Verifier *v, const LeafRun *r, int side)
{
	const RunResult *result = &v->pair.result[side];
	if (result->outcome == RAN_LIMIT || result->outcome == RAN_UNSUPPORTED)
		return refute(v, r, "the machine does not know how a version ends on its input");
	for (size_t i = 0; i < result->n_notes; i++)
		if (is_incomplete(&result->notes[i]))
			return refute(v, r, result->notes[i].what);
	for (size_t i = 0; i < r->list[side].len; i++)
		if (r->list[side].at[i].under)
			return refute(v, r, "a value was fixed, and not all others were tried");
	return true;
}

ReturnTypes verify_result_types(const VerifyConfig *c, int side)
{
	const EntryType *newer = &c->entry_type->result;
	const EntryType *old = c->entry_old ? &c->entry_old->result : newer;
	return (ReturnTypes){side == OLD ? old : newer, side == OLD ? newer : old};
}

static bool run_both(Verifier *v, LeafRun *r)
{
	product_observe(&v->pair, 0, &r->input);
	v->figures->runs++;
	if (product_was_cut(&v->pair))
		return verify_end(v, VERIFY_TROUBLE, "leaf %u: its run was stopped", r->number);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(v->pair.version[side].m, &n);
		Behaviour *b = &v->behaviour[side];
		vec_append(&r->list[side], list, n);
		behaviour_take(b, v->pool, v->pair.version[side].m, &v->pair.result[side], &r->input,
					   v->config->observe);
		if (v->config->entry)
			behaviour_returned(b, verify_result_types(v->config, side), &v->pair.value[side],
							   post_states_latest(v->units), v->pool, side);
	}
	if (post_states_limited(v->units))
		return refute(v, r, "a limit kept memory after the call from being compared");
	return check_run(v, r, OLD) && check_run(v, r, NEW);
}

/* ---- its condition ---- */

static bool is_given(const LeafRun *r, Expr cond)
{
	for (size_t i = 0; i < r->given.len; i++)
		if (r->given.at[i] == cond)
			return true;
	return cond == EXPR_TRUE;
}

bool verify_implied(Verifier *v, const LeafRun *r, const Constraint *list, size_t n)
{
	bool good = true;
	char *what = xasprintf("an input of leaf %u takes another path", r->number);
	for (size_t i = 0; good && i < n; i++)
		good = is_given(r, list[i].cond) ||
			   verify_excludes(v, &r->given, expr_not(v->pool, list[i].cond), what);
	free(what);
	return good;
}

/* ---- what is compared ---- */

/* True if there is no input on which the version overflows and the other one does not. */
static bool overflows_too(Verifier *v, const LeafRun *r, int side)
{
	size_t n[2], at[2];
	bool left[2], good = true;
	const Overflow *list[2];
	for (int k = OLD; k <= NEW; k++) {
		list[k] = machine_overflows(v->pair.version[k].m, &n[k], &left[k]);
		at[k] = r->leaf->rule == LEAF_WHOLE ? SIZE_MAX : r->leaf->cut[k];
		while (n[k] && list[k][n[k] - 1].constraints > at[k])
			n[k]--;
	}
	if (left[OLD] || left[NEW])
		return verify_end(v, VERIFY_GAVE_UP, "leaf %u: not all overflows are known", r->number);
	Expr other = EXPR_FALSE, own = EXPR_FALSE;
	for (size_t i = 0; i < n[!side]; i++)
		other = expr_or(v->pool, other, list[!side][i].cond);
	for (size_t i = 0; i < n[side]; i++) {
		bool both = false;
		for (size_t k = 0; k < n[!side]; k++)
			both |= list[!side][k].cond == list[side][i].cond;
		own = both ? own : expr_or(v->pool, own, list[side][i].cond);
	}
	char *what = xasprintf("on an input of leaf %u only one version overflows", r->number);
	good = verify_excludes(v, &r->given, expr_and(v->pool, own, expr_not(v->pool, other)), what);
	free(what);
	return good;
}

static bool check_undefined(Verifier *v, const LeafRun *r)
{
	bool count = v->config->count_overflow;
	if (behaviour_undefined_counts(&v->behaviour[OLD], count) !=
		behaviour_undefined_counts(&v->behaviour[NEW], count))
		return refute(v, r, "only one version does something undefined");
	/* Before the changes both are one program. */
	return !count || r->leaf->rule == LEAF_REACH ||
		   (overflows_too(v, r, OLD) && overflows_too(v, r, NEW));
}

static bool check_behaviours(Verifier *v, const LeafRun *r)
{
	const Behaviour *b = v->behaviour;
	bool same = behaviour_identical(&b[OLD], &b[NEW], v->config->observe);
	Expr differs =
		same ? EXPR_FALSE : behaviour_differs(v->pool, &b[OLD], &b[NEW], v->config->observe);
	if (!differs)
		return verify_end(v, VERIFY_GAVE_UP, "leaf %u: its outputs are too large to be compared",
						  r->number);
	if (r->leaf->compared == COMPARED_NOT)
		return refute(v, r, "its outputs were not compared, and no rule says why");
	if (r->leaf->compared == COMPARED_SAME && differs != EXPR_FALSE)
		return refute(v, r, "its outputs are not the same expressions");
	char *what = xasprintf("on an input of leaf %u the versions differ", r->number);
	bool good = verify_excludes(v, &r->given, differs, what);
	free(what);
	return good;
}

static bool check_whole(Verifier *v, const LeafRun *r)
{
	return verify_implied(v, r, r->list[OLD].at, r->list[OLD].len) &&
		   verify_implied(v, r, r->list[NEW].at, r->list[NEW].len) &&
		   verify_implied(v, r, v->pair.tail.at, v->pair.tail.len) && check_behaviours(v, r);
}

static bool check_leaf(Verifier *v, LeafRun *r)
{
	if (!take_input(v, r) || !run_both(v, r) ||
		!verify_implied(v, r, v->pair.fixed.at, v->pair.fixed.len) || !check_undefined(v, r))
		return false;
	if (r->leaf->rule == LEAF_WHOLE)
		return check_whole(v, r);
	v->figures->cut++;
	if (r->leaf->compared != COMPARED_NOT)
		return refute(v, r, "a leaf with a cut is not compared");
	return verify_cut(v, r);
}

bool verify_leaf(Verifier *v, u32 number)
{
	LeafRun r = {.number = number, .leaf = &v->c->leaves.at[number - 1]};
	assignment_init(&r.input, v->pool);
	verify_path(v, r.leaf->edge, &r.given);
	vec_append(&r.given, v->base.at, v->base.len);
	v->figures->leaves++;
	bool good = check_leaf(v, &r);
	assignment_free(&r.input);
	vec_free(&r.given);
	vec_free(&r.list[OLD]);
	vec_free(&r.list[NEW]);
	return good;
}
