// class 5: a member that one branch sets
// options: -- @int
// expect: different
#include <stdio.h>
#include <stdlib.h>
struct s { int a, b; };
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	struct s p;
	p.b = 1; //NEW
	if (n > 5)
		p.b = 1;
	printf("%d\n", p.b);
	return 0;
}
