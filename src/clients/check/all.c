/* all.c: checks one target after the other, and summarises all of them. */
#include "clients/check/emit/emit.h"
#include "clients/check/plan_impl.h"

#include "output/result/file.h"

void check_fill_one(CheckPlan *plan, Checker *c)
{
	Result own;
	checker_compared(c, NULL, &own);
	checker_fill(c, NULL, &own, plan->result);
	result_free(&own);
}

/* ---- other worlds, for CheckAgain ---- */

typedef struct OtherWorld {
	CheckPlan *plan;
	const CheckTarget *target;
	const Checker *first; /* in its own world */
	Checker *latest;
} OtherWorld;

static const Comparison *search_world(void *ctx, const ComparisonConfig *comparison, Err *err)
{
	OtherWorld *w = ctx;
	CheckConfig c = check_config_of(w->plan, comparison, w->target);
	w->latest = checker_new(&c, err);
	return w->latest && checker_run(w->latest, err) ? checker_comparison(w->latest) : NULL;
}

static void fill_world_result(void *ctx, Result *own)
{
	const OtherWorld *w = ctx;
	checker_compared(w->latest, w->first, own);
}

static void end_world(void *ctx)
{
	OtherWorld *w = ctx;
	checker_free(w->latest);
	w->latest = NULL;
}

/* Returns the checker that found a violation in another world; NULL: there is none. */
static Checker *check_worlds(CheckPlan *plan, const CheckTarget *t, const Checker *first,
							 Result *own)
{
	const CheckLoader *loader = &plan->config.loader;
	OtherWorld w = {plan, t, first, NULL};
	CheckAgain again = {&w, search_world, fill_world_result, end_world};
	return checker_clean(first) && loader->worlds(loader->ctx, &again, own) ? w.latest : NULL;
}

/* ---- one after the other ---- */

static bool run_one(CheckPlan *plan, const ComparisonConfig *comparison, const CheckTarget *t,
					Err *err)
{
	CheckConfig c = check_config_of(plan, comparison, t);
	Checker *checker = checker_new(&c, err);
	if (!checker)
		return false;
	vec_push(&plan->checkers, checker);
	if (!checker_run(checker, err))
		return false;
	Result own;
	checker_compared(checker, NULL, &own);
	Checker *again = check_worlds(plan, t, checker, &own);
	if (again)
		vec_push(&plan->checkers, again);
	else
		checker_leave_tests(checker);
	checker_fill(checker, again, &own, plan->result);
	result_free(&own);
	return true;
}

/* --emit: the contract is checked for errors, and written as C. */
static bool emit_one(CheckPlan *plan, const ComparisonConfig *comparison, const CheckTarget *t,
					 Err *err)
{
	CheckConfig c = check_config_of(plan, comparison, t);
	c.dir = NULL;
	Checker *checker = checker_new(&c, err);
	if (!checker)
		return false;
	vec_push(&plan->checkers, checker);
	Subject *const *s = comparison->search.subject;
	EmitConfig e = {.program = {s[OLD]->program, s[NEW]->program},
					.function = {s[OLD]->entry, s[NEW]->entry},
					.contract = t->contract,
					.path = plan->config.emit};
	return check_emit(&e, err);
}

/* A mistake of the contract or of the program's inputs ends everything; a function that cannot be called is
 * not shown. */
static bool check_one(CheckPlan *plan, const CheckTarget *t, double seconds, Err *err)
{
	const CheckLoader *loader = &plan->config.loader;
	bool program = !strcmp(t->function, "main");
	ComparisonConfig comparison;
	Err why = {0};
	if (program && !plan->config.shaped) {
		check_fill_unsearched(t->contract, given_of(t), t->function,
							  "no arguments for the program were given; put them after --",
							  plan->result);
		return true;
	}
	ContractUse use = {0};
	if (t->contract)
		contract_use(t->contract, &use);
	bool good =
		loader->load(loader->ctx, program ? NULL : t->function, &use, seconds, &comparison, &why);
	bool done = true;
	if (!good && (program || plan->config.emit))
		done = err_set(err, "%s", why.text);
	else if (!good)
		check_fill_unsearched(t->contract, given_of(t), t->function, why.text, plan->result);
	else if (plan->config.emit)
		done = emit_one(plan, &comparison, t, err);
	else if (plan->config.suggest && !program)
		done = suggest_one(plan, &comparison, t, err);
	else
		done = run_one(plan, &comparison, t, err);
	contract_use_free(&use);
	return done;
}

