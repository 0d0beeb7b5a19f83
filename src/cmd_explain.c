/* cmd_explain.c: drift explain: which decisions and changes make NEW do something else. */
#include "cmd_pair.h"

#include "explain/explain.h"

#define EXPLAIN_OPTIONS(X)                                      \
	PAIR_INPUT_OPTIONS(X)                                       \
	PAIR_WHAT_OPTIONS(X)                                        \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "conditions, budget") \
	DIFF_FIELDS(X)                                              \
	PAIR_BUDGET_OPTIONS(X)                                      \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec explain_specs[] = {EXPLAIN_OPTIONS(OPT_ROW)};

const OptCommand explain_command_spec = {
	.name = "explain",
	.args = "OLD NEW [options] -- ARG...",
	.summary = "Say why NEW does something else than OLD on one input.",
	.example = "  drift explain old.c new.c -- GOT /index.html",
	.specs = explain_specs,
	.n_specs = countof(explain_specs),
};

static int explain(PairJob *job)
{
	Err err = {0};
	Budget budget = {.stop = &pair_stop, .memory = job->config.memory};
	budget.end = job->config.seconds > 0 ? now_seconds() + job->config.seconds : 0;
	ChangeMap *map = change_map(job->program[OLD], job->program[NEW], NULL, &err);
	ExplainConfig c = {.program = {job->program[OLD], job->program[NEW]},
					   .version = {job->operands.at[OLD], job->operands.at[NEW]},
					   .function = {job->entry[OLD], job->entry[NEW]},
					   .inputs = &job->inputs,
					   .by = job->o.by && !strcmp(job->o.by, "path") ? BY_PATH : BY_OUTPUT,
					   .map = map,
					   .see = job->config.see,
					   .limit_insns = job->config.limit_insns,
					   .limit_mem = job->config.limit_mem,
					   .native = job->config.native,
					   .z3_limit = job->config.z3_limit,
					   .budget = &budget};
	pair_catch_signals();
	Explanation *x = explain_new(&c, &err);
	if (!x)
		return complain(&err);
	int status = EXIT_DIFFERENT;
	if (explain_look(x)) {
		explain_suspects(x);
		explain_print(x, stdout);
	} else {
		printf("both versions do the same on this input\n");
		status = EXIT_SAME;
	}
	explain_free(x);
	change_map_free(map);
	return status;
}

int cmd_explain(int argc, char **argv)
{
	PairJob job;
	Err err = {0};
	VEC(char *) words = {0};
	bool after = false;
	for (int i = 0; i < argc; i++) {
		bool input = i > 0 && !strcmp(argv[i - 1], "--stdin") && argv[i][0] != '@';
		if (after && argv[i][0] != '@')
			vec_push(&words, xasprintf("@str:%zu=%s", strlen(argv[i]) + 4, argv[i]));
		else if (input)
			vec_push(&words, xasprintf("@file:4096=%s", argv[i]));
		else
			vec_push(&words, argv[i]);
		after |= !strcmp(argv[i], "--");
	}
	vec_push(&words, NULL);
	bool good = pair_begin(&job, &explain_command_spec, argc, words.at, &err);
	int status = good ? explain(&job) : complain(&err);
	pair_end(&job);
	return status;
}
