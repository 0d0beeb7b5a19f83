/* stdlib_exit.c: handlers in reverse order, registered late too; destructors and streams last. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void first(void)
{
	printf("first registered\n");
}

static void late(void)
{
	printf("registered while exiting\n");
}

static void second(void)
{
	printf("second registered\n");
	atexit(late);
}

static void with_status(int status, void *arg)
{
	printf("on_exit %d %s\n", status, (char *)arg);
}

__attribute__((constructor)) static void before_main(int argc, char **argv)
{
	printf("constructor %d %d\n", argc, argv[argc] == NULL);
}

__attribute__((constructor(101))) static void before_all(void)
{
	printf("early constructor\n");
}

__attribute__((destructor)) static void after_main(void)
{
	printf("destructor, stdout still works\n");
}

int main(void)
{
	atexit(first);
	on_exit(with_status, "argument");
	atexit(second);
	printf("unflushed");
	exit(300 + 7);
}
