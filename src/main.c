/* main.c: drift's front door: picks the command. */
#include "cmd.h"

#include "load/program.h"

typedef struct Command {
	const char *name;
	int (*run)(int argc, char **argv);
	const OptCommand *spec; /* NULL: the command prints its own help */
	const char *summary;
} Command;

static const Command commands[] = {
	{"explore", cmd_explore, &explore_command_spec, "find the paths of a program, as tests"},
	{"replay", cmd_replay, &replay_command_spec, "run a test again: is the outcome as recorded?"},
	{"run", cmd_run, &run_command_spec, "run a program in the machine"},
	{"graph", cmd_graph, &graph_command_spec, "print control flow, dependence and calls as graphs"},
	{"env", cmd_env, NULL, "find the environment change that broke a program"},
};

static void usage(FILE *to)
{
	fprintf(to, "usage: drift COMMAND [options] ...\n\ncommands:\n");
	for (size_t i = 0; i < countof(commands); i++)
		fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fprintf(to, "\n'drift COMMAND --help' says more about each.\n"
				"exit status: 0 nothing found, 1 found (or an error in the subject), 2 trouble\n");
}

/* drift internal-link-libc -o OUT FILES: used by the build. */
static int link_libc(int argc, char **argv)
{
	Err err = {0};
	if (argc < 4 || strcmp(argv[1], "-o"))
		err_set(&err, "usage: drift internal-link-libc -o OUT FILE...");
	else if (program_link_libc(argv[2], argv + 3, (size_t)argc - 3, &err))
		return EXIT_SAME;
	return complain(&err);
}

static int manual(void)
{
	printf(".TH DRIFT 1 \"\" \"drift " DRIFT_VERSION
		   "\"\n.SH NAME\ndrift \\- tell two versions of a C program apart\n"
		   ".SH SYNOPSIS\n.B drift\nCOMMAND [options] ...\n.SH COMMANDS\n");
	for (size_t i = 0; i < countof(commands); i++)
		if (commands[i].spec)
			opt_manual(commands[i].spec, stdout);
	env_manual(stdout);
	printf(".SH EXIT STATUS\n0: nothing found or done; 1: a difference, or an error in the "
		   "subject; 2: trouble. "
		   "drift run exits as the subject does, with 128+n after death by signal n.\n");
	return EXIT_SAME;
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
	if (!strcmp(name, "internal-link-libc"))
		return link_libc(argc - 1, argv + 1);
	if (!strcmp(name, "internal-manual"))
		return manual();
	for (size_t i = 0; i < countof(commands); i++) {
		const Command *c = &commands[i];
		if (strcmp(c->name, name))
			continue;
		if (c->spec && opt_wants_help(c->spec, argc - 1, argv + 1)) {
			opt_help(c->spec, stdout);
			return EXIT_SAME;
		}
		return c->run(argc - 1, argv + 1);
	}
	Err err;
	err_set(&err, "unknown command '%s'; see 'drift --help'", name);
	return complain(&err);
}
