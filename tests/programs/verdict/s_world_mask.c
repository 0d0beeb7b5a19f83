// own: the mask of signals that was inherited
// options: -- @int
// expect: depends inherited mask of signals
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	sigset_t now;
	sigprocmask(SIG_BLOCK, NULL, &now);
	if (sigismember(&now, SIGINT))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
