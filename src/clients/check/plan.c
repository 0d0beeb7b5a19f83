/* plan.c: which functions are checked, and against which contracts. */
#include "clients/check/plan_impl.h"

#include "versions/changes/version.h"

bool check_defines(const Program *p, const char *name)
{
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT && !strcmp(p->functions.at[i].source_name, name))
			return true;
	return false;
}

/* For ContractNames. */
static bool is_function(void *ctx, const char *name)
{
	return check_defines(ctx, name);
}

/* Sources of NEW that code comes from. */
static bool read_sources(CheckPlan *plan, Err *err)
{
	const Program *p = plan->config.program[NEW];
	ContractNames names = {(void *)(uintptr_t)plan->config.program[NEW], is_function};
	Err ignored;
	for (size_t i = 1; i < p->files.len; i++) {
		bool own = false;
		for (size_t k = 0; k < p->functions.len && !own; k++)
			own = p->functions.at[k].kind == FN_SUBJECT &&
				  p->locs.at[p->functions.at[k].loc].file == i;
		Buf text = {0};
		char *path = program_path(p, (u32)i);
		bool good = !own || !file_read(path, &text, &ignored) ||
					contracts_read(&plan->contracts, p->files.at[i], buf_str(&text), text.len,
								   false, &names, err);
		buf_free(&text);
		free(path);
		if (!good)
			return false;
	}
	return true;
}

static bool read_contracts(CheckPlan *plan, Err *err)
{
	ContractNames names = {(void *)(uintptr_t)plan->config.program[NEW], is_function};
	Buf text = {0};
	bool good = true;
	if (plan->config.contract)
		good = file_read(plan->config.contract, &text, err) &&
			   contracts_read(&plan->contracts, plan->config.contract, buf_str(&text), text.len,
							  true, &names, err);
	buf_free(&text);
	return good && read_sources(plan, err);
}

static CheckTarget *find_target(CheckPlan *plan, const char *function)
{
	for (size_t i = 0; i < plan->targets.len; i++)
		if (!strcmp(plan->targets.at[i].function, function))
			return &plan->targets.at[i];
	return NULL;
}

static CheckTarget *add_target(CheckPlan *plan, const char *function)
{
	CheckTarget *t = find_target(plan, function);
	if (t)
		return t;
	vec_push(&plan->targets, ((CheckTarget){.function = xstrdup(function)}));
	return &vec_last(&plan->targets);
}

/* Functions that both versions have and in which something changed. */
static void add_changed(CheckPlan *plan)
{
	for (u32 i = 0; i < change_map_count(plan->config.map); i++)
		for (int side = NEW; side >= OLD; side--) {
			const ChangePart *part = &change_map_at(plan->config.map, i)->part[side];
			const Program *p = plan->config.program[side];
			for (u32 k = 0; k < part->n_points; k++) {
				const Function *f = &p->functions.at[part->points[k].function];
				if (f->kind == FN_SUBJECT &&
					check_defines(plan->config.program[!side], f->source_name))
					add_target(plan, f->source_name);
			}
		}
}

static bool add_contracts(CheckPlan *plan, Err *err)
{
	for (size_t i = 0; i < plan->contracts.list.len; i++) {
		const Contract *c = plan->contracts.list.at[i];
		if (!check_defines(plan->config.program[NEW], c->function))
			return contract_complain(c->source, c->at, err, "NEW has no function '%s'",
									 c->function);
		CheckTarget *t = add_target(plan, c->function);
		if (t->contract)
			return contract_complain(c->source, c->at, err, "'%s' has a contract already",
									 c->function);
		t->contract = c;
	}
	return true;
}

bool is_chosen(const CheckPlan *plan, const char *function)
{
	for (size_t i = 0; i < plan->config.function->len; i++)
		if (!strcmp(plan->config.function->at[i], function))
			return true;
	return !plan->config.function->len;
}

static bool find_targets(CheckPlan *plan, Err *err)
{
	if (!add_contracts(plan, err))
		return false;
	add_changed(plan);
	for (size_t i = 0; i < plan->config.function->len; i++) {
		if (!check_defines(plan->config.program[NEW], plan->config.function->at[i]))
			return err_set(err, "--function %s: NEW has no such function",
						   plan->config.function->at[i]);
		add_target(plan, plan->config.function->at[i]);
	}
	return true;
}

/* ---- one of them ---- */

const char *given_of(const CheckTarget *t)
{
	return t->contract ? "written" : "equal by default";
}

CheckConfig check_config_of(CheckPlan *plan, const ComparisonConfig *comparison,
							const CheckTarget *t)
{
	const PlanConfig *p = &plan->config;
	char *below = xstrdup(t->function);
	char *dir = xasprintf("%s/%s", p->dir, below);
	vec_push(&plan->names, below);
	vec_push(&plan->names, dir);
	CheckConfig c = {.comparison = *comparison,
					 .contract = t->contract,
					 .given = given_of(t),
					 .function = t->function,
					 .dir = dir,
					 .below = below,
					 .globals = p->globals,
					 .null = p->null,
					 .unsafe = p->unsafe,
					 .unconfirmed = p->unconfirmed,
					 .native = p->budget};
	c.comparison.search.prune = (1u << N_PRUNES) - 1;
	c.comparison.search.propagate = true;
	return c;
}

/* ---- life ---- */

CheckPlan *check_plan_new(const PlanConfig *config, Err *err)
{
	CheckPlan *plan = xcalloc(1, sizeof *plan);
	plan->config = *config;
	if (read_contracts(plan, err) && find_targets(plan, err))
		return plan;
	check_plan_free(plan);
	return NULL;
}

void check_plan_free(CheckPlan *plan)
{
	if (!plan)
		return;
	for (size_t i = 0; i < plan->checkers.len; i++)
		checker_free(plan->checkers.at[i]);
	vec_free(&plan->checkers);
	for (size_t i = 0; i < plan->names.len; i++)
		free(plan->names.at[i]);
	vec_free(&plan->names);
	for (size_t i = 0; i < plan->targets.len; i++)
		free(plan->targets.at[i].function);
	vec_free(&plan->targets);
	contracts_free(&plan->contracts);
	free(plan);
}

bool check_plan_has(const CheckPlan *plan, const char *function)
{
	for (size_t i = 0; i < plan->targets.len; i++)
		if (!strcmp(plan->targets.at[i].function, function))
			return is_chosen(plan, function);
	return false;
}
