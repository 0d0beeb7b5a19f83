/* ends.c: how versions end, as contracts name it. */
#include "clients/check/checker.h"

#include <signal.h>

bool ends_normally(const Checker *c, const Behaviour *b)
{
	return b->outcome == RAN_EXIT && (c->eval.is_program || b->type);
}

/* abort by a failed assertion, which says so. */
static bool is_assertion(const Behaviour *b)
{
	return strstr(buf_str(&b->text[1]), ": Assertion `") != NULL;
}

Expr ends_as(Checker *c, const Clause *clause, const Behaviour *b)
{
	ExprPool *p = search_pool(c->search);
	if (ends_normally(c, b))
		return EXPR_FALSE;
	switch (clause->signal) {
	case SIGNAL_ANY: return EXPR_TRUE;
	case SIGNAL_ERROR: return expr_bool(b->outcome == RAN_ERROR && b->error == clause->error);
	case SIGNAL_ABORT: return expr_bool(b->outcome == RAN_SIGNAL && b->status == SIGABRT);
	case SIGNAL_ASSERT:
		return expr_bool(b->outcome == RAN_SIGNAL && b->status == SIGABRT && is_assertion(b));
	case SIGNAL_EXIT: break;
	}
	if (b->outcome != RAN_EXIT || clause->status < 0)
		return expr_bool(b->outcome == RAN_EXIT);
	Expr status = b->status_expr ? b->status_expr : expr_const(p, 8, (u8)b->status);
	return expr_eq(p, status, expr_const(p, 8, (u8)clause->status));
}
