/* unions.c: punning between members, unions in structs, anonymous members, tagged values. */
#include <stdint.h>
#include <stdio.h>

union word {
	uint64_t u;
	uint32_t h[2];
	uint16_t q[4];
	uint8_t b[8];
	double d;
};

struct value {
	enum { INT, REAL, TEXT, PAIR } tag;
	union {
		long i;
		double d;
		const char *s;
		struct {
			short x, y;
		};
	};
};

static void show(struct value v)
{
	switch (v.tag) {
	case INT: printf("int %ld\n", v.i); break;
	case REAL: printf("real %g\n", v.d); break;
	case TEXT: printf("text %s\n", v.s); break;
	case PAIR: printf("pair %d,%d\n", v.x, v.y); break;
	}
}

static union word swap(union word w)
{
	union word r;
	for (int i = 0; i < 8; i++)
		r.b[i] = w.b[7 - i];
	return r;
}

int main(void)
{
	union word w = {.u = 0x0123456789abcdef};
	printf("%x %x %x %x %x\n", w.h[0], w.h[1], w.q[1], w.b[0], w.b[7]);
	w = swap(w);
	printf("%lx\n", w.u);
	w.q[2] = 0xffff;
	w.b[0] ^= 0xff;
	printf("%lx\n", w.u);
	w.d = -1.0;
	printf("%lx %x\n", w.u, w.h[1]);
	show((struct value){INT, .i = -5});
	show((struct value){REAL, .d = 2.5});
	show((struct value){TEXT, .s = "hi"});
	show((struct value){PAIR, .x = 3, .y = -4});
	printf("%zu %zu\n", sizeof w, sizeof(struct value));
	return 0;
}
