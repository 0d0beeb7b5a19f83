/* hashtable.c: open addressing with growth: insert, look up, delete. Argument: operations. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct slot {
	uint64_t key; /* 0 = free */
	uint64_t value;
};
struct map {
	struct slot *slots;
	size_t len, cap; /* cap is a power of two */
};

static uint64_t mix(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccd;
	x ^= x >> 29;
	return x;
}

static struct slot *find(const struct map *m, uint64_t key)
{
	size_t i = mix(key) & (m->cap - 1);
	while (m->slots[i].key && m->slots[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return &m->slots[i];
}

static void put(struct map *m, uint64_t key, uint64_t value);

static void grow(struct map *m)
{
	struct map old = *m;
	m->cap = old.cap ? 2 * old.cap : 16;
	m->slots = calloc(m->cap, sizeof *m->slots);
	m->len = 0;
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].key)
			put(m, old.slots[i].key, old.slots[i].value);
	free(old.slots);
}

static void put(struct map *m, uint64_t key, uint64_t value)
{
	if (m->len * 4 >= m->cap * 3)
		grow(m);
	struct slot *s = find(m, key);
	m->len += !s->key;
	s->key = key;
	s->value += value;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1500000;
	struct map m = {0};
	uint64_t x = 88172645463325252u, h = 0;
	for (long i = 0; i < n; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		put(&m, x % 50000 + 1, (uint64_t)i);
		struct slot *s = find(&m, (x >> 20) % 60000 + 1);
		h = h * 31 + (s->key ? s->value : 1);
	}
	printf("%zu %016lx\n", m.len, h);
	free(m.slots);
	return 0;
}
