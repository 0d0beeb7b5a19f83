#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[1]), y = atoi(argv[2]), out = 0;
	if (y < 8) {
		if (x + y == 10) {
			if (x - y >= 1)
				out = 1;
			else
				out = -1;
		}
	}
	printf("%d\n", out);
	return 0;
}
