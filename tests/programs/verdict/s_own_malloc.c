// own: NEW has a malloc of its own, which only the C library calls
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char pool[4096]; static size_t used; static int calls;
void *malloc(size_t n) { void *p = pool + used; calls++; used += (n + 15) & ~15ul; return p; } //NEW
void free(void *p) { } //NEW
void *calloc(size_t a, size_t b) { return malloc(a*b); } //NEW
int main(int c, char **v)
{
	int n = atoi(v[1]);
	if (n == 7) { char *s = strdup("abc"); printf("%d\n", s >= pool && s < pool + 4096); return 0; }
	if (n > 4) puts("big"); else puts("small");
	return 0;
}
