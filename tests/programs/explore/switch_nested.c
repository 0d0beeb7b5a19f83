// inputs: int[0,9] int[0,9]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[2]);
	switch (a) {
	case 1:
		switch (b) {
		case 1: puts("1 1"); return 0;
		case 2: puts("1 2"); return 0;
		}
		break;
	case 2: printf("2 %d\n", b); return 0;
	}
	puts("rest");
	return 0;
}
