/* atomics.c: atomic operations on words of which only some bits were set. */
#include <stdatomic.h>
#include <stdio.h>

static volatile unsigned sink;

/* Returns a word of which only the low byte is set. */
static unsigned word(void)
{
	unsigned w;
	((unsigned char *)&w)[0] = 0x5a;
	return w;
}

int main(void)
{
	unsigned w = word();
	unsigned was = __atomic_fetch_or(&w, 0x100, __ATOMIC_SEQ_CST);
	if (was & 2)
		sink++;
	if (w & 0x100)
		sink++;
	if (w & 0x200) /* undefined */
		sink++;
	__atomic_fetch_and(&w, 0xff, __ATOMIC_SEQ_CST);
	if (w == 0x5a)
		sink++;
	unsigned x = word();
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
	if (x & 1)
		sink++;
	if (x >> 31) /* undefined */
		sink++;
	unsigned y = word();
	__atomic_fetch_nand(&y, 0x7f, __ATOMIC_SEQ_CST);
	if (y & 1)
		sink++;
	if (y & 0x4000)
		sink++;
	/* The low bytes differ, so the rest does not matter. */
	unsigned z = word(), expected = 0x11;
	if (__atomic_compare_exchange_n(&z, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		sink++;
	if (z & 2)
		sink++;
	unsigned u = word();
	int same = __sync_bool_compare_and_swap(&u, 0x5a, 3);
	if (same) /* undefined */
		sink++;
	return 0;
}
