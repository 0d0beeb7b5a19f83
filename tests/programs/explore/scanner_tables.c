// inputs: str[2]
/* scanner_tables.c: a state machine in tables, as scanner generators write them. */
#include <stdio.h>

static const unsigned char class_of[128] = {
	['0'] = 1, ['1'] = 1, ['2'] = 1, ['a'] = 2, ['b'] = 2, ['-'] = 3};
static const unsigned char base[4] = {0, 4, 8, 12};
static const unsigned char next[16] = {3, 1, 2, 1, 3, 1, 3, 3, 3, 2, 2, 3, 3, 3, 3, 3};
static const char *const names[4] = {"nothing", "number", "word", "neither"};

int main(int argc, char **argv)
{
	unsigned state = 0;
	if (argc < 2)
		return 2;
	for (const char *s = argv[1]; *s; s++)
		state = next[base[state] + class_of[*s & 127]];
	puts(names[state]);
	return (int)state;
}
