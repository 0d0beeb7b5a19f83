/* rand.c: rand and random: the additive feedback generator x[i] = x[i-degree] + x[i-separation],
 * with the same sequences as glibc for every seed and state size.
 */
#include <stdlib.h>
#include "core.h"

/* Kinds of generator, by state size. Kind 0 is a plain linear congruence. */
static const struct kind {
	int bytes;  /* least state size in bytes */
	int degree; /* words of state */
	int separation;
} kinds[] = {{8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};

/* words[0] of a state tells kind and position to setstate. */
static int32_t random_words[32];
static struct random_data random_state = {.state = NULL};

static int seed_words(unsigned seed, struct random_data *d)
{
	int32_t *state = d->state;
	if (seed == 0)
		seed = 1;
	state[0] = (int32_t)seed;
	if (d->rand_type == 0)
		return 0;
	int32_t word = (int32_t)seed;
	for (int i = 1; i < d->rand_deg; i++) {
		/* 16807 * word % 2147483647 without overflow */
		int32_t high = word / 127773, low = word % 127773;
		word = 16807 * low - 2836 * high;
		if (word < 0)
			word += 2147483647;
		state[i] = word;
	}
	d->fptr = state + d->rand_sep;
	d->rptr = state;
	for (int i = 0; i < d->rand_deg * 10; i++) {
		int32_t skip;
		random_r(d, &skip);
	}
	return 0;
}

int srandom_r(unsigned seed, struct random_data *d)
{
	if (d->rand_type < 0 || d->rand_type > 4)
		return -1;
	return seed_words(seed, d);
}

int random_r(struct random_data *d, int32_t *out)
{
	int32_t *state = d->state;
	if (d->rand_type == 0) {
		state[0] = (int32_t)(((uint32_t)state[0] * 1103515245u + 12345u) & 0x7fffffff);
		*out = state[0];
		return 0;
	}
	uint32_t sum = (uint32_t)*d->fptr + (uint32_t)*d->rptr;
	*d->fptr = (int32_t)sum;
	*out = (int32_t)(sum >> 1);
	if (++d->fptr >= d->end_ptr)
		d->fptr = state;
	if (++d->rptr >= d->end_ptr)
		d->rptr = state;
	return 0;
}

static void set_kind(struct random_data *d, int kind, int32_t *state)
{
	d->rand_type = kind;
	d->rand_deg = kinds[kind].degree;
	d->rand_sep = kinds[kind].separation;
	d->state = state + 1;
	d->end_ptr = d->state + d->rand_deg;
}

/* Stores in a state what setstate needs to continue with it. */
static void remember_position(struct random_data *d)
{
	d->state[-1] = d->rand_type == 0 ? 0 : (int32_t)(d->rptr - d->state) * 5 + d->rand_type;
}

int initstate_r(unsigned seed, char *buf, size_t n, struct random_data *d)
{
	if (n < (size_t)kinds[0].bytes) {
		errno = EINVAL;
		return -1;
	}
	if (d->state)
		remember_position(d);
	int kind = 4;
	while (n < (size_t)kinds[kind].bytes)
		kind--;
	set_kind(d, kind, (int32_t *)buf);
	seed_words(seed, d);
	remember_position(d);
	return 0;
}

int setstate_r(char *buf, struct random_data *d)
{
	int32_t *state = (int32_t *)buf;
	if (state[0] < 0 || state[0] / 5 >= 63) {
		errno = EINVAL;
		return -1;
	}
	if (d->state)
		remember_position(d);
	int kind = state[0] % 5, rear = state[0] / 5;
	set_kind(d, kind, state);
	if (kind != 0) {
		d->rptr = d->state + rear;
		d->fptr = d->state + (rear + d->rand_sep) % d->rand_deg;
	}
	remember_position(d);
	return 0;
}

/* A program that never seeds gets the sequence of seed 1. */
static struct random_data *global(void)
{
	if (!random_state.state)
		initstate_r(1, (char *)random_words, sizeof random_words, &random_state);
	return &random_state;
}

void srandom(unsigned seed)
{
	srandom_r(seed, global());
}
ALIAS(srandom, srand);

long random(void)
{
	int32_t value = 0;
	random_r(global(), &value);
	return value;
}

int rand(void)
{
	return (int)random();
}

char *initstate(unsigned seed, char *buf, size_t n)
{
	char *old = (char *)(global()->state - 1);
	return initstate_r(seed, buf, n, &random_state) == 0 ? old : NULL;
}

char *setstate(char *buf)
{
	char *old = (char *)(global()->state - 1);
	return setstate_r(buf, &random_state) == 0 ? old : NULL;
}

int rand_r(unsigned *seed)
{
	unsigned next = *seed, result;
	next = next * 1103515245u + 12345u;
	result = (next / 65536) % 2048;
	next = next * 1103515245u + 12345u;
	result = (result << 10) ^ (next / 65536) % 1024;
	next = next * 1103515245u + 12345u;
	result = (result << 10) ^ (next / 65536) % 1024;
	*seed = next;
	return (int)result;
}
