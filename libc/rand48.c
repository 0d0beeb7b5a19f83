/* rand48.c: the drand48 family: x = a x + c modulo 2^48. */
#include <stdlib.h>
#include <string.h>
#include "core.h"

#define MASK48 0xffffffffffffull

static struct drand48_data rand48_state;

static uint64_t pack(const unsigned short x[3])
{
	return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
}

static void unpack(uint64_t v, unsigned short x[3])
{
	x[0] = (unsigned short)v;
	x[1] = (unsigned short)(v >> 16);
	x[2] = (unsigned short)(v >> 32);
}

static uint64_t step(unsigned short x[3], struct drand48_data *d)
{
	if (!d->__init) {
		d->__a = 0x5deece66dull;
		d->__c = 0xb;
		d->__init = 1;
	}
	uint64_t v = (pack(x) * d->__a + d->__c) & MASK48;
	unpack(v, x);
	return v;
}

int erand48_r(unsigned short x[3], struct drand48_data *d, double *out)
{
	*out = (double)step(x, d) / (double)(1ull << 48);
	return 0;
}

int nrand48_r(unsigned short x[3], struct drand48_data *d, long *out)
{
	*out = (long)(step(x, d) >> 17);
	return 0;
}

int jrand48_r(unsigned short x[3], struct drand48_data *d, long *out)
{
	*out = (int32_t)(step(x, d) >> 16);
	return 0;
}

int drand48_r(struct drand48_data *d, double *out)
{
	return erand48_r(d->__x, d, out);
}

int lrand48_r(struct drand48_data *d, long *out)
{
	return nrand48_r(d->__x, d, out);
}

int mrand48_r(struct drand48_data *d, long *out)
{
	return jrand48_r(d->__x, d, out);
}

int srand48_r(long seed, struct drand48_data *d)
{
	unpack((uint64_t)(uint32_t)seed << 16 | 0x330e, d->__x);
	d->__a = 0x5deece66dull;
	d->__c = 0xb;
	d->__init = 1;
	return 0;
}

int seed48_r(unsigned short x[3], struct drand48_data *d)
{
	memcpy(d->__old_x, d->__x, sizeof d->__x);
	memcpy(d->__x, x, sizeof d->__x);
	d->__a = 0x5deece66dull;
	d->__c = 0xb;
	d->__init = 1;
	return 0;
}

int lcong48_r(unsigned short p[7], struct drand48_data *d)
{
	memcpy(d->__x, p, sizeof d->__x);
	d->__a = pack(p + 3);
	d->__c = p[6];
	d->__init = 1;
	return 0;
}

double drand48(void)
{
	double v;
	drand48_r(&rand48_state, &v);
	return v;
}

double erand48(unsigned short x[3])
{
	double v;
	erand48_r(x, &rand48_state, &v);
	return v;
}

long lrand48(void)
{
	long v;
	lrand48_r(&rand48_state, &v);
	return v;
}

long nrand48(unsigned short x[3])
{
	long v;
	nrand48_r(x, &rand48_state, &v);
	return v;
}

long mrand48(void)
{
	long v;
	mrand48_r(&rand48_state, &v);
	return v;
}

long jrand48(unsigned short x[3])
{
	long v;
	jrand48_r(x, &rand48_state, &v);
	return v;
}

void srand48(long seed)
{
	srand48_r(seed, &rand48_state);
}

unsigned short *seed48(unsigned short x[3])
{
	seed48_r(x, &rand48_state);
	return rand48_state.__old_x;
}

void lcong48(unsigned short p[7])
{
	lcong48_r(p, &rand48_state);
}
