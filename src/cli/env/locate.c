/* locate.c: drift env locate. */
#include "cli/env/env.h"
#include "env/env.h"
#include "env/sandbox/refuse.h"

#define LOCATE_OPTIONS(X)                                                                         \
	X(GROUP, g1, 0, NULL, NULL, 0, 0,                                                             \
	  "what counts as failure (default: an exit status other than the recorded one)")             \
	X(TEXT, fail_on, 0, "fail-on", "WHAT", 0, 0,                                                  \
	  "fail if the output matches (stdout~REGEX, stderr~REGEX), the exit status is N (status=N) " \
	  "or standard output is not the recorded one (output)")                                      \
	X(SECS, ok_after, 0, "ok-after", "TIME", 0, 0,                                                \
	  "succeed if the program still runs after TIME (for a server)")                              \
	X(TEXT, oracle, 0, "oracle", "CMD", 0, 0,                                                     \
	  "succeed if shell command CMD exits with 0; it can use $DRIFT_STATUS, $DRIFT_STDOUT "       \
	  "and $DRIFT_STDERR")                                                                        \
	X(GROUP, g2, 0, NULL, NULL, 0, 0, "reruns")                                                   \
	X(TEXT, before, 0, "before", "CMD", 0, 0,                                                     \
	  "run shell command CMD before each rerun, in its sandbox")                                  \
	ALLOW_OPTION(X)                                                                               \
	X(FLAG, in_place, 0, "in-place", NULL, 0, 0,                                                  \
	  "rerun without a sandbox. The program then changes your files")                             \
	X(TEXT, input, 0, "stdin", "FILE", 0, 0,                                                      \
	  "standard input of each rerun (default: drift's own standard input if that is a file; "     \
	  "otherwise the bytes that the recorded run read from a pipe)")                              \
	X(SECS, timeout, 0, "timeout", "TIME", 0, 0,                                                  \
	  "time limit of each rerun; a rerun that takes longer fails (default: 5 times the recorded " \
	  "time, at least 10s)")                                                                      \
	X(SECS, time, 0, "time", "TIME", 0, 0,                                                        \
	  "time limit of the whole command; drift then reports what it found so far")                 \
	PLACE_OPTIONS(                                                                                \
		X, "map no paths and no user by default (working directory, HOME, directory of CMD)")     \
	X(NUM, max_causes, 0, "max-causes", "N", 1, 64, "look for up to N causes (default: 4)")       \
	X(GROUP, g3, 0, NULL, NULL, 0, 0, "output")                                                   \
	X(LIST, no_contents, 0, "no-contents", "GLOB", 0, 0,                                          \
	  "neither replay nor show the contents of files whose path or name matches GLOB")            \
	X(LIST, redact, 0, "redact", "REGEX", 0, 0, "neither replay nor show bytes that match REGEX") \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print JSON")                                            \
	X(FLAG, verbose, 'v', "verbose", NULL, 0, 0, "print one line for each rerun")

typedef struct LocateOptions {
	LOCATE_OPTIONS(OPT_FIELD)
} LocateOptions;

#define OPT_STRUCT LocateOptions
static const OptSpec locate_specs[] = {LOCATE_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

const OptCommand env_locate_command = {
	.name = "env locate",
	.args = "TRACE [-- CMD [ARG...]]",
	.summary = "Rerun CMD with some of the recorded results, and find the results that make it "
			   "succeed here.",
	.example = "  drift env locate good.trace -- ./app --config app.conf    # where it fails\n"
			   "\n"
			   "Exit status: 0 the program does not fail here, 1 a cause was found, 2 no cause was "
			   "confirmed,\n"
			   "or the command failed.",
	.specs = locate_specs,
	.n_specs = countof(locate_specs),
};

bool env_parse_allowed(const StrList *list, unsigned *allowed, Err *err)
{
	for (size_t i = 0; i < list->len; i++) {
		unsigned kinds = held_kinds(list->at[i]);
		Buf names = {0};
		if (!kinds) {
			held_kinds_list(&names);
			err_set(err, "--allow: '%s' is none of %s, all", list->at[i], names.at);
			buf_free(&names);
			return false;
		}
		*allowed |= kinds;
	}
	return true;
}

int cmd_env_locate(int argc, char **argv)
{
	LocateOptions o = {.max_causes = 4};
	StrList operands = {0}, rest = {0};
	Err err = {0};
	Verdict verdict = VERDICT_LOCATED;
	bool ok = opt_parse(&env_locate_command, &o, argc, argv, &operands, &rest, &err);
	unsigned allowed = 0;
	ok = ok && env_parse_allowed(&o.allow, &allowed, &err) &&
		 env_one_trace("locate", &operands, &err);
	if (ok) {
		vec_push(&rest, NULL);
		EnvLocate options = {
			.trace = operands.at[0],
			.argv = rest.len > 1 ? (char *const *)rest.at : NULL,
			.fail_on = o.fail_on,
			.ok_after = o.ok_after,
			.oracle = o.oracle,
			.before = o.before,
			.input = o.input,
			.timeout = o.timeout,
			.time = o.time,
			.max_causes = o.max_causes,
			.no_contents = &o.no_contents,
			.redact = &o.redact,
			.map = &o.map,
			.no_map = o.no_map,
			.in_place = o.in_place,
			.allowed = allowed,
			.json = o.json,
			.verbose = o.verbose,
		};
		ok = env_locate(&options, env_output(), &verdict, &err);
	}
	vec_free(&operands);
	vec_free(&rest);
	vec_free(&o.allow);
	vec_free(&o.map);
	vec_free(&o.no_contents);
	vec_free(&o.redact);
	if (!ok)
		return complain(&err);
	return verdict_status(verdict, (VerdictOptions){0});
}
