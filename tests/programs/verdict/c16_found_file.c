// class 16: a file that lies in the working directory
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// setup: echo 5 >found
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = 0;
	FILE *f = fopen("found", "r");
	if (!f || fscanf(f, "%d", &n) != 1)
		return 1;
	fclose(f);
	printf("%d\n", atoi(v[1]) == 3 ? n : 0); //OLD
	printf("%d\n", atoi(v[1]) == 3 ? n + 1 : 0); //NEW
	return 0 * c;
}
