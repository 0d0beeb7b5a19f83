// inputs: int[-2,20] int[0,3]
#include <stdio.h>
#include <stdlib.h>

/* A small machine: each digit of the program is an instruction, reached by its address. */
static int run(int program, int value)
{
	static const void *const labels[] = {&&stop, &&twice, &&next, &&negate};
	static const int distances[] = {0, &&other - &&one};
	for (;;) {
		int op = program & 3;
		program >>= 2;
		goto *labels[op];
	twice:
		value *= 2;
		continue;
	next:
		value++;
		continue;
	negate:
		value = -value;
		continue;
	stop:
		break;
	}
	goto *(&&one + distances[value & 1]);
one:
	return value;
other:
	return value * 100;
}

int main(int argc, char **argv)
{
	int program = argc > 1 ? atoi(argv[1]) : 0, value = argc > 2 ? atoi(argv[2]) : 0;
	printf("%d\n", program < 0 ? -1 : run(program, value));
	return 0;
}
