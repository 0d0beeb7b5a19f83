/* hashtable.c: chains of heap nodes by key. Argument: operations, in thousands. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 1 << 14 };
typedef struct Node {
	struct Node *next;
	uint32_t key, count;
} Node;
static Node *buckets[BUCKETS];

static uint32_t hash(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	return x * 0x846ca68bu;
}

static Node *find(uint32_t key)
{
	Node **at = &buckets[hash(key) % BUCKETS];
	for (; *at; at = &(*at)->next)
		if ((*at)->key == key)
			return *at;
	*at = calloc(1, sizeof **at);
	(*at)->key = key;
	return *at;
}

int main(int argc, char **argv)
{
	long n = (argc > 1 ? atol(argv[1]) : 60000) * 1000;
	uint32_t r = 1, sum = 0;
	for (long i = 0; i < n; i++) {
		r = r * 1664525u + 1013904223u;
		sum += ++find(r >> 18)->count;
	}
	printf("%08x\n", sum);
	return 0;
}
