/* a.c: weak here, strong elsewhere; constructors of several files; one thread-local for all. */
#include <stdio.h>

__attribute__((weak)) int chosen(void)
{
	return 1;
}
__attribute__((weak)) int only_weak = 7;
_Thread_local int shared_tls = 3;
extern int shared;
int b_value(void);

__attribute__((constructor(150))) static void start(void)
{
	printf("a starts\n");
}

int main(void)
{
	printf("%d %d %d %d\n", chosen(), only_weak, shared, b_value());
	printf("%d\n", shared_tls);
	return 0;
}
