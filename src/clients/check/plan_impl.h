/* plan_impl.h: shared by plan.c, propose.c, runs.c and all.c. */
#ifndef DRIFT_CHECK_PLAN_IMPL_H
#define DRIFT_CHECK_PLAN_IMPL_H

#include "clients/check/plan.h"

/* Something to check. */
typedef struct CheckTarget {
	char *function; /* main: the program */
	const Contract *contract;
} CheckTarget;

struct CheckPlan {
	PlanConfig config;
	ContractSet contracts;
	VEC(CheckTarget) targets;
	VEC(Checker *) checkers; /* a result borrows from them */
	VEC(char *) names;       /* likewise */
	Result *result;
};

/* plan.c */
bool check_defines(const Program *p, const char *name); /* a function of the user */
bool is_chosen(const CheckPlan *plan, const char *function);
const char *given_of(const CheckTarget *t);
CheckConfig check_config_of(CheckPlan *plan, const ComparisonConfig *comparison,
							const CheckTarget *t);

/* all.c: adds the findings of a checker to the result. */
void check_fill_one(CheckPlan *plan, Checker *c);

/* propose.c: finds a contract that holds. */
bool suggest_one(CheckPlan *plan, const ComparisonConfig *comparison, const CheckTarget *t,
				 Err *err);

/* runs.c: checks functions where runs of the program call them. */
bool check_on_runs(CheckPlan *plan, Err *err);

#endif
