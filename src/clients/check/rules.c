/* rules.c: turns a contract into rules, and finds what violates them on a pair of paths. */
#include "clients/check/checker.h"

/* ---- making ---- */

bool clause_only_forbids(const Clause *c)
{
	return c->kind == CLAUSE_SIGNALS && c->e && c->e->kind == TERM_NUMBER && !c->e->value;
}

static void add_rule(Checker *c, RuleKind kind, u32 of, const Clause *clause, const char *text)
{
	Rule r = {.kind = kind, .of = of, .clause = clause, .text = xstrdup(text)};
	vec_push(&c->rules, r);
}

static void add_case(Checker *c, const SpecCase *spec)
{
	CaseState s = {.spec = spec};
	u32 number = (u32)c->cases.len;
	for (size_t i = 0; i < spec->clauses.len; i++) {
		const Clause *one = &spec->clauses.at[i];
		s.ensures |= one->kind == CLAUSE_ENSURES;
		s.signals |= one->kind == CLAUSE_SIGNALS && !clause_only_forbids(one);
		if (one->kind == CLAUSE_ENSURES || one->kind == CLAUSE_SIGNALS)
			add_rule(c, one->kind == CLAUSE_ENSURES ? RULE_ENSURES : RULE_SIGNALS, number, one,
					 one->text);
	}
	vec_push(&c->cases, s);
	add_rule(c, RULE_FRAME, number, NULL, "everything else equal");
}

/* Parameters as the contract knows them. */
static void find_params(Checker *c)
{
	const SearchConfig *config = search_config(c->search);
	const Shape *shape = &config->inputs->shapes.at[0];
	const Program *p[2] = {config->subject[OLD]->program, config->subject[NEW]->program};
	const Function *f = &p[NEW]->functions.at[config->subject[NEW]->entry];
	u32 k = entry_in_memory(p[NEW], f), at;
	for (u32 i = 0; (at = entry_param(shape, NEW, i)) != NO_OPERAND; i++) {
		const Part *part = &shape->parts.at[at];
		StructScalars s = {.size = part->bound, .k = k};
		Type type;
		CheckParam one = {.name = part->name, .part = part, .k = k, .type = {0, i + 1}};
		while (part->by_value && struct_scalar(&s, f, &type))
			;
		k = part->by_value ? s.k : k + 1;
		vec_push(&c->eval.params, one);
	}
	for (u32 i = 0; (at = entry_param(shape, OLD, i)) != NO_OPERAND; i++) {
		const Part *part = &shape->parts.at[at];
		CheckParam *known = NULL;
		for (size_t n = 0; n < c->eval.params.len; n++)
			if (c->eval.params.at[n].part == part)
				known = &c->eval.params.at[n];
		if (known)
			known->type[OLD] = i + 1;
		else
			vec_push(&c->eval.params, ((CheckParam){part->name, part, NO_OPERAND, {i + 1, 0}}));
	}
}

static void set_states(Checker *c, bool dry)
{
	const SearchConfig *config = search_config(c->search);
	Eval *v = &c->eval;
	v->p = search_pool(c->search);
	v->map = search_map(c->search);
	v->pair = &search_product(c->search)->version[NEW];
	for (int s = STATE_BEFORE; s <= STATE_NEW; s++) {
		int side = s == STATE_OLD ? OLD : NEW;
		v->state[s] = (CheckState){.program = config->subject[side]->program};
		if (dry)
			continue;
		v->state[s].m = s == STATE_BEFORE ? c->before.m : search_machine(c->search, side);
		v->state[s].value = s == STATE_BEFORE ? NULL : search_value(c->search, side);
		v->state[s].does = s == STATE_BEFORE ? NULL : &search_behaviours(c->search)[side];
	}
	v->args = dry ? NULL : c->before.args.at;
	v->n_args = dry ? 0 : (u32)c->before.args.len;
}

