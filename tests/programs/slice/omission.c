/* omission.c: a fee that is not added, because of a wrong limit: nothing faulty is among what the
 * wrong result was computed from. */
#include <stdio.h>
#include <stdlib.h>

static int unused(int n)
{
	return n * 3;
}

static int logged;

static void note(int n)
{
	logged = logged + n;
}

int main(int argc, char **argv)
{
	int weight = argc > 1 ? atoi(argv[1]) : 0;
	int limit = 200; /* the fault: must be 100 */
	int price = 5;
	int fee = 0;
	note(weight);
	if (weight > limit)
		fee = 7;
	if (argc > 9)
		price = unused(argc);
	int total = price + fee;
	printf("%d\n", total);
	return 0;
}
