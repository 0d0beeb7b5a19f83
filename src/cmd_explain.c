/* cmd_explain.c: drift explain: which decisions and changes make NEW do something else. */
#include "cmd_pair.h"

#include "explain/explain.h"
#include "input/given.h"

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
		char *scratch = temp_dir(&err);
		if (scratch)
			explain_blame(x, (const char *const *)job->cflags, scratch, 40, false);
		free(scratch);
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
	Given g = {0};
	StrList raw = {0}, none = {0};
	VEC(char *) words = {0};
	bool after = false, good = true;
	const char *input = NULL;
	for (int i = 0; i < argc; i++) {
		if (after) {
			vec_push(&raw, argv[i]);
		} else if (!strcmp(argv[i], "--stdin") && i + 1 < argc) {
			input = argv[++i];
		} else if (!strcmp(argv[i], "--test") && i + 1 < argc) {
			good = given_test(&g, argv[++i], 4, &err);
		} else if (!(after = !strcmp(argv[i], "--"))) {
			vec_push(&words, argv[i]);
		}
	}
	InputWords from = {&raw, input, &none, &none};
	good = good && given_words(&g, &from, 4, &err);
	if (g.input) {
		vec_push(&words, (char *)(uintptr_t) "--stdin");
		vec_push(&words, g.input);
	}
	for (size_t i = 0; i < g.files.len; i++) {
		vec_push(&words, (char *)(uintptr_t) "--file");
		vec_push(&words, (char *)(uintptr_t)g.files.at[i]);
	}
	vec_push(&words, (char *)(uintptr_t) "--");
	for (size_t i = 0; i < g.words.len; i++)
		vec_push(&words, (char *)(uintptr_t)g.words.at[i]);
	int n = (int)words.len;
	vec_push(&words, NULL);
	if (!good)
		return complain(&err);
	good = pair_begin(&job, &explain_command_spec, n, words.at, &err);
	int status = good ? explain(&job) : complain(&err);
	pair_end(&job);
	given_free(&g);
	return status;
}
