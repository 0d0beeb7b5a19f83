// inputs: int[-5,20]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	switch (atoi(argv[argc - 1])) {
	case 0: puts("zero"); break;
	case 1: puts("one"); /* fallthrough */
	case 2: puts("two"); break;
	case 3: puts("three"); break;
	case 7: puts("seven"); break;
	default: puts("many");
	}
	return 0;
}
