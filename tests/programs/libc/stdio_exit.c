/* stdio_exit.c: what exit does to open streams, and in which order handlers and streams meet. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *left_open;

static void handler(void)
{
	printf("handler\n");
	fputs("from handler", left_open);
}

__attribute__((destructor)) static void last(void)
{
	printf("destructor\n");
}

int main(void)
{
	static char own[100];
	left_open = fopen("/dev/stderr", "a");
	atexit(handler);
	printf("buffered ");
	fputs("unflushed ", left_open);
	setvbuf(stderr, own, _IOFBF, sizeof own);
	fprintf(stderr, "late ");
	write(1, "written\n", 8);
	getchar();
	return 7;
}
