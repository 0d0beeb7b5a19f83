// own: whether standard input can be moved
// options: -- @int
// expect: different
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (fseek(stdin, 0, SEEK_CUR) != 0)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
