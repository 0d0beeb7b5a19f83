/* packed-aligned.c: packed, over-aligned and misaligned members and locals. */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct __attribute__((packed)) p {
	char a;
	int b;
	short c;
	double d;
	char e[3];
	long f;
};
struct n {
	char a;
	alignas(32) int b;
	char c;
};
#pragma pack(push, 2)
struct two {
	char a;
	long b;
	char c;
};
#pragma pack(pop)

static alignas(64) char global[10];
static struct n many[3];

static int misaligned(const void *p, uintptr_t to)
{
	return (int)((uintptr_t)p & (to - 1));
}

int main(void)
{
	struct p p = {'a', 0x12345678, -2, 1.5, "xy", -7}, q[2];
	q[0] = q[1] = p;
	q[1].b++;
	q[1].d *= 2;
	q[1].f += q[0].c;
	printf("%zu %zu %zu %zu %zu\n", sizeof p, offsetof(struct p, b), offsetof(struct p, d),
		   offsetof(struct p, f), alignof(struct p));
	printf("%c %x %d %g %s %ld\n", q[1].a, q[1].b, q[1].c, q[1].d, q[1].e, q[1].f);
	printf("%zu %zu %zu %zu\n", sizeof(struct n), alignof(struct n), offsetof(struct n, b),
		   offsetof(struct n, c));
	printf("%zu %zu\n", sizeof(struct two), offsetof(struct two, b));
	alignas(128) char local[3];
	struct n ln[2];
	printf("%d %d %d %d\n", misaligned(global, 64), misaligned(&many[1].b, 32),
		   misaligned(local, 128), misaligned(&ln[1].b, 32));
	void *m = aligned_alloc(256, 512), *pm = NULL;
	int r = posix_memalign(&pm, 4096, 100);
	printf("%d %d %d\n", misaligned(m, 256), r, misaligned(pm, 4096));
	printf("%d %d\n", misaligned(malloc(1), 16), misaligned(malloc(1000), 16));
	free(m);
	free(pm);
	max_align_t ma;
	printf("%d %zu\n", misaligned(&ma, alignof(max_align_t)), alignof(max_align_t));
	unsigned char raw[16];
	for (int i = 0; i < 16; i++)
		raw[i] = (unsigned char)i;
	struct __attribute__((packed)) u {
		uint32_t v;
	} *u = (void *)(raw + 3);
	u->v += 1;
	printf("%08x %02x\n", u->v, raw[3]);
	return 0;
}
