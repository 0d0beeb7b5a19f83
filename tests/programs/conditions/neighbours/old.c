/* Several paths have the same two outputs: three cases of the switch, and two sides of a decision. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]);
	const char *k = "x";
	switch (b) {
	case 1:
	case 2:
	case 3: k = "y"; break;
	case 7: k = "z"; break;
	}
	if (a > 10)
		puts("big");
	else if (a > 5)
		puts("big");
	else
		puts("small");
	puts(k);
	return 0;
}