static StateKind state_of(const Clause *c)
{
	if (c->kind == CLAUSE_REQUIRES)
		return STATE_BEFORE;
	return c->kind == CLAUSE_WHEN_ENSURED || c->kind == CLAUSE_WHEN_SIGNALED ? STATE_OLD
																			 : STATE_NEW;
}

/* Names and types, without a run. */
static bool check_types(Checker *c, Err *err)
{
	Eval *v = &c->eval;
	set_states(c, true);
	v->input = NULL;
	v->err = err;
	for (size_t i = 0; i < c->cases.len && !v->failed; i++)
		for (size_t k = 0; k < c->cases.at[i].spec->clauses.len && !v->failed; k++) {
			const Clause *one = &c->cases.at[i].spec->clauses.at[k];
			eval_begin(v);
			if (one->e)
				eval_truth(v, one->e, state_of(one));
		}
	bool good = !v->failed;
	v->err = &c->eval_err;
	v->failed = false;
	return good;
}

bool rules_make(Checker *c, Err *err)
{
	const Contract *contract = c->config.contract;
	c->eval.is_program = !search_config(c->search)->entry;
	c->eval.shape = search_shape(c->search, 0);
	if (contract) {
		c->eval.source = contract->source;
		for (size_t i = 0; i < contract->cases.len; i++)
			add_case(c, &contract->cases.at[i]);
	}
	add_rule(c, RULE_DEFAULT, 0, NULL, "equal by default");
	if (!c->eval.is_program)
		find_params(c);
	return check_types(c, err);
}

void rules_free(Checker *c)
{
	for (size_t i = 0; i < c->rules.len; i++) {
		free(c->rules.at[i].text);
		violation_free(&c->rules.at[i].violation);
		if (c->rules.at[i].exercise.found)
			assignment_free(&c->rules.at[i].exercise.input);
	}
	vec_free(&c->rules);
	for (size_t i = 0; i < c->cases.len; i++)
		vec_free(&c->cases.at[i].mentions.list);
	vec_free(&c->cases);
	eval_free(&c->eval);
}

/* ---- judging ---- */

/* The truth of a clause; what it reads of NEW is noted. */
static Expr clause_truth(Checker *c, CaseState *s, const Clause *one)
{
	bool promises = one->kind == CLAUSE_ENSURES || one->kind == CLAUSE_SIGNALS;
	c->eval.mentions = promises ? &s->mentions : NULL;
	Expr e = one->e ? eval_truth(&c->eval, one->e, state_of(one)) : EXPR_TRUE;
	c->eval.mentions = NULL;
	return e;
}

/* Clauses of one kind about an end that is not normal: one of them names it, and those that do
 * hold. */
static Expr ends_allowed(Checker *c, CaseState *s, ClauseKind kind, const Behaviour *b)
{
	ExprPool *p = search_pool(c->search);
	Expr any = EXPR_FALSE, all = EXPR_TRUE;
	for (size_t i = 0; i < s->spec->clauses.len; i++) {
		const Clause *one = &s->spec->clauses.at[i];
		if (one->kind != kind || clause_only_forbids(one))
			continue;
		Expr is = ends_as(c, one, b);
		any = expr_or(p, any, is);
		all = expr_and(p, all, expr_or(p, expr_not(p, is), clause_truth(c, s, one)));
	}
	return expr_and(p, any, all);
}

static bool has_clause(const CaseState *s, ClauseKind kind)
{
	for (size_t i = 0; i < s->spec->clauses.len; i++)
		if (s->spec->clauses.at[i].kind == kind)
			return true;
	return false;
}

