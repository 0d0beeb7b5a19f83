// inputs: int[0,40]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	switch (atoi(argv[argc - 1]) % 7) {
	case 0:
	case 2:
	case 4: puts("even"); break;
	case 1:
	case 3:
	case 5: puts("odd"); break;
	}
	return 0;
}
