/* asm-barrier.c: empty inline assembly as a barrier or to hide a value; symbol names set by asm. */
#include <stdio.h>

static int data = 1;
int renamed(int) __asm__("another_name");
int renamed(int x)
{
	return x + 100;
}
int another_name(int);

#define barrier() __asm__ volatile("" ::: "memory")
#define hide(x) __asm__("" : "+r"(x))

int main(void)
{
	data = 2;
	barrier();
	data++;
	int x = data;
	hide(x);
	long p = 5;
	__asm__ volatile("" : "+r"(p) : : "cc");
	__asm__ volatile("" : : "r"(x), "m"(data));
	printf("%d %ld %d\n", x, p, renamed(1));
	return 0;
}
