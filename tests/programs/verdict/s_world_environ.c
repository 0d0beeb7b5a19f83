// own: variables that nobody named
// options: -- @int
// expect: depends variables
#include <stdio.h>
#include <stdlib.h>
extern char **environ;
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	for (char **e = environ; *e; e++)
		if ((*e)[0] == 'Q')
			n++; //OLD
			n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
