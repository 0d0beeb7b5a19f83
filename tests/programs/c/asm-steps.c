/* asm-steps.c: inline assembly that is simple instructions on its operands, with and without lock. */
#include <stdio.h>

static int fetch_add(int *p, int by)
{
	__asm__ volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*p) : : "memory");
	return by;
}

static int compare_swap(int *p, int old, int new)
{
	int found;
	__asm__ volatile("lock cmpxchgl %2, %1"
					 : "=a"(found), "+m"(*p)
					 : "r"(new), "0"(old)
					 : "memory");
	return found;
}

static int dec_and_test(int *p)
{
	unsigned char zero;
	__asm__ volatile("lock; decl %0; sete %1" : "=m"(*p), "=qm"(zero) : "m"(*p) : "memory");
	return zero;
}

int main(int argc, char **argv)
{
	int x = argc * 5, y = 3;
	unsigned u = 7;
	long l = argc;
	short h = 300;

	__asm__ volatile("lock; addl %1, %0" : "+m"(x) : "ir"(3) : "memory", "cc");
	__asm__ volatile("lock incl %0" : "+m"(x));
	printf("%d %d", x, fetch_add(&x, 7));
	printf(" %d\n", x);
	printf("%d", compare_swap(&x, 16, 20));
	printf(" %d", compare_swap(&x, 1, 30));
	printf(" %d\n", x);
	x = 2;
	printf("%d", dec_and_test(&x));
	printf(" %d %d\n", dec_and_test(&x), x);
	__asm__ volatile("xchgl %0, %1" : "+r"(y), "+m"(x) : : "memory");
	printf("%d %d\n", x, y);
	__asm__("addl %1, %0" : "+r"(x) : "r"(y + 4));
	__asm__("roll $3, %0" : "+r"(u));
	printf("%d %u", x, u);
	__asm__("negl %0\n\tnotl %0" : "+r"(u));
	printf(" %u", u);
	__asm__("shll $2, %0" : "+r"(u));
	__asm__("xorl %0, %0" : "=r"(x));
	__asm__("movl %1, %0" : "=r"(y) : "r"(argc + 11));
	printf(" %u %d %d\n", u, x, y);
	__asm__("subq $5, %0; sarq $1, %0" : "+r"(l));
	__asm__("orw $7, %0" : "+m"(h));
	printf("%ld %d\n", l, h);
	return 0;
}
