/* unset.c: which byte of a half-set array is meant says the input; the question whether it was set
 * has no expression, so nothing may be copied from a run that met another byte. */
#include <stdio.h>

static void work(void)
{
	for (volatile int i = 0; i < 300; i++)
		;
}

int main(int argc, char **argv)
{
	char half[8], none[8];
	if (argc < 2 || !argv[1][0] || !argv[1][1])
		return 2;
	for (int i = 0; i < 4; i++)
		half[i] = (char)(i + 1);
	char c = half[argv[1][0] & 7];
	work();
	if (argv[1][1] == 'x')
		puts("x");
	work();
	if (argv[1][2] == 'y')
		puts("y");
	if (c == 1)
		puts("one");
	none[argv[1][0] & 7] = 7;
	work();
	if (argv[1][1] == 'z')
		puts("z");
	work();
	if (none[2] == 7)
		puts("two");
	return 0;
}
