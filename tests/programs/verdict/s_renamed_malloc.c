// own: a function gets a name that the C library calls
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char pool[65536]; static size_t used;
void *mymalloc(size_t n) { void *p = pool + used; used += (n + 15) & ~15ul; return p; } //OLD
void *malloc(size_t n) { void *p = pool + used; used += (n + 15) & ~15ul; return p; } //NEW
void free(void *p) { }
int main(int c, char **v)
{
	int n = atoi(v[1]);
	char *volatile src = v[1];
	if (n == 7) { char *s = strdup(src); printf("%d\n", s >= pool && s < pool + sizeof pool); return 0; }
	if (n > 4) puts("big"); else puts("small");
	return 0;
}
