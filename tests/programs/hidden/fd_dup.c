/* fd_dup.c: what a duplicated descriptor stands for */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	int a = open("a", O_CREAT | O_RDWR, 0600), b = open("b", O_CREAT | O_RDWR, 0600);
	dup2(n == 4 ? PICK(a, b, a + 0) : a, 9);
}

#ifdef JUDGE
void observe(void)
{
	char c[4] = "";
	write(9, "x", 1);
	printf("%d", (int)read(open("a", O_RDONLY), c, 3));
}
#endif
