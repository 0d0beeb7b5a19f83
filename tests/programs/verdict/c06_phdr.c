// class 6: the parts of the program
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
// try: 7
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
static int count(struct dl_phdr_info *i, size_t n, void *to) { (void)i; (void)n; ++*(int *)to; return 0; } //OLD
static int count(struct dl_phdr_info *i, size_t n, void *to) { (void)i; (void)n; --*(int *)to; return 0; } //NEW
int main(int c, char **v)
{
	int n = 0;
	if (atoi(v[1]) == 7)
		dl_iterate_phdr(count, &n);
	puts(n > 0 ? "some" : n < 0 ? "less" : "none");
	return 0 * c;
}
