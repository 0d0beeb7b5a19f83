// own: time that passes between two looks at the clock
// options: --vary clock --assume 'arg1>=0&&arg1<9' -- @int
// expect: depends timer
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	time_t begin = time(NULL);
	if (time(NULL) > begin + 5)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
