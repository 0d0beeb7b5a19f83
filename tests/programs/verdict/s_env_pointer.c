// own: an address kept as text in the environment
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: not equivalent
// try: 5
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static int f(int n) { return n; }
static int g(int n) { return n + 1; } //OLD
static int g(int n) { return n + 2; } //NEW
int main(int c, char **v)
{
	int n = atoi(v[1]);
	char text[32];
	snprintf(text, sizeof text, "%lu", (unsigned long)(uintptr_t)(n == 5 ? g : f));
	setenv("P", text, 1);
	printf("%d\n", ((int (*)(int))(uintptr_t)strtoul(getenv("P"), 0, 10))(n));
	return 0 * c;
}
