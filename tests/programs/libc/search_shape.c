/* search_shape.c: the shape of search trees, after random insertions and deletions: every visit
 * with its level, and how often keys are compared.
 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static long compared;
static unsigned long seen;      /* a hash of all that was seen */
static unsigned long generator; /* state */

static unsigned pick(unsigned n)
{
	generator = generator * 6364136223846793005ul + 1442695040888963407ul;
	return (unsigned)(generator >> 33) % n;
}

static void see(long n)
{
	seen = seen * 1000003 + (unsigned long)n;
}

static int order(const void *a, const void *b)
{
	compared++;
	return (long)a < (long)b ? -3 : (long)a > (long)b;
}

static long key_of(const void *node)
{
	return (long)*(void *const *)node;
}

static void visit(const void *node, VISIT which, int level)
{
	see(key_of(node));
	see(which);
	see(level);
}

static void visit_r(const void *node, VISIT which, void *arg)
{
	see(key_of(node));
	see(which);
	++*(int *)arg;
}

static void end(void *key)
{
	see((long)key);
}

/* Keys go up, go down or are random; mostly put in, or as often taken out. */
static void step(void **root, unsigned i, unsigned shape, unsigned range, unsigned puts)
{
	long key = shape == 0 ? 1 + i : shape == 1 ? 1000 - i : 1 + pick(range);
	if (shape == 0 || pick(5) < puts) {
		see(key_of(tsearch((void *)key, root, order)));
		return;
	}
	int top = *root && key_of(*root) == key;
	void *parent = tdelete((void *)key, root, order);
	see(parent ? top ? 1 : key_of(parent) : 0);
}

int main(void)
{
	for (unsigned round = 0; round < 300; round++) {
		void *root = NULL;
		int visits = 0;
		generator = round;
		unsigned range = 1 + pick(60), steps = pick(120), puts = 1 + pick(4), shape = pick(4);
		compared = 0;
		seen = 1;
		for (unsigned i = 0; i < steps; i++) {
			step(&root, i, shape, range, puts);
			if (i % 7 == 0)
				twalk(root, visit);
		}
		see(tfind((void *)3, &root, order) != NULL);
		twalk(root, visit);
		twalk_r(root, visit_r, &visits);
		tdestroy(root, end);
		printf("%u: %lx, %ld comparisons, %d visits\n", round, seen, compared, visits);
	}
	return 0;
}
