/* main.c: drift's engine: the commands that need LLVM and Z3. front.c starts it. */
#include "cli/cmd.h"

#include <fcntl.h>
#include <unistd.h>

#include "engine/load/program.h"
#include "output/result/result.h"

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

/* drift internal-manual NAME: the page of a command of the engine. */
static int manual(int argc, char **argv)
{
	static const char *const summaries[] = {
#define COMMAND_SUMMARY(name, summary) summary,
		ENGINE_COMMANDS(COMMAND_SUMMARY)
#undef COMMAND_SUMMARY
	};
	for (size_t i = 0; argc > 1 && i < countof(commands); i++) {
		if (strcmp(commands[i].name, argv[1]) != 0)
			continue;
		char *name = xasprintf("drift-%s", argv[1]);
		ManPage page = {name, summaries[i], "drift(1), drift-cc(1), git-drift(1)"};
		man_open(&page, stdout);
		man_command(commands[i].spec, stdout);
		man_close(&page, stdout);
		free(name);
		return EXIT_SAME;
	}
	Err err;
	err_set(&err, "usage: drift internal-manual PAGE");
	return complain(&err);
}

/* drift internal-complete SHELL: front.c has begun the script. */
static int complete(int argc, char **argv)
{
	if (argc < 2)
		return EXIT_TROUBLE;
	for (size_t i = 0; i < countof(commands); i++)
		complete_command(argv[1], commands[i].spec, stdout);
	complete_close(argv[1], stdout);
	return EXIT_SAME;
}

/* Streams that are closed keep their numbers, or the next file that is opened gets one and what is
 * printed. A descriptor for a path alone can neither be read nor written. */
static void keep_stream_numbers(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", O_PATH | O_CLOEXEC);
}

int main(int argc, char **argv)
{
	keep_stream_numbers();
	result_take_origin();
	const char *name = argc < 2 ? "" : argv[1];
	if (!strcmp(name, "internal-link-libc"))
		return link_libc(argc - 1, argv + 1);
	if (!strcmp(name, "internal-manual"))
		return manual(argc - 1, argv + 1);
	if (!strcmp(name, "internal-complete"))
		return complete(argc - 1, argv + 1);
	for (size_t i = 0; i < countof(commands); i++) {
		const Command *c = &commands[i];
		if (strcmp(c->name, name))
			continue;
		if (opt_wants_help(c->spec, argc - 1, argv + 1)) {
			opt_help(c->spec, stdout);
			return EXIT_SAME;
		}
		program_trust_compiler();
		return c->run(argc - 1, argv + 1);
	}
	Err err;
	err_set(&err,
			"the engine does not know '%s'; it belongs to another version, or was not "
			"started by 'drift'",
			name);
	return complain(&err);
}
