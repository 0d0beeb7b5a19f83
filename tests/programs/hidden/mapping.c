/* mapping.c: a mapping that a static pointer reaches */
#include <stdio.h>
#include <sys/mman.h>

static char *area;
void f(int n)
{
	area = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	area[7] = n == 4 ? PICK(1, 2, n - 3) : 0;
}

#ifdef JUDGE
void observe(void) { printf("%d", area[7]); }
#endif
