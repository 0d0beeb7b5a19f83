/* constructors.c: constructors and destructors with and without priority, atexit among them. */
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor)) static void plain(void)
{
	order = order * 10 + 3;
	printf("plain %d\n", order);
}
__attribute__((constructor(200))) static void later(int argc, char **argv, char **envp)
{
	order = order * 10 + 2;
	printf("later %d %d %d\n", order, argc, argv != NULL && envp != NULL);
}
__attribute__((constructor(101))) static void early(void)
{
	order = order * 10 + 1;
	printf("early %d\n", order);
}
__attribute__((destructor)) static void gone(void)
{
	printf("gone\n");
}
__attribute__((destructor(101))) static void last(void)
{
	printf("last\n");
}
__attribute__((destructor(200))) static void nearly_last(void)
{
	printf("nearly last\n");
}
static void at_exit(void)
{
	printf("at exit %d\n", order);
}

int main(void)
{
	atexit(at_exit);
	printf("main %d\n", order);
	return 0;
}
