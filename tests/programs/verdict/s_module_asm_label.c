// own: a function that only assembly outside of functions defines
// options: -- @int
// expect: not equivalent
// try: 1
#include <stdio.h>
#include <stdlib.h>
asm(".text\n.globl plug\nplug: leal 1(%rdi), %eax\nret\n"); //OLD
asm(".text\n.globl plug\nplug: leal 2(%rdi), %eax\nret\n"); //NEW
int plug(int n);
int main(int c, char **v)
{
	printf("%d\n", plug(atoi(v[1]) * c / 2));
	return 0;
}
