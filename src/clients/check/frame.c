/* frame.c: the rule that everything a contract does not mention stays equal. */
#include "clients/check/checker.h"
#include "engine/machine/state.h"

/* ---- what is free ---- */

/* Inputs on which a case with that mention applies. */
static Expr where_mentioned(Checker *c, bool (*is)(const SpokenOf *m, int k), int k)
{
	Expr any = EXPR_FALSE;
	for (size_t i = 0; i < c->cases.len; i++)
		if (is(&c->cases.at[i].mentions, k))
			any = expr_or(search_pool(c->search), any, c->cases.at[i].premise);
	return any;
}

static bool mentions_result(const SpokenOf *m, int k)
{
	(void)k;
	return m->result;
}

static bool mentions_stream(const SpokenOf *m, int k)
{
	return m->streams[k];
}

static bool mentions_ending(const SpokenOf *m, int k)
{
	(void)k;
	return m->ending;
}

static Expr mention_covers(ExprPool *p, const SpokenPiece *m, u64 at)
{
	Expr offset = expr_sub(p, expr_const(p, 64, at), m->at);
	return expr_and(p, m->when, expr_ult(p, offset, expr_const(p, 64, m->n)));
}

/* For PostFreedom. */
static Expr is_free(void *ctx, u64 at)
{
	Checker *c = ctx;
	ExprPool *p = search_pool(c->search);
	Expr any = EXPR_FALSE;
	if (!at)
		return where_mentioned(c, mentions_result, 0);
	if (at == POST_STDOUT || at == POST_STDERR)
		return where_mentioned(c, mentions_stream, at == POST_STDERR);
	for (size_t i = 0; i < c->cases.len; i++) {
		const SpokenOf *m = &c->cases.at[i].mentions;
		Expr here = EXPR_FALSE;
		for (size_t k = 0; k < m->list.len; k++)
			here = expr_or(p, here, mention_covers(p, &m->list.at[k], at));
		any = expr_or(p, any, expr_and(p, here, c->cases.at[i].premise));
	}
	return any;
}

/* ---- what differs ---- */

static bool undefined_alone(const Checker *c)
{
	const Behaviour *b = search_behaviours(c->search);
	bool overflow = c->config.comparison.count_overflow;
	return behaviour_undefined_counts(&b[OLD], overflow) !=
		   behaviour_undefined_counts(&b[NEW], overflow);
}

/* The same of what a case does not speak of: of a result that was never set its clauses say enough. */
static Expr unset_differs(Checker *c)
{
	bool result = false;
	for (int side = OLD; side <= NEW; side++)
		result |= !c->eval.is_program && machine_register_unset(search_value(c->search, side)->tag);
	if (!undefined_alone(c))
		return EXPR_FALSE;
	return result ? expr_not(search_pool(c->search), where_mentioned(c, mentions_result, 0))
				  : EXPR_TRUE;
}

/* Outputs; 0: cannot be said. */
static Expr outputs_differ(Checker *c)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *b = search_behaviours(c->search);
	u32 observe = search_see(c->search);
	Expr differs = EXPR_FALSE;
	for (int i = 0; i < 2; i++) {
		if (!(observe & (i ? OBSERVE_STDERR : OBSERVE_STDOUT)))
			continue;
		Expr one = behaviour_stream_differs(p, &b[OLD], &b[NEW], i);
		Expr free = where_mentioned(c, mentions_stream, i);
		if (!one && free != EXPR_TRUE)
			return 0;
		if (one)
			differs = expr_or(p, differs, expr_and(p, one, expr_not(p, free)));
	}
	Expr files = observe & OBSERVE_FILES ? behaviour_files_differ(p, &b[OLD], &b[NEW]) : EXPR_FALSE;
	return files ? expr_or(p, differs, files) : 0;
}

static Expr status_of(ExprPool *p, const Behaviour *b)
{
	return b->status_expr ? b->status_expr : expr_const(p, 8, (u8)b->status);
}

/* Both ended normally. */
static Expr results_differ(Checker *c)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *b = search_behaviours(c->search);
	PostFreedom but = {c, is_free};
	if (!(search_see(c->search) & OBSERVE_STATUS))
		return EXPR_FALSE;
	if (c->eval.is_program)
		return expr_and(p, expr_ne(p, status_of(p, &b[OLD]), status_of(p, &b[NEW])),
						expr_not(p, where_mentioned(c, mentions_ending, 0)));
	Expr value = expr_and(p, behaviour_value_differs(p, &b[OLD], &b[NEW]),
						  expr_not(p, where_mentioned(c, mentions_result, 0)));
	return expr_or(p, value, post_differ_but(p, b[OLD].left, &but));
}

/* Inputs on which a case that applies states how NEW may end: by ensures or signals, or by
 * forbidding the way in which OLD ended. There NEW cannot be asked to end as OLD did. */
static Expr end_is_free(Checker *c)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *old = &search_behaviours(c->search)[OLD];
	Expr any = EXPR_FALSE;
	for (size_t i = 0; i < c->cases.len; i++) {
		const CaseState *s = &c->cases.at[i];
		Expr here = expr_bool(s->ensures || s->signals);
		for (size_t k = 0; k < s->spec->clauses.len; k++)
			if (clause_only_forbids(&s->spec->clauses.at[k]))
				here = expr_or(p, here, ends_as(c, &s->spec->clauses.at[k], old));
		any = expr_or(p, any, expr_and(p, here, s->premise));
	}
	return any;
}

/* A version does not return. 0: cannot be said. */
static Expr ends_differ(Checker *c)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *b = search_behaviours(c->search);
	Expr is_free = end_is_free(c), differs = EXPR_FALSE;
	bool same = b[OLD].outcome == b[NEW].outcome && b[OLD].outcome != RAN_ERROR &&
				ends_normally(c, &b[OLD]) == ends_normally(c, &b[NEW]);
	if (is_free != EXPR_TRUE) {
		Expr all = all_differs(c);
		if (!all)
			return 0;
		differs = expr_and(p, expr_not(p, is_free), all);
	}
	if (is_free != EXPR_FALSE && same) {
		Expr outputs = outputs_differ(c);
		if (!outputs)
			return 0;
		differs = expr_or(p, differs, expr_and(p, is_free, outputs));
	}
	return differs;
}

Expr frame_differs(Checker *c)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *b = search_behaviours(c->search);
	if (!ends_normally(c, &b[OLD]) || !ends_normally(c, &b[NEW]))
		return ends_differ(c);
	Expr unset = unset_differs(c), outputs = outputs_differ(c);
	if (unset == EXPR_TRUE)
		return EXPR_TRUE;
	return outputs ? expr_or(p, unset, expr_or(p, outputs, results_differ(c))) : 0;
}

Expr all_differs(Checker *c)
{
	if (undefined_alone(c))
		return EXPR_TRUE;
	return search_same(c->search) ? EXPR_FALSE : search_differs(c->search);
}
