// own: assembly outside of functions calls a function that changed
// options: --one-input -- @int
// expect: not equivalent
// try: 1
#include <stdio.h>
#include <stdlib.h>
__attribute__((used, noinline)) int step(int n) { return n + 1; } //OLD
__attribute__((used, noinline)) int step(int n) { return n + 2; } //NEW
asm(".text\n.globl extra\nextra: jmp step\n");
__attribute__((weak)) int extra(int n);
int main(int c, char **v)
{
	printf("%d\n", extra ? extra(atoi(v[1])) : c);
	return 0;
}
