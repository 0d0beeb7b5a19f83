// inputs: int[-5,5] int[-5,5] int[-5,5]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int t[3];
	for (int i = 1; i < argc; i++)
		t[i - 1] = atoi(argv[i]);
	for (int i = 0; i < 3; i++)
		for (int k = i + 1; k < 3; k++)
			if (t[k] < t[i]) {
				int swap = t[i];
				t[i] = t[k];
				t[k] = swap;
			}
	printf("%d %d %d\n", t[0], t[1], t[2]);
	return 0;
}
