/* runs.c: checks functions where runs of the program call them. */
#include "clients/check/plan_impl.h"

/* A checker for the calls of one function; what cannot be called is not shown. */
static bool watch_one(CheckPlan *plan, const CheckTarget *t, Err *err)
{
	const CheckLoader *loader = &plan->config.loader;
	ComparisonConfig comparison;
	Err why = {0};
	if (!loader->load(loader->ctx, t->function, NULL, -1, &comparison, &why)) {
		check_fill_unsearched(t->contract, given_of(t), t->function, why.text, plan->result);
		return true;
	}
	CheckConfig c = check_config_of(plan, &comparison, t);
	Checker *checker = checker_new(&c, err);
	if (checker)
		vec_push(&plan->checkers, checker);
	return checker;
}

/* Runs NEW on all inputs that were given. */
static bool run_all(CheckPlan *plan, const SearchConfig *program, Err *err)
{
	Inputs *in = program->inputs;
	Subject *newer = program->subject[NEW];
	MachineOptions options = {.purpose = MACHINE_LOOKING};
	MachineRunner r = {0};
	if (!subject_start(newer, in, &options, &r, err))
		return false;
	r.plain = true;
	CheckCalls *calls = check_calls_new(r.m, newer->program);
	for (size_t i = 0; i < plan->checkers.len; i++)
		check_calls_add(calls, plan->checkers.at[i]);
	Assignment a = {0};
	assignment_init(&a, in->pool);
	for (size_t i = 0; i < in->starts.len && !*program->stop; i++) {
		PathRun out = {0};
		Buf line = {0};
		inputs_start(in, &in->starts.at[i], &a);
		input_text(&(InputText){.inputs = in}, in->starts.at[i].shape, &a, &line);
		check_calls_run(calls, line.len ? line.at : "the program without arguments");
		machine_runner_run(&r, in->starts.at[i].shape, &a, &out);
		buf_free(&line);
		for (size_t k = 0; k < plan->checkers.len; k++)
			checker_ran(plan->checkers.at[k]);
	}
	assignment_free(&a);
	check_calls_free(calls);
	subject_stop(&r);
	return true;
}

bool check_on_runs(CheckPlan *plan, Err *err)
{
	const CheckLoader *loader = &plan->config.loader;
	ComparisonConfig program;
	for (size_t i = 0; i < plan->targets.len; i++) {
		const CheckTarget *t = &plan->targets.at[i];
		if (is_chosen(plan, t->function) && strcmp(t->function, "main") && !watch_one(plan, t, err))
			return false;
	}
	if (!plan->checkers.len)
		return true;
	if (!loader->load(loader->ctx, NULL, NULL, -1, &program, err) ||
		!run_all(plan, &program.search, err))
		return false;
	for (size_t i = 0; i < plan->checkers.len; i++) {
		checker_end(plan->checkers.at[i]);
		if (!checker_sound(plan->checkers.at[i], err))
			return false;
		check_fill_one(plan, plan->checkers.at[i]);
	}
	if (plan->config.varies)
		result_note(
			plan->result, "runs",
			"--vary and --faults have no effect if functions are checked in the calls of runs",
			result_nowhere, 1, false);
	return true;
}
