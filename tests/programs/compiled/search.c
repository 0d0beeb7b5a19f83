/* search.c: plain work around decisions that depend on the input: native code is entered and left often. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	int kind;
	unsigned weight;
};

static unsigned mix(unsigned x)
{
	return (x ^ x >> 7) * 2654435761u;
}

/* No value depends on the input. */
static unsigned work(unsigned rounds)
{
	unsigned table[16], sum = 1;
	memset(table, 0, sizeof table);
	for (unsigned i = 0; i < rounds; i++) {
		table[i & 15] += mix(sum + i);
		sum ^= table[sum & 15];
	}
	return sum;
}

static int kind_of(int c)
{
	switch (c) {
	case 'a': return 1;
	case 'b': return 2;
	case '0' ... '9': return 3;
	default: return c > 'm' ? 4 : 0;
	}
}

static struct item *add(struct item *list, int c)
{
	struct item *it = malloc(sizeof *it);
	it->next = list;
	it->kind = kind_of(c);
	it->weight = work(20 + (unsigned)it->kind) & 255;
	return it;
}

int main(void)
{
	struct item *list = NULL;
	unsigned sum = 0, counts[5] = {0};
	int c, last = 0;
	while ((c = getchar()) != EOF) {
		list = add(list, c);
		counts[list->kind]++;
		if (c == last)
			sum += work(50);
		last = c;
	}
	for (struct item *it = list; it; it = it->next)
		sum = sum * 31 + it->weight;
	if (counts[3] > 2)
		printf("digits %u\n", counts[3]);
	if (counts[1] && counts[2] && counts[1] / counts[2] > 1)
		printf("more %u\n", counts[1]);
	printf("%u\n", sum);
	return (int)(counts[4] & 3);
}
