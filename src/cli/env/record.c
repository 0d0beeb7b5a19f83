/* record.c: drift env record. */
#include "cli/env/env.h"
#include "env/env.h"

#include <sys/wait.h>

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

const OptCommand env_record_command = {
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

int env_exit_status(int status)
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

int cmd_env_record(int argc, char **argv)
{
	RecordOptions o = {.output = "env.trace", .max_map = 64 << 20, .max_contents = 1 << 20};
	StrList operands = {0};
	Err err = {0};
	if (!opt_parse(&env_record_command, &o, argc, argv, &operands, NULL, &err))
		return complain(&err);
	if (!operands.len && !o.pid)
		return env_misuse("record", "no command given");
	if (operands.len && o.pid)
		return env_misuse("record", "a command and --pid exclude each other");
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
	return result.stopped ? EXIT_SAME : env_exit_status(result.status);
}
