// class 5: a member that every branch sets
// options: -- @int
// expect: equivalent
#include <stdio.h>
#include <stdlib.h>
struct s { int a, b; };
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	struct s p;
	if (n > 5)
		p.b = 1;
	if (n <= 5) //OLD
	else //NEW
		p.b = 2;
	printf("%d\n", p.b);
	return 0;
}
