// class 6: a function of the C library, found by name
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
// try: 7
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]);
	int (*f)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "abs");
	if (f && x == 7) puts("a"); //OLD
	if (f && x == 7) puts("b"); //NEW
	return 0 * c;
}
