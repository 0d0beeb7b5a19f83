// own: texts sorted by pointers to pointers, one text changed
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *names[] = {"pear", "fig", "kiwi"}; //OLD
static const char *names[] = {"pear", "fig", "lime"}; //NEW
static int order(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
int main(int c, char **v)
{
	int n = atoi(v[1]);
	qsort(names, 3, sizeof names[0], order);
	puts(names[n == 5]);
	return 0 * c;
}
