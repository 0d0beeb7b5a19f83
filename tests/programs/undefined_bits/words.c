/* words.c: parts of words that were never set: masks, shifts, casts, comparisons, copies, calls. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct small {
	uint8_t a;
	uint32_t b : 3, c : 7; /* after padding */
	int32_t d : 9;
};
union word {
	uint64_t all;
	uint8_t byte[8];
	struct small s;
};
struct node {
	uint16_t type : 9;
	uint16_t open : 1;
	uint16_t tight : 1;
};

static int hits;
static void hit(void)
{
	hits++;
}

__attribute__((noinline)) static struct small pass(struct small s, unsigned v)
{
	s.c = v;
	return s;
}

__attribute__((noinline)) static void set_open(struct node *n)
{
	n->open |= 1;
}

static void words(void)
{
	uint32_t x, y;
	x &= ~0xff00u;
	x |= 0x4200;
	if (x & 0xff00) hit(); /* defined */
	if (x & 0x10000) hit(); /* undefined */
	if ((uint8_t)(x >> 8) == 0x42) hit(); /* defined */
	if ((x << 16) >> 24 == 0x42) hit(); /* defined */
	if ((int16_t)x < 0) hit(); /* defined: the sign is set */
	if ((int32_t)x < 0) hit(); /* undefined */
	if ((x & 0xffff) > 0x4300) hit(); /* defined: its range is below */
	if ((x & 0xffff) > 0x4210) hit(); /* undefined */
	if ((x | 0xff) == 0) hit(); /* defined: a bit is set */
	if (__builtin_bswap32(x) & 0xff0000) hit(); /* defined */
	y = (x & 0xff) + 0xff; /* the carry goes up */
	if (y & 0x100) hit(); /* undefined */
	if (y & 0x200) hit(); /* defined */
	y = (x & 0xff) * 4;
	if (y & 3) hit(); /* defined */
	if (y & 0x400) hit(); /* defined */
	if (y & 0x200) hit(); /* undefined */
}

static void members(void)
{
	struct small s, t;
	union word u;
	s.b = 2;
	if (s.b) hit(); /* defined */
	if (s.c) hit(); /* undefined */
	t = pass(s, 99);
	if (t.c == 99) hit(); /* defined */
	if (t.d) hit(); /* undefined */
	if (t.b == 2) hit(); /* defined */
	u.s = t;
	if (u.byte[0]) hit(); /* undefined */
	u.byte[0] = 1;
	if (u.s.a) hit(); /* defined */
	if (u.all) hit(); /* defined: a bit is set */
}

static void nodes(void)
{
	struct node *n = malloc(sizeof *n), copy;
	n->type = 300;
	set_open(n);
	memcpy(&copy, n, sizeof copy);
	if (copy.type == 300) hit(); /* defined */
	if (copy.open) hit(); /* defined: a bit is set */
	if (copy.tight) hit(); /* undefined */
	copy.tight = copy.open;
	if (copy.tight) hit(); /* defined */
	if (n->tight) hit(); /* undefined */
	free(n);
}

int main(void)
{
	words();
	members();
	nodes();
	return hits < 0;
}