static Verdict verdict_of(const Result *r)
{
	Verdict v = VERDICT_HOLDS;
	for (size_t i = 0; i < r->versions.contracts.len; i++)
		for (size_t k = 0; k < r->versions.contracts.at[i].clauses.len; k++) {
			Verdict one = r->versions.contracts.at[i].clauses.at[k].verdict;
			if (one == VERDICT_VIOLATED || (one == VERDICT_NOT_SHOWN && v == VERDICT_HOLDS))
				v = one;
		}
	return v;
}

/* A function that only OLD has is not checked: external callers would miss it. */
static void note_gone(CheckPlan *plan)
{
	const Program *old = plan->config.program[OLD];
	for (size_t i = 0; i < old->functions.len; i++) {
		const Function *f = &old->functions.at[i];
		if (f->kind != FN_SUBJECT || check_defines(plan->config.program[NEW], f->source_name))
			continue;
		char *text =
			xasprintf("%s: not checked, because NEW does not have this function", f->source_name);
		result_note(plan->result, "gone", text, result_nowhere, 1, true);
		free(text);
	}
}

/* One of so many that are left; none is begun when the time is up. */
static bool check_next(CheckPlan *plan, const CheckTarget *t, size_t left, Err *err)
{
	const Budget *b = plan->config.budget;
	Result *r = plan->result;
	double seconds = b->end > 0 ? (b->end - now_seconds()) / (double)left : 0;
	if (*b->stop || (b->end > 0 && seconds <= 0)) {
		check_fill_unsearched(
			t->contract, given_of(t), t->function,
			*b->stop ? "drift was stopped before it checked this function"
					 : "drift reached its time limit before it checked this function (--time)",
			r);
		if (r->ended == RESULT_DONE)
			r->ended = *b->stop ? RESULT_STOPPED : RESULT_TIME;
		return true;
	}
	return check_one(plan, t, seconds, err);
}

/* Saves the findings so far, in case this command is killed. */
static bool save(CheckPlan *plan, Err *err)
{
	Result now = *plan->result;
	ResultFile file = {.dir = now.dir};
	now.ended = RESULT_RUNNING;
	now.exhaustive = false;
	now.verdict = verdict_of(&now) == VERDICT_VIOLATED ? VERDICT_VIOLATED : VERDICT_NOT_SHOWN;
	return dir_make(now.dir, err) && result_save(&file, &now, err);
}

bool check_plan_run(CheckPlan *plan, Result *r, Err *err)
{
	const Budget *b = plan->config.budget;
	bool runs = plan->config.on_runs;
	size_t left = 0;
	plan->result = r;
	for (size_t i = 0; i < plan->targets.len; i++)
		left += is_chosen(plan, plan->targets.at[i].function);
	if (runs && !check_on_runs(plan, err))
		return false;
	for (size_t i = 0; i < plan->targets.len; i++) {
		const CheckTarget *t = &plan->targets.at[i];
		if (!is_chosen(plan, t->function) || (runs && strcmp(t->function, "main") != 0))
			continue;
		/* What is only named is in the last result: to write all of them each time takes long. */
		bool over = *b->stop || (b->end > 0 && now_seconds() >= b->end);
		if (!check_next(plan, t, runs ? 1 : left--, err) || (!over && !save(plan, err)))
			return false;
	}
	note_gone(plan);
	r->verdict = verdict_of(r);
	return true;
}
