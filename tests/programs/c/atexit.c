/* atexit.c: handlers run in reverse, may register more, may call exit; on_exit sees the status. */
#include <stdio.h>
#include <stdlib.h>

static void third(void)
{
	puts("third, registered late");
}
static void first(void)
{
	puts("first");
	atexit(third);
}
static void status(int code, void *arg)
{
	printf("%s %d\n", (const char *)arg, code);
}
static void again(void)
{
	puts("exit again");
	exit(9);
}

int main(void)
{
	setvbuf(stdout, NULL, _IOFBF, 4096);
	atexit(first);
	atexit(again);
	on_exit(status, "status");
	atexit(first);
	fputs("no newline", stdout);
	fputs("to stderr\n", stderr);
	exit(4);
}
