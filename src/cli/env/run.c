/* run.c: drift env run. */
#include "cli/env/env.h"
#include "env/env.h"

#define RUN_OPTIONS(X)                                                                        \
	X(LIST, only, 0, "only", "GLOB", 0, 0,                                                    \
	  "take only files whose path or name, and variables whose name, matches GLOB; also "     \
	  "programs, "                                                                            \
	  "libraries, PATH and LD_*, which are not taken otherwise; may be repeated")             \
	PLACE_OPTIONS(                                                                            \
		X, "map no paths and no user by default (working directory, HOME, directory of CMD)") \
	ALLOW_OPTION(X)                                                                           \
	X(FLAG, quiet, 'q', "quiet", NULL, 0, 0, "do not say what is as in the trace")

typedef struct GivenOptions {
	RUN_OPTIONS(OPT_FIELD)
} GivenOptions;

#define OPT_STRUCT GivenOptions
static const OptSpec run_specs[] = {RUN_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

const OptCommand env_run_command = {
	.name = "env run",
	.args = "TRACE -- CMD [ARG...]",
	.summary = "Run CMD in a sandbox with files and variables of the recorded run.",
	.example =
		"  drift env run good.trace -- ./app                           # all that it read there\n"
		"  drift env run --only etc/app.conf good.trace -- ./app       # one file of there\n"
		"\n"
		"Exit status: that of CMD.",
	.specs = run_specs,
	.n_specs = countof(run_specs),
};

int cmd_env_run(int argc, char **argv)
{
	GivenOptions o = {0};
	StrList operands = {0}, rest = {0};
	Err err = {0};
	unsigned allowed = 0;
	int status = 0;
	bool ok = opt_parse(&env_run_command, &o, argc, argv, &operands, &rest, &err) &&
			  env_parse_allowed(&o.allow, &allowed, &err) && env_one_trace("run", &operands, &err);
	if (ok && !rest.len)
		ok = err_set(&err, "env run: no command given after '--'; see 'drift env run --help'");
	if (ok) {
		vec_push(&rest, NULL);
		EnvRun options = {
			.trace = operands.at[0],
			.argv = (char *const *)rest.at,
			.only = &o.only,
			.map = &o.map,
			.no_map = o.no_map,
			.allowed = allowed,
			.quiet = o.quiet,
		};
		ok = env_run(&options, &status, &err);
	}
	vec_free(&operands);
	vec_free(&rest);
	vec_free(&o.only);
	vec_free(&o.map);
	vec_free(&o.allow);
	return ok ? env_exit_status(status) : complain(&err);
}