static Expr premise_of(Checker *c, CaseState *s)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *old = &search_behaviours(c->search)[OLD];
	bool normal = ends_normally(c, old);
	bool ensured = has_clause(s, CLAUSE_WHEN_ENSURED),
		 signaled = has_clause(s, CLAUSE_WHEN_SIGNALED);
	Expr e = EXPR_TRUE;
	for (size_t i = 0; i < s->spec->clauses.len; i++) {
		const Clause *one = &s->spec->clauses.at[i];
		if (one->kind == CLAUSE_REQUIRES || (one->kind == CLAUSE_WHEN_ENSURED && normal))
			e = expr_and(p, e, clause_truth(c, s, one));
	}
	if (normal)
		return ensured || !signaled ? e : EXPR_FALSE;
	if (signaled)
		return expr_and(p, e, ends_allowed(c, s, CLAUSE_WHEN_SIGNALED, old));
	return ensured ? EXPR_FALSE : e;
}

/* Inputs on which NEW breaks a clause, the premise aside. */
static Expr clause_broken(Checker *c, CaseState *s, const Clause *one)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *newer = &search_behaviours(c->search)[NEW];
	bool normal = ends_normally(c, newer);
	Expr holds = clause_truth(c, s, one);
	if (one->kind == CLAUSE_ENSURES)
		return normal ? expr_not(p, holds) : expr_bool(!s->signals);
	if (clause_only_forbids(one))
		return ends_as(c, one, newer);
	if (normal)
		return expr_bool(!s->ensures);
	Expr is = ends_as(c, one, newer), any = EXPR_FALSE;
	for (size_t i = 0; i < s->spec->clauses.len; i++) {
		const Clause *other = &s->spec->clauses.at[i];
		if (other->kind == CLAUSE_SIGNALS && !clause_only_forbids(other))
			any = expr_or(p, any, ends_as(c, other, newer));
	}
	return expr_or(p, expr_not(p, any), expr_and(p, is, expr_not(p, holds)));
}

static Expr goal_of(Checker *c, const Rule *r)
{
	ExprPool *p = search_pool(c->search);
	if (r->kind == RULE_DEFAULT) {
		Expr outside = EXPR_TRUE;
		for (size_t i = 0; i < c->cases.len; i++)
			outside = expr_and(p, outside, expr_not(p, c->cases.at[i].premise));
		if (outside == EXPR_FALSE)
			return EXPR_FALSE;
		Expr differs = all_differs(c);
		return differs ? expr_and(p, outside, differs) : 0;
	}
	CaseState *s = &c->cases.at[r->of];
	if (s->premise == EXPR_FALSE)
		return EXPR_FALSE;
	Expr broken = r->kind == RULE_FRAME ? frame_differs(c) : clause_broken(c, s, r->clause);
	return broken ? expr_and(p, s->premise, broken) : 0;
}

Expr rules_path(Checker *c)
{
	Expr all = EXPR_TRUE;
	for (size_t i = 0; i < c->eval.path.len; i++)
		all = expr_and(search_pool(c->search), all, c->eval.path.at[i]);
	return all;
}

bool rules_judge(Checker *c, u32 shape, const Assignment *input)
{
	Eval *v = &c->eval;
	if (c->has_before)
		machine_runner_prepare(&c->before, shape, input);
	set_states(c, false);
	v->shape = search_shape(c->search, shape);
	v->input = input;
	eval_begin(v);
	for (size_t i = 0; i < c->cases.len; i++) {
		CaseState *s = &c->cases.at[i];
		s->mentions.list.len = 0;
		s->mentions = (SpokenOf){.list = {s->mentions.list.at, 0, s->mentions.list.cap}};
		s->premise = premise_of(c, s);
	}
	/* Frames need everything that any clause mentions. */
	for (int frames = 0; frames < 2; frames++)
		for (size_t i = 0; i < c->rules.len; i++)
			if ((c->rules.at[i].kind >= RULE_FRAME) == frames)
				c->rules.at[i].goal = goal_of(c, &c->rules.at[i]);
	/* Goals are exact only where calls in predicates decide as on this input. */
	for (size_t i = 0; i < c->rules.len; i++)
		if (c->rules.at[i].goal)
			c->rules.at[i].goal =
				expr_and(search_pool(c->search), c->rules.at[i].goal, rules_path(c));
	return !v->failed;
}
