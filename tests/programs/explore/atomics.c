// inputs: int[-130,130] int[-3,9]
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0, expected = 7;
	_Atomic int shared = 0;
	_Atomic unsigned char small = 250;
	_Atomic long wide = -1;
	printf("%d", atomic_exchange(&shared, a));
	printf(" %d", atomic_fetch_add(&shared, b));
	printf(" %d", atomic_fetch_sub(&shared, a));
	printf(" %d", atomic_fetch_or(&shared, a));
	printf(" %d", atomic_fetch_xor(&shared, 5));
	printf(" %d", atomic_fetch_and(&shared, a | 1));
	printf(" %d", __atomic_fetch_nand((int *)&shared, b, __ATOMIC_SEQ_CST));
	printf(" %d", __atomic_fetch_max((int *)&shared, b, __ATOMIC_SEQ_CST));
	printf(" %d", __atomic_fetch_min((int *)&shared, a, __ATOMIC_SEQ_CST));
	printf(" %u", __atomic_fetch_max((unsigned *)&shared, (unsigned)b, __ATOMIC_SEQ_CST));
	printf(" %u", __atomic_fetch_min((unsigned *)&shared, (unsigned)a, __ATOMIC_SEQ_CST));
	small += a; /* wraps at 8 bits */
	wide ^= a;
	printf(" %d %d %ld\n", shared, small, wide);
	shared = a;
	if (atomic_compare_exchange_strong(&shared, &expected, b))
		printf("seven, now %d\n", shared);
	else
		printf("%d stays\n", expected);
	expected = a;
	shared = a;
	printf("%d %d\n", atomic_compare_exchange_strong(&shared, &expected, b), shared);
	return 0;
}
