/* env.c: drift env record, locate, diff, check and show. */
#include "cli/cmd.h"
#include "env/env.h"
#include "env/record/own.h"
#include "env/sandbox/refuse.h"

#include <sys/wait.h>
#include <unistd.h>

typedef int (*Sub)(int argc, char **argv);

static int misuse(const char *sub, const char *what)
{
	fprintf(stderr, "drift: env %s: %s; see 'drift env %s --help'\n", sub, what, sub);
	return EXIT_TROUBLE;
}

/* ---- record ---- */

#define RECORD_OPTIONS(X)                                                                         \
	X(TEXT, output, 'o', "output", "FILE", 0, 0, "write the trace to FILE (default: env.trace)")  \
	X(NUM, pid, 'p', "pid", "PID", 1, 1 << 22,                                                    \
	  "record the running process PID and its threads instead of a command, until it ends, TIME " \
	  "is over, or drift is interrupted; the process goes on")                                    \
	X(SECS, stop_after, 0, "for", "TIME", 0, 0, "end the program after TIME (for a server)")      \
	X(NUM, max_map, 0, "max-map", "BYTES", 0, 1 << 30,                                            \
	  "do not store the contents of larger files that the program maps or executes "              \
	  "(default: 64M)")                                                                           \
	X(NUM, max_contents, 0, "max-contents", "BYTES", 0, (i64)1 << 40,                             \
	  "store that many bytes of each file that the program reads; of later reads store size and " \
	  "hashes (default: 1M)")                                                                     \
	X(LIST, no_contents, 0, "no-contents", "GLOB", 0, 0,                                          \
	  "do not store the contents of files whose path or name matches GLOB; '*' also matches "     \
	  "'/'; may be given several times")                                                          \
	X(LIST, redact, 0, "redact", "REGEX", 0, 0,                                                   \
	  "replace bytes that match REGEX, in contents, arguments, variables, names, output and "     \
	  "network data; may be given several times")                                                 \
	X(FLAG, quiet, 'q', "quiet", NULL, 0, 0, "do not print the summary line")

typedef struct RecordOptions {
	RECORD_OPTIONS(OPT_FIELD)
} RecordOptions;

