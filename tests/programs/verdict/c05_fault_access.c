// c05_fault_access: a handler that a null pointer enters
// options: -- @str:1=a
// try: x
// expect: not equivalent
#include <signal.h>
#include <unistd.h>
static int limit;
static void handle(int signal)
{
	(void)signal;
	_exit(limit > 3); //OLD
	_exit(limit > 2); //NEW
}
int main(int argc, char **argv)
{
	struct sigaction a = {.sa_handler = handle};
	int there = 0, *volatile p = argv[argc - 1][0] == 'x' ? 0 : &there;
	limit = 3;
	sigaction(SIGSEGV, &a, 0);
	*p = 1;
	return there;
}
