// c05_fault_trap: a handler that a trap enters
// options: -- @str:1=a
// try: x
// expect: not equivalent
#include <signal.h>
#include <unistd.h>
static void handle(int signal)
{
	(void)signal;
	_exit(3); //OLD
	_exit(4); //NEW
}
int main(int argc, char **argv)
{
	signal(SIGILL, handle);
	if (argv[argc - 1][0] == 'x')
		__builtin_trap();
	return 0;
}
