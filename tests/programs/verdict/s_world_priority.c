// own: the priority that was inherited
// options: -- @int
// expect: depends inherited priority
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (nice(1) > 1)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
