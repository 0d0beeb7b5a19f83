/* env.c: drift env: the table of its commands, and what they share. */
#include "cli/env/env.h"
#include "env/record/own.h"

static const struct {
	const OptCommand *command;
	const char *name;
	int (*run)(int argc, char **argv);
} subs[] = {
#define ENV_ROW(name) {&env_##name##_command, #name, cmd_env_##name},
	ENV_COMMANDS(ENV_ROW)
#undef ENV_ROW
};

int env_misuse(const char *sub, const char *what)
{
	fprintf(stderr, "drift: env %s: %s; see 'drift env %s --help'\n", sub, what, sub);
	return EXIT_TROUBLE;
}

FILE *env_output(void)
{
	return own_descriptor_was_closed(1) ? stderr : stdout;
}

bool env_one_trace(const char *sub, const StrList *operands, Err *err)
{
	return operands->len == 1 ||
		   err_set(err, "env %s: one trace expected; see 'drift env %s --help'", sub, sub);
}

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
