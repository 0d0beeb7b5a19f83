/* unreachable.clean.c: the promise is kept. */
#include <stdio.h>

static const char *name(int colour)
{
	switch (colour) {
	case 0: return "red";
	case 1: return "green";
	default: __builtin_unreachable();
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	puts(name(argc - 1));
	puts(name(argc));
	puts("done");
	return 0;
}
