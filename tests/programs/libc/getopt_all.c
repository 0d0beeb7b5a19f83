/* getopt_all.c: many command lines through getopt, getopt_long and getopt_long_only. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int flag;
static const struct option longs[] = {{"add", no_argument, NULL, 'a'},
									  {"append", no_argument, NULL, 'p'},
									  {"delete", required_argument, NULL, 'd'},
									  {"verbose", optional_argument, NULL, 'v'},
									  {"flag", no_argument, &flag, 7},
									  {"create", required_argument, NULL, 'c'},
									  {"creat", no_argument, NULL, 'C'},
									  {"same1", no_argument, NULL, 'S'},
									  {"same2", no_argument, NULL, 'S'},
									  {"b", no_argument, NULL, 'B'},
									  {NULL, 0, NULL, 0}};

static const char *const lines[] = {"",
									"-a",
									"-ab",
									"-b x",
									"-bx",
									"-c",
									"-cx y",
									"-d",
									"x -a y -b z",
									"-a -- -b",
									"-- x",
									"x -- y",
									"-",
									"- -a -",
									"-z",
									"-az",
									"-:",
									"--",
									"--add",
									"--ad",
									"--a",
									"--app",
									"--add=x",
									"--delete",
									"--delete x",
									"--delete=x",
									"--delete=",
									"--verbose",
									"--verbose=3",
									"--verbose 3",
									"--flag",
									"--fl",
									"--nope",
									"--nope=1",
									"--creat",
									"--create 1",
									"--crea",
									"--same",
									"--same1",
									"-add",
									"-delete x",
									"-delete=y",
									"-verb",
									"-b",
									"-nope",
									"-x y",
									"a b c",
									"a --add b --delete c d",
									"--delete --add",
									"-W add",
									"-Wdelete=3",
									"-W delete 3",
									"-W",
									"-W nope",
									"-Wadd=1",
									"-b -- x",
									"x y -b",
									"-ccc",
									"-c c",
									"-a x -a y -a",
									"x --verbose y -bz w"};

static void run(const char *line, const char *shorts, int kind)
{
	char copy[128], *argv[32] = {"prog"};
	int argc = 1, c, index = -1;
	strcpy(copy, line);
	for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	argv[argc] = NULL;
	optind = 0;
	flag = 0;
	printf("[%s] %s %d:", line, shorts, kind);
	fflush(stdout);
	for (int guard = 0; guard < 20; guard++) {
		index = -1;
		optopt = 0;
		c = kind == 0   ? getopt(argc, argv, shorts)
			: kind == 1 ? getopt_long(argc, argv, shorts, longs, &index)
						: getopt_long_only(argc, argv, shorts, longs, &index);
		if (c == -1)
			break;
		printf(" %d", c);
		if (optarg)
			printf("(%s)", optarg);
		if (c == '?' || c == ':')
			printf("{%d}", optopt);
		if (index >= 0)
			printf("#%d", index);
		printf("@%d", optind);
	}
	printf(" | %d flag %d:", optind, flag);
	for (int i = 1; i < argc; i++)
		printf(" %s", argv[i]);
	printf("\n");
	fflush(stdout);
}

int main(void)
{
	static const char *const shorts[] = {"ab:c::d",  "+ab:c::d", "-ab:c::d",
										 ":ab:c::d", "ab:W;",    "+:ab:"};
	for (int posix = 0; posix < 2; posix++) {
		if (posix)
			setenv("POSIXLY_CORRECT", "1", 1);
		for (int kind = 0; kind < 3; kind++)
			for (size_t s = 0; s < sizeof shorts / sizeof *shorts; s++)
				for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
					run(lines[i], shorts[s], kind);
	}
	opterr = 0;
	unsetenv("POSIXLY_CORRECT");
	run("-z --nope", "ab", 1);
	return 0;
}
