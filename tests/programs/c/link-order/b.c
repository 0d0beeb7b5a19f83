/* b.c: the strong definitions. */
#include <stdio.h>

int chosen(void)
{
	return 2;
}
int shared = 11;
extern _Thread_local int shared_tls;
extern int only_weak;

__attribute__((constructor(140))) static void start(void)
{
	shared++;
	printf("b starts\n");
}
__attribute__((destructor)) static void stop(void)
{
	printf("b stops %d\n", shared_tls);
}

int b_value(void)
{
	shared_tls += only_weak;
	return shared_tls * 10;
}
