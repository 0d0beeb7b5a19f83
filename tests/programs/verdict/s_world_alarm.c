// own: an alarm, or a child, from before the program
// options: -- @int
// expect: depends inherited alarm and inherited children
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (alarm(0) || wait(NULL) > 0)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