#define OPT_STRUCT RecordOptions
static const OptSpec record_specs[] = {RECORD_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

static const OptCommand record_command = {
	.name = "env record",
	.args = "[-p PID | -- CMD [ARG...]]",
	.summary = "Run CMD and record its system calls with their results.",
	.example =
		"  drift env record -o good.trace -- ./app --config app.conf    # where it works\n"
		"\n"
		"  drift env record -p 1234 --for 10s -o service.trace              # a running service\n"
		"\n"
		"Exit status: that of CMD; 0 if drift ended the recording.",
	.specs = record_specs,
	.n_specs = countof(record_specs),
	.stop_at_operand = true,
};

static int exit_status(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void print_recorded(const EnvRecorded *r, const char *output)
{
	fprintf(stderr,
			"drift: %s: %u calls of %u task%s in %.2f s, recorder %.2f s CPU, %.1f KiB "
			"(%.1f KiB contents)\n",
			output, r->calls, r->tasks, r->tasks == 1 ? "" : "s", r->seconds, r->cpu,
			(double)r->bytes / 1024, (double)r->blob_bytes / 1024);
	if (r->skipped_maps)
		fprintf(
			stderr,
			"drift: %llu times a file larger than --max-map was mapped or executed: its contents "
			"are not in the trace\n",
			(unsigned long long)r->skipped_maps);
	if (r->shared_maps)
		fprintf(stderr,
				"drift: %llu writable shared mapping%s of files: what others write there later is "
				"not recorded\n",
				(unsigned long long)r->shared_maps, r->shared_maps == 1 ? "" : "s");
	if (r->held)
		fprintf(stderr, "drift: %u piece%s of data held back (--no-contents, --redact)\n", r->held,
				r->held == 1 ? "" : "s");
	if (r->uses_io_uring)
		fprintf(stderr,
				"drift: the program uses io_uring: what it reads that way is not recorded\n");
}

static int record(int argc, char **argv)
{
	RecordOptions o = {.output = "env.trace", .max_map = 64 << 20, .max_contents = 1 << 20};
	StrList operands = {0};
	Err err = {0};
	if (!opt_parse(&record_command, &o, argc, argv, &operands, NULL, &err))
		return complain(&err);
	if (!operands.len && !o.pid)
		return misuse("record", "no command given");
	if (operands.len && o.pid)
		return misuse("record", "a command and --pid exclude each other");
	vec_push(&operands, NULL);
	EnvRecord options = {.output = o.output,
						 .pid = (i32)o.pid,
						 .stop_after = o.stop_after,
						 .max_map = (u64)o.max_map,
						 .max_contents = (u64)o.max_contents,
						 .no_contents = &o.no_contents,
						 .redact = &o.redact};
	EnvRecorded result;
	bool ok = env_record((char *const *)operands.at, &options, &result, &err);
	vec_free(&operands);
	vec_free(&o.no_contents);
	vec_free(&o.redact);
	if (!ok)
		return complain(&err);
	if (!o.quiet)
		print_recorded(&result, o.output);
	return result.stopped ? EXIT_SAME : exit_status(result.status);
}

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

static const OptCommand show_command = {
	.name = "env show",
	.args = "TRACE",
	.summary = "Print a trace, one call per line.",
	.example = "  drift env show good.trace | grep ENOENT",
	.specs = show_specs,
	.n_specs = countof(show_specs),
};

static int show(int argc, char **argv)
{
	ShowOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	bool ok = opt_parse(&show_command, &o, argc, argv, &operands, NULL, &err);
	if (ok && operands.len != 1)
		ok = err_set(&err, "env show: one trace expected; see 'drift env show --help'");
	ok = ok && env_show(operands.at[0], o.only, o.json, stdout, &err);
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

static const OptCommand diff_command = {
	.name = "env diff",
	.args = "GOOD.trace BAD.trace",
	.summary = "Compare two recorded runs and list how their environments differ, the most likely "
			   "cause first.",
	.example = "  drift env diff good.trace bad.trace\n"
			   "\n"
			   "Exit status: 0 no difference, 1 differences, 2 trouble; also 2 if a trace lacks "
			   "contents that are needed.",
	.specs = diff_specs,
	.n_specs = countof(diff_specs),
};

static int diff(int argc, char **argv)
{
	EnvDiffOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	Verdict verdict = VERDICT_SAME;
	bool ok = opt_parse(&diff_command, &o, argc, argv, &operands, NULL, &err);
	if (ok && operands.len != 2)
		ok = err_set(&err, "env diff: two traces expected; see 'drift env diff --help'");
	ok = ok && env_diff(operands.at[0], operands.at[1], o.json, stdout, &verdict, &err);
	vec_free(&operands);
	return ok ? verdict_status(verdict, (VerdictOptions){0}) : complain(&err);
}

/* ---- locate ---- */

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
	X(LIST, allow, 0, "allow", "KIND", 0, 0,                                                      \
	  "allow effects outside the sandbox: processes, sockets, devices, ipc, mounts, clock, "      \
	  "reboot, kernel or all (may be repeated)")                                                  \
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
	X(LIST, map, 0, "map", "OLD=NEW", 0, 0,                                                       \
	  "path OLD of the recording is NEW here; may be repeated")                                   \
	X(FLAG, no_map, 0, "no-map", NULL, 0, 0,                                                      \
	  "map no paths by default (working directory, HOME, directory of CMD)")                      \
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

static const OptCommand locate_command = {
	.name = "env locate",
	.args = "TRACE [-- CMD [ARG...]]",
	.summary = "Rerun CMD with some of the recorded results, and find the results that make it "
			   "succeed here.",
	.example = "  drift env locate good.trace -- ./app --config app.conf    # where it fails\n"
			   "\n"
			   "Exit status: 0 the program does not fail here, 1 a cause was found, 2 no cause was "
			   "confirmed,\n"
			   "or trouble.",
	.specs = locate_specs,
	.n_specs = countof(locate_specs),
};

static bool parse_allowed(const StrList *list, unsigned *allowed, Err *err)
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

static int locate(int argc, char **argv)
{
	LocateOptions o = {.max_causes = 4};
	StrList operands = {0}, rest = {0};
	Err err = {0};
	Verdict verdict = VERDICT_LOCATED;
	bool ok = opt_parse(&locate_command, &o, argc, argv, &operands, &rest, &err);
	unsigned allowed = 0;
	ok = ok && parse_allowed(&o.allow, &allowed, &err);
	if (ok && operands.len != 1)
		ok = err_set(&err, "env locate: one trace expected; see 'drift env locate --help'");
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
		ok = env_locate(&options, stdout, &verdict, &err);
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

/* ---- check ---- */

#define CHECK_OPTIONS(X)                                                                          \
	X(LIST, map, 0, "map", "OLD=NEW", 0, 0,                                                       \
	  "path OLD of the recording is NEW here; may be repeated")                                   \
	X(FLAG, no_map, 0, "no-map", NULL, 0, 0, "map no paths by default (working directory, HOME)") \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print JSON")

typedef struct EnvCheckOptions {
	CHECK_OPTIONS(OPT_FIELD)
} EnvCheckOptions;

#define OPT_STRUCT EnvCheckOptions
static const OptSpec check_specs[] = {CHECK_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

static const OptCommand check_command = {
	.name = "env check",
	.args = "TRACE",
	.summary = "List what of the recorded run would be answered differently here, without running "
			   "anything.",
	.example = "  drift env check good.trace    # before the program moves here\n"
			   "\n"
			   "Exit status: 0 no difference, 1 differences, 2 trouble.",
	.specs = check_specs,
	.n_specs = countof(check_specs),
};

static int check(int argc, char **argv)
{
	EnvCheckOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	Verdict verdict = VERDICT_SAME;
	bool ok = opt_parse(&check_command, &o, argc, argv, &operands, NULL, &err);
	if (ok && operands.len != 1)
		ok = err_set(&err, "env check: one trace expected; see 'drift env check --help'");
	EnvLocate options = {.map = &o.map, .no_map = o.no_map, .json = o.json};
	if (ok)
		options.trace = operands.at[0];
	ok = ok && env_check(&options, stdout, &verdict, &err);
	vec_free(&operands);
	vec_free(&o.map);
	return ok ? verdict_status(verdict, (VerdictOptions){0}) : complain(&err);
}

/* ---- env ---- */

static const struct {
	const OptCommand *command;
	const char *name;
	Sub run;
} subs[] = {
	{&record_command, "record", record}, {&locate_command, "locate", locate},
	{&diff_command, "diff", diff},       {&check_command, "check", check},
	{&show_command, "show", show},
};

void env_manual(FILE *to)
{
	for (size_t i = 0; i < countof(subs); i++)
		man_part(subs[i].command, to);
}

void env_complete(const char *shell, FILE *to)
{
	for (size_t i = 0; i < countof(subs); i++)
		complete_command(shell, subs[i].command, to);
}

static void usage(FILE *to)
{
	fprintf(to,
			"usage: drift env COMMAND [options] ...\n"
			"\n"
			"Find what in the environment makes a program fail here although it works elsewhere.\n"
			"\n"
			"commands:\n");
	for (size_t i = 0; i < countof(subs); i++)
		fprintf(to, "  %-8s %s\n", subs[i].name, subs[i].command->summary);
	fprintf(to, "\n"
				"example:\n"
				"  drift env record -o good.trace -- ./app    # on the machine where it works\n"
				"  drift env locate good.trace -- ./app       # on the machine where it fails\n");
}

int cmd_env(int argc, char **argv)
{
	if (argc < 2) {
		usage(stderr);
		return EXIT_TROUBLE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		usage(stdout);
		return EXIT_SAME;
	}
	own_descriptors_fill();
	for (size_t i = 0; i < countof(subs); i++) {
		if (strcmp(argv[1], subs[i].name) != 0)
			continue;
		if (opt_wants_help(subs[i].command, argc - 1, argv + 1)) {
			opt_help(subs[i].command, stdout);
			return EXIT_SAME;
		}
		return subs[i].run(argc - 1, argv + 1);
	}
	fprintf(stderr, "drift: env: unknown command '%s'; see 'drift env --help'\n", argv[1]);
	return EXIT_TROUBLE;
}
