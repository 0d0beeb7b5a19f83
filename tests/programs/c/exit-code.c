/* exit-code.c: what the parent sees of a status, by each of the ways to end. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void bye(void)
{
	puts("bye");
}

int main(int argc, char **argv)
{
	int code = argc > 2 ? atoi(argv[2]) : 0;
	atexit(bye);
	at_quick_exit(bye);
	printf("start\n");
	switch (argc > 1 ? argv[1][0] : 'r') {
	case 'e': exit(code);
	case '_': _exit(code);
	case 'E': _Exit(code);
	case 'q': fflush(stdout); quick_exit(code);
	case 'a': abort();
	}
	return code;
}
