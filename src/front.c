/* front.c: what users start as `drift`.
 *
 * It answers --help and --version, does `env` and native runs of `replay` itself and becomes the
 * engine for all other commands.
 * Loading LLVM and Z3 takes longer than many a run of `drift env record`, and the machine where a
 * program works or fails need not have them: this file and src/env are all that is wanted there.
 */
#include "cmd.h"
#include "cmd_replay.h"

#include <errno.h>
#include <unistd.h>

static const struct {
	const char *name;
	const char *summary;
} commands[] = {
#define COMMAND_ROW(name, summary) {#name, summary},
	ENGINE_COMMANDS(COMMAND_ROW)
#undef COMMAND_ROW
		{"env", "find the environment change that broke a program"},
};

static void usage(FILE *to)
{
	fprintf(to, "usage: drift COMMAND [options] ...\n\ncommands:\n");
	for (size_t i = 0; i < countof(commands); i++)
		fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fprintf(to, "\n'drift COMMAND --help' says more about each.\n"
				"exit status: 0 nothing found, 1 found (or an error in the subject), 2 trouble\n");
}

/* Beside this program (bin/drift, lib/drift/engine), wherever both were moved to, else where they
 * were to be installed. */
static char *find_engine(void)
{
	const char *named = getenv("DRIFT_ENGINE");
	if (named && *named)
		return xstrdup(named);
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	self[n > 0 ? n : 0] = 0;
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(self, '/');
		if (slash)
			*slash = 0;
	}
	char *path = xasprintf("%s/lib/drift/engine", self);
	if (n > 0 && file_exists(path))
		return path;
	free(path);
	return xstrdup(DRIFT_PREFIX "/lib/drift/engine");
}

/* Returns only if there is no engine. */
static int become_engine(char **argv)
{
	char *path = find_engine();
	Err err;
	fflush(stdout);
	execv(path, argv);
	err_set(&err,
			"%s: %s: drift's engine, which '%s' needs; install drift with 'make install', or set "
			"DRIFT_ENGINE to it",
			path, strerror(errno), argv[1]);
	free(path);
	return complain(&err);
}

/* Tests are run again natively without it. */
int replay_machine(const ReplayCommand *o, char **argv, const ReplayList *tests)
{
	(void)o;
	(void)tests;
	return become_engine(argv - 1);
}

/* The manual up to the engine's part. */
static void begin_manual(void)
{
	printf(".TH DRIFT 1 \"\" \"drift " DRIFT_VERSION
		   "\"\n.SH NAME\ndrift \\- tell two versions of a C program apart\n"
		   ".SH SYNOPSIS\n.B drift\nCOMMAND [options] ...\n.SH COMMANDS\n");
	env_manual(stdout);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		usage(stderr);
		return EXIT_TROUBLE;
	}
	const char *name = argv[1];
	if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
		usage(stdout);
		return EXIT_SAME;
	}
	if (!strcmp(name, "--version")) {
		printf("drift " DRIFT_VERSION "\n");
		return EXIT_SAME;
	}
	if (!strcmp(name, "env"))
		return cmd_env(argc - 1, argv + 1);
	if (!strcmp(name, "replay") && !opt_wants_help(&replay_command_spec, argc - 1, argv + 1))
		return cmd_replay(argc - 1, argv + 1);
	if (!strcmp(name, "internal-manual"))
		begin_manual();
	if (!strncmp(name, "internal-", 9))
		return become_engine(argv);
	for (size_t i = 0; i < countof(commands); i++)
		if (!strcmp(commands[i].name, name))
			return become_engine(argv);
	Err err;
	err_set(&err, "unknown command '%s'; see 'drift --help'", name);
	return complain(&err);
}
