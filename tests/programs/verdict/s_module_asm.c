// own: a function of assembly outside of functions, in place of a weak one
// options: -- @int
// expect: not equivalent
// try: 1
#include <stdio.h>
#include <stdlib.h>
__attribute__((weak, noinline)) int hook(int n) { return n; }
asm(".text\n.globl plug\nplug: leal 1(%rdi), %eax\nret\n"); //OLD
asm(".text\n.globl plug\nplug: leal 2(%rdi), %eax\nret\n"); //NEW
asm(".weak extra\n.set extra, plug");
__attribute__((weak)) int extra(int n);
int main(int c, char **v)
{
	printf("%d\n", (extra ? extra : hook)(atoi(v[1]) * c / 2));
	return 0;
}
