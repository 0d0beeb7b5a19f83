/* atomics.c: C11 atomics in every width, all operations, flags, orders, structs. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic uint8_t tiny = 250;
static _Atomic uint16_t small;
static _Atomic uint64_t large;
static atomic_bool flag;
static _Atomic(int *) pointer;
static atomic_flag lock = ATOMIC_FLAG_INIT;

struct pair {
	int a, b;
};
static _Atomic struct pair both;

int main(void)
{
	int v[4] = {1, 2, 3, 4};
	printf("%d %d\n", atomic_fetch_add(&counter, 3), atomic_load(&counter));
	printf("%d %d\n", atomic_fetch_sub_explicit(&counter, 10, memory_order_relaxed), counter);
	counter += 7;
	counter++;
	--counter;
	counter *= 3;
	printf("%d\n", counter);
	tiny += 10;
	printf("%d %d\n", tiny, atomic_fetch_or(&tiny, 0xf0));
	printf("%d %d\n", atomic_fetch_and(&tiny, 0x3c), atomic_fetch_xor(&tiny, 0xff));
	small = 65535;
	small++;
	large = UINT64_MAX;
	printf("%d %lu %lu\n", small, atomic_exchange(&large, 7), large);
	int expected = 1;
	bool r = atomic_compare_exchange_strong(&counter, &expected, 100);
	printf("%d %d %d\n", r, expected, counter);
	r = atomic_compare_exchange_strong(&counter, &expected, 100);
	printf("%d %d %d\n", r, expected, counter);
	while (!atomic_compare_exchange_weak_explicit(&counter, &expected, expected + 1,
												  memory_order_acq_rel, memory_order_acquire))
		;
	printf("%d\n", counter);
	atomic_store_explicit(&pointer, v, memory_order_release);
	atomic_fetch_add(&pointer, 2);
	printf("%d %d\n", *pointer, *atomic_load_explicit(&pointer, memory_order_acquire));
	printf("%d %d\n", atomic_flag_test_and_set(&lock), atomic_flag_test_and_set(&lock));
	atomic_flag_clear(&lock);
	printf("%d %d\n", atomic_flag_test_and_set(&lock), atomic_exchange(&flag, true));
	both = (struct pair){1, 2};
	struct pair p = both, q = atomic_exchange(&both, ((struct pair){3, 4}));
	struct pair r2 = atomic_load(&both);
	printf("%d %d %d %d\n", p.a, q.b, r2.a, r2.b);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_signal_fence(memory_order_seq_cst);
	_Atomic double d = 1.5;
	d = d + 1;
	d += 2;
	printf("%g\n", d);
	atomic_init(&small, 9);
	printf("%d %d\n", atomic_load(&small), atomic_is_lock_free(&large));
	return 0;
}
