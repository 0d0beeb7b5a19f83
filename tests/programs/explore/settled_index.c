// inputs: str[2]
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
	char *text = argv[argc - 1];
	put(slots, text[0]);
	put(slots, text[0] ? text[1] : '2');
	for (int i = 0; i < 8; i++)
		if (slots[i])
			printf("%d: %d\n", i, slots[i]);
	return slots[text[0] & 7] > 2;
}
