// c05_fault_division: a handler that a division by zero enters
// options: -- @int
// try: 0
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
	signal(SIGFPE, handle);
	return 10 / atoi(argv[argc - 1]) > 3;
}
