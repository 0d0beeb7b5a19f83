// own: a signal that is ignored from the beginning, as nohup does
// options: -- @int
// expect: depends inherited handling of signals
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (signal(SIGHUP, SIG_DFL) == SIG_IGN)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
