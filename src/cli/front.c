/* front.c: the program that users start as `drift`.
 *
 * It answers --help and --version, runs `env` and native `replay` itself and executes the engine
 * for all other commands. Loading LLVM and Z3 takes longer than many runs of `drift env record`,
 * and the machine where a program works or fails need not have them: that machine only needs this
 * file and src/env. */
#include "cli/cmd.h"
#include "cli/env/env.h"
#include "cli/replay.h"
#include "cli/supervise/supervise.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

static const struct {
	const char *name;
	const char *summary;
} commands[] = {
#define COMMAND_ROW(name, summary) {#name, summary},
	ENGINE_COMMANDS(COMMAND_ROW)
#undef COMMAND_ROW
		{"env", "find the environment change that broke a program"},
	{"init", "write a first .drift file, which names what git drift compares"},
};

static void usage(FILE *to)
{
	fprintf(to, "usage: drift COMMAND [options] ...\n\ncommands:\n");
	for (size_t i = 0; i < countof(commands); i++)
		fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fprintf(to, "\n'drift COMMAND --help' describes a command.\nexit status: 0 nothing found, 1 a "
				"difference or an error found, 2 the command failed\n");
}

static int unknown_command(const char *name)
{
	Err err;
	Near near = {.word = name, .n = strlen(name)};
	for (size_t i = 0; i < countof(commands); i++)
		near_try(&near, commands[i].name);
	if (near.best)
		err_set(&err, "unknown command '%s'; did you mean 'drift %s'?", name, near.best);
	else
		err_set(&err, "unknown command '%s'; see 'drift --help'", name);
	return complain(&err);
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

/* Commands that search, and end by a budget. */
static bool searches(const char *name)
{
	static const char *const names[] = {"test",  "diff",  "explore", "explain",
										"check", "suite", "compare"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* A parent script (git drift) exits at once on a signal, and does not forward it to its children:
 * they are ended with it. Returns false if the parent is gone already. */
static bool follow_parent(void)
{
	const char *parent = getenv("DRIFT_PARENT");
	pid_t pid = parent ? atoi(parent) : 0;
	unsetenv("DRIFT_PARENT");
	if (pid <= 1)
		return true;
	if (getppid() == pid)
		prctl(PR_SET_PDEATHSIG, SIGTERM);
	return kill(pid, 0) == 0;
}

/* Becomes the engine, or watches over it. Complains if there is none. */
static int become_engine(char **argv)
{
	if (!follow_parent())
		return EXIT_TROUBLE;
	char *path = find_engine();
	Err err;
	fflush(stdout);
	setenv("DRIFT_COMMIT", DRIFT_COMMIT,
		   1); /* for result.json: only this file is built again for each commit */
	int status = searches(argv[1]) ? supervise(path, argv) : execv(path, argv);
	if (status >= 0) {
		free(path);
		return status;
	}
	err_set(&err,
			"%s: %s: drift's engine, which '%s' needs; install drift with 'make install', or set "
			"DRIFT_ENGINE to it",
			path, strerror(errno), argv[1]);
	free(path);
	return complain(&err);
}

/* `drift init` is `git drift init`: the script beside this program. */
static int become_init(char **argv)
{
	Err err;
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	self[n > 0 ? n : 0] = 0;
	char *slash = strrchr(self, '/');
	char *path = xasprintf("%.*s/git-drift", slash ? (int)(slash - self) : 0, self);
	fflush(stdout);
	execv(path, argv);
	err_set(&err, "%s: %s: git drift, which 'init' needs; install drift with 'make install'", path,
			strerror(errno));
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

static const char *summary_of(const char *name)
{
	for (size_t i = 0; i < countof(commands); i++)
		if (!strcmp(commands[i].name, name))
			return commands[i].summary;
	return NULL;
}

/* Prints the page drift(1): the commands, and where each is documented. */
static int overview(void)
{
	ManPage page = {"drift", "find inputs on which two versions of a C program differ",
					"drift-cc(1), git-drift(1), and a page for each command: drift-test(1)"};
	man_open(&page, stdout);
	printf(".SH SYNOPSIS\n.B drift\nCOMMAND [options] ...\n.SH COMMANDS\n");
	for (size_t i = 0; i < countof(commands); i++) {
		bool git = !strcmp(commands[i].name, "init"); /* documented on that page */
		printf(git ? ".TP\n.BR git\\-drift (1) init\n" : ".TP\n.BR drift\\-%s (1)\n",
			   commands[i].name);
		man_text(stdout, commands[i].summary);
		putchar('\n');
	}
	printf(
		".SH EXIT STATUS\n0: nothing found; 1: a difference, or an error in the program; 2: the "
		"command "
		"failed.\ndrift run exits with the status of the program, or with 128+n after signal n.\n"
		".SH ENVIRONMENT\n.TP\n.B DRIFT_ENGINE\nthe engine to start instead of the one "
		"installed beside drift\n.TP\n.B NO_COLOR\nno colours on a terminal\n");
	man_close(&page, stdout);
	return EXIT_SAME;
}

/* drift internal-manual PAGE and drift internal-complete SHELL, for the build; what the front does
 * not have comes from the engine. */
static int internal(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[2] : "";
	if (!strcmp(argv[1], "internal-manual") && !strcmp(what, "drift"))
		return overview();
	if (!strcmp(argv[1], "internal-manual") && !strcmp(what, "env")) {
		ManPage page = {"drift-env", summary_of(what), "drift(1), strace(1)"};
		man_open(&page, stdout);
		env_manual(stdout);
		man_close(&page, stdout);
		return EXIT_SAME;
	}
	if (!strcmp(argv[1], "internal-complete")) {
		StrList names = {0};
		for (size_t i = 0; i < countof(commands); i++)
			vec_push(&names, commands[i].name);
		bool known = complete_open(what, &names, stdout);
		vec_free(&names);
		Err err;
		if (!known) {
			err_set(&err, "usage: drift internal-complete bash|zsh");
			return complain(&err);
		}
		env_complete(what, stdout);
	}
	return become_engine(argv);
}

/* `drift help CMD` is `drift CMD --help`. */
static int help(int argc, char **argv)
{
	if (argc < 3) {
		usage(stdout);
		return EXIT_SAME;
	}
	char *words[] = {argv[0], argv[2], argc > 3 ? argv[3] : "--help", "--help", NULL};
	if (!strcmp(argv[2], "env"))
		return cmd_env(argc > 3 ? 3 : 2, words + 1);
	if (!strcmp(argv[2], "init"))
		return become_init(words);
	if (summary_of(argv[2]))
		return become_engine(words);
	return unknown_command(argv[2]);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		usage(stderr);
		return EXIT_TROUBLE;
	}
	const char *name = argv[1];
	if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
		usage(stdout);
		return EXIT_SAME;
	}
	if (!strcmp(name, "help"))
		return help(argc, argv);
	if (!strcmp(name, "--version") || !strcmp(name, "-V")) {
		printf("drift " DRIFT_VERSION " (LLVM " DRIFT_LLVM "%s%s)\n",
			   *DRIFT_COMMIT ? ", commit " : "", DRIFT_COMMIT);
		return EXIT_SAME;
	}
	if (!strcmp(name, "env"))
		return cmd_env(argc - 1, argv + 1);
	if (!strcmp(name, "init"))
		return become_init(argv);
	if (!strcmp(name, "replay") && !opt_wants_help(&replay_command_spec, argc - 1, argv + 1))
		return cmd_replay(argc - 1, argv + 1);
	if (!strncmp(name, "internal-", 9))
		return internal(argc, argv);
	if (summary_of(name))
		return become_engine(argv);
	return unknown_command(name);
}
