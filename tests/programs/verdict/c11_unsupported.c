// class 11: one version aborts, the other does what is not supported
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: status 1
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int c, char **v)
{
	if (atoi(v[1]) == 3) {
		abort(); //OLD
		return fork() ? !wait(0) : 0; //NEW
	}
	return 0 * c;
}
