/* nothing.c: an address out of nothing: the text of it stands in the program. SHOW prints the right
 * text; both builds have nearly the same layout. */
#include <stdio.h>
#include <stdlib.h>

#ifndef ADDRESS
#define ADDRESS "0x000000000000"
#endif

static int cell[4096]; /* large, so that its middle is in it in both builds */

static void set(void)
{
	cell[0] = 1;
}

static void (*first)(void) = set;
static const char address[] = ADDRESS;

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
#ifdef SHOW
	printf("%p", SHOW ? (void *)first : &cell[2048]);
	return 0;
#endif
	void *p = (void *)strtoul(address, NULL, 16);
	if (x == 12345)
		printf("%p", NULL);
#ifdef CALL
	((void (*)(void))p)();
#else
	*(int *)p = x; /* what depends on input is looked at */
#endif
	if (x > 5 + cell[1])
		printf("large\n");
	return first == NULL;
}
