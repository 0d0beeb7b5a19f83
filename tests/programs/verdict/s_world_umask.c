// own: the umask that was inherited
// options: -- @int
// expect: depends inherited umask
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (umask(077) != 022)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
