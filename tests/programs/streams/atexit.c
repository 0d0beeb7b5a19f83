// inputs: int[-4,4] int[-4,4]
// A function that is called at the end.
#include <stdio.h>
#include <stdlib.h>
static int g;
static void bye(void)
{
	if (g > 0)
		fprintf(stderr, "bye");
	else
		printf("bye");
}

int main(int argc, char **argv)
{
	int a = atoi(argv[1]);
	g = atoi(argv[2]);
	atexit(bye);
	if (a > 0)
		fprintf(stderr, "x");
	return 0;
}
