/* words.c: commands with options, told apart by strcmp and switch.
 * explore: -- @str:5=help @str:4=-v
 * klee: --sym-arg 5 --sym-arg 4
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"add", "set", "help", "list", "quit"};

static int lookup(const char *word)
{
	for (int i = 0; i < 5; i++)
		if (!strcmp(names[i], word))
			return i;
	return -1;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int which = lookup(argv[1]), level = 0;
	if (which < 0) {
		puts("no such command");
		return 1;
	}
	if (argv[2][0] == '-')
		switch (argv[2][1]) {
		case 'v': level = 1; break;
		case 'q': level = -1; break;
		case 'n': level = atoi(argv[2] + 2); break;
		default: puts("no such option"); return 1;
		}
	printf("%s %s\n", names[which], level > 50 ? "loud" : level < 0 ? "quiet" : "plain");
	return 0;
}
