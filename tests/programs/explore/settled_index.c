// inputs: int[44,60] int[44,60]
// Behind a case the index is one place; behind the default it is any.
#include <stdio.h>
#include <stdlib.h>
static void put(int *slots, int c)
{
	switch (c) {
	case '1':
	case '2': slots[c - '0'] += 2; break;
	case '3': slots[(c - '0') * 2]++; break;
	default: slots[c & 7]--; break;
	}
}
int main(int argc, char **argv)
{
	int slots[8] = {0};
	int first = atoi(argv[argc - 2]);
	put(slots, first);
	put(slots, atoi(argv[argc - 1]));
	for (int i = 0; i < 8; i++)
		if (slots[i])
			printf("%d: %d\n", i, slots[i]);
	return slots[first & 7] > 2;
}
