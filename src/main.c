/* main.c: drift's engine: the commands that need LLVM and Z3. front.c starts it. */
#include "cmd.h"

#include "load/program.h"

typedef struct Command {
	const char *name;
	int (*run)(int argc, char **argv);
	const OptCommand *spec; /* makes its help and its part of the manual */
} Command;

#define COMMAND_ROW(name, summary) {#name, cmd_##name, &name##_command_spec},
static const Command commands[] = {ENGINE_COMMANDS(COMMAND_ROW)};
#undef COMMAND_ROW

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

/* The engine's commands in the manual; front.c prints what stands around them. */
static int manual(void)
{
	for (size_t i = 0; i < countof(commands); i++)
		opt_manual(commands[i].spec, stdout);
	printf(".SH EXIT STATUS\n0: nothing found or done; 1: a difference, or an error in the "
		   "subject; 2: trouble. "
		   "drift run exits as the subject does, with 128+n after death by signal n.\n");
	return EXIT_SAME;
}

int main(int argc, char **argv)
{
	const char *name = argc < 2 ? "" : argv[1];
	if (!strcmp(name, "internal-link-libc"))
		return link_libc(argc - 1, argv + 1);
	if (!strcmp(name, "internal-manual"))
		return manual();
	for (size_t i = 0; i < countof(commands); i++) {
		const Command *c = &commands[i];
		if (strcmp(c->name, name))
			continue;
		if (opt_wants_help(c->spec, argc - 1, argv + 1)) {
			opt_help(c->spec, stdout);
			return EXIT_SAME;
		}
		return c->run(argc - 1, argv + 1);
	}
	Err err;
	err_set(&err,
			"the engine does not know '%s'; it belongs to another version, or was not "
			"started by 'drift'",
			name);
	return complain(&err);
}
