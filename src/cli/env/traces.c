/* traces.c: drift env show, diff and check, which run nothing. */
#include "cli/env/env.h"
#include "env/env.h"

/* ---- show ---- */

#define SHOW_OPTIONS(X)                                                                        \
	X(TEXT, only, 0, "only", "KINDS", 0, 0,                                                    \
	  "only calls about these: start (variables, limits and so on), files, network, process; " \
	  "separated by commas")                                                                   \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print JSON")

typedef struct ShowOptions {
	SHOW_OPTIONS(OPT_FIELD)
} ShowOptions;

#define OPT_STRUCT ShowOptions
static const OptSpec show_specs[] = {SHOW_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

const OptCommand env_show_command = {
	.name = "env show",
	.args = "TRACE",
	.summary = "Print a trace, one call per line.",
	.example = "  drift env show good.trace | grep ENOENT",
	.specs = show_specs,
	.n_specs = countof(show_specs),
};

int cmd_env_show(int argc, char **argv)
{
	ShowOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	bool ok = opt_parse(&env_show_command, &o, argc, argv, &operands, NULL, &err) &&
			  env_one_trace("show", &operands, &err);
	ok = ok && env_show(operands.at[0], o.only, o.json, env_output(), &err);
	vec_free(&operands);
	return ok ? EXIT_SAME : complain(&err);
}

/* ---- diff ---- */

#define DIFF_OPTIONS(X) X(FLAG, json, 0, "json", NULL, 0, 0, "print JSON")

typedef struct EnvDiffOptions {
	DIFF_OPTIONS(OPT_FIELD)
} EnvDiffOptions;

#define OPT_STRUCT EnvDiffOptions
static const OptSpec diff_specs[] = {DIFF_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

const OptCommand env_diff_command = {
	.name = "env diff",
	.args = "GOOD.trace BAD.trace",
	.summary = "Compare two recorded runs and list how their environments differ, the most likely "
			   "cause first.",
	.example =
		"  drift env diff good.trace bad.trace\n"
		"\n"
		"Exit status: 0 no difference, 1 differences, 2 the command failed, or a trace lacks "
		"contents that are needed.",
	.specs = diff_specs,
	.n_specs = countof(diff_specs),
};

int cmd_env_diff(int argc, char **argv)
{
	EnvDiffOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	Verdict verdict = VERDICT_SAME;
	bool ok = opt_parse(&env_diff_command, &o, argc, argv, &operands, NULL, &err);
	if (ok && operands.len != 2)
		ok = err_set(&err, "env diff: two traces expected; see 'drift env diff --help'");
	ok = ok && env_diff(operands.at[0], operands.at[1], o.json, env_output(), &verdict, &err);
	vec_free(&operands);
	return ok ? verdict_status(verdict, (VerdictOptions){0}) : complain(&err);
}

/* ---- check ---- */

#define CHECK_OPTIONS(X)                                                              \
	PLACE_OPTIONS(X, "map no paths and no user by default (working directory, HOME)") \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print JSON")

typedef struct EnvCheckOptions {
	CHECK_OPTIONS(OPT_FIELD)
} EnvCheckOptions;

#define OPT_STRUCT EnvCheckOptions
static const OptSpec check_specs[] = {CHECK_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

const OptCommand env_check_command = {
	.name = "env check",
	.args = "TRACE",
	.summary = "List what of the recorded run would be answered differently here, without running "
			   "anything.",
	.example = "  drift env check good.trace    # before the program moves here\n"
			   "\n"
			   "Exit status: 0 no difference, 1 differences, 2 the command failed.",
	.specs = check_specs,
	.n_specs = countof(check_specs),
};

int cmd_env_check(int argc, char **argv)
{
	EnvCheckOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	Verdict verdict = VERDICT_SAME;
	bool ok = opt_parse(&env_check_command, &o, argc, argv, &operands, NULL, &err) &&
			  env_one_trace("check", &operands, &err);
	EnvLocate options = {.map = &o.map, .no_map = o.no_map, .json = o.json};
	if (ok)
		options.trace = operands.at[0];
	ok = ok && env_check(&options, env_output(), &verdict, &err);
	vec_free(&operands);
	vec_free(&o.map);
	return ok ? verdict_status(verdict, (VerdictOptions){0}) : complain(&err);
}
