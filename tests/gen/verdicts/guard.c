/* guard.c: a condition on a number of 32 bits that one number satisfies, so that inputs at random do not. */
#include "pair.h"

/* Each is a bijection, applied to the number: what equals its value at one number equals it nowhere else. All numbers
 * but that one are alike to the program, so it is enough to try one of them natively. */
static uint32_t apply(const Guard *g, uint32_t n)
{
	switch (g->kind) {
	case 0: return n * g->factor;
	case 1: return (n ^ g->other) * g->factor;
	case 2: return n * g->factor + g->other;
	default: return (n ^ n >> 15) * g->factor;
	}
}

void guard_init(Guard *g, uint64_t seed)
{
	uint64_t state = seed;
	g->kind = random_pick(&state, 4);
	g->factor = (uint32_t)random_mix(seed + 1) | 1;
	g->other = (uint32_t)random_mix(seed + 2);
	g->key = (uint32_t)random_mix(seed + 3);
}

void guard_write(const Guard *g, FILE *to)
{
	switch (g->kind) {
	case 0: fprintf(to, "g * %uu", g->factor); break;
	case 1: fprintf(to, "(g ^ %uu) * %uu", g->other, g->factor); break;
	case 2: fprintf(to, "g * %uu + %uu", g->factor, g->other); break;
	default: fprintf(to, "(g ^ g >> 15) * %uu", g->factor);
	}
	fprintf(to, " == %uu", apply(g, g->key));
}
