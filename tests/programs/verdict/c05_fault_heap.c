// c05_fault_heap: a handler that a block freed twice enters
// options: -- @str:1=a
// try: x
// expect: not equivalent
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void handle(int signal)
{
	(void)signal;
	_exit(3); //OLD
	_exit(4); //NEW
}
int main(int argc, char **argv)
{
	char *p = malloc(10);
	signal(SIGABRT, handle);
	free(p);
	if (argv[argc - 1][0] == 'x')
		free(p);
	return 0;
}
