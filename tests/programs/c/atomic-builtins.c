/* atomic-builtins.c: the __atomic and __sync families, minimum and maximum, nand. */
#pragma clang diagnostic ignored "-Wsync-fetch-and-nand-semantics-changed"
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	int v = 10, e = 10, out;
	printf("%d %d\n", __sync_fetch_and_add(&v, 5), v);
	printf("%d %d\n", __sync_add_and_fetch(&v, 5), __sync_sub_and_fetch(&v, 1));
	printf("%d %d\n", __sync_fetch_and_or(&v, 64), __sync_and_and_fetch(&v, 0x52));
	printf("%d %d\n", __sync_xor_and_fetch(&v, 0xff), __sync_fetch_and_nand(&v, 0x0f));
	printf("%d\n", v);
	v = 10;
	printf("%d %d\n", __sync_bool_compare_and_swap(&v, 10, 20),
		   __sync_val_compare_and_swap(&v, 10, 30));
	printf("%d %d\n", __sync_lock_test_and_set(&v, 40), v);
	__sync_lock_release(&v);
	__sync_synchronize();
	printf("%d\n", v);
	__atomic_store_n(&v, 7, __ATOMIC_SEQ_CST);
	printf("%d %d\n", __atomic_load_n(&v, __ATOMIC_ACQUIRE),
		   __atomic_exchange_n(&v, 8, __ATOMIC_ACQ_REL));
	printf("%d\n", __atomic_compare_exchange_n(&v, &e, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	printf("%d\n", e);
	printf("%d\n", __atomic_compare_exchange_n(&v, &e, 9, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	printf("%d %d\n", __atomic_fetch_add(&v, 1, 0), __atomic_add_fetch(&v, 1, 5));
	printf("%d %d\n", __atomic_fetch_nand(&v, 3, 5), __atomic_or_fetch(&v, 1, 5));
	int64_t l = -5;
	uint8_t b = 255;
	short s = -1;
	printf("%ld %d %d\n", __atomic_fetch_sub(&l, 1L << 40, 0), __atomic_add_fetch(&b, 2, 0),
		   __atomic_fetch_xor(&s, 0x7f, 0));
	printf("%ld %d %d\n", l, b, s);
	__atomic_load(&v, &out, __ATOMIC_SEQ_CST);
	int in = 77;
	__atomic_store(&v, &in, __ATOMIC_SEQ_CST);
	__atomic_exchange(&v, &in, &e, __ATOMIC_SEQ_CST);
	printf("%d %d %d\n", out, v, e);
	_Atomic int m = 5;
	printf("%d %d\n", __c11_atomic_fetch_max(&m, 9, 5), __c11_atomic_fetch_min(&m, 2, 5));
	printf("%d\n", m);
	char lock = 0;
	printf("%d", __atomic_test_and_set(&lock, 5));
	printf("%d", __atomic_test_and_set(&lock, 5));
	__atomic_clear(&lock, 5);
	printf("%d\n", lock);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	unsigned __int128 q = (unsigned __int128)1 << 100;
	int *p = &v;
	printf("%d %d\n", *__atomic_exchange_n(&p, &in, 5), *p);
	printf("%lx\n", (unsigned long)(q >> 64));
	return 0;
}
