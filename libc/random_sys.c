/* random_sys.c: random numbers from the kernel; the virtual OS returns the same in every run. */
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>
#include "sys.h"

ssize_t getrandom(void *buf, size_t n, unsigned flags)
{
	return SYS3(SYS_getrandom, buf, n, flags);
}

int getentropy(void *buf, size_t n)
{
	char *at = buf;

	if (n > 256)
		return fail(EIO);
	while (n > 0) {
		ssize_t k = getrandom(at, n, 0);
		if (k <= 0)
			return -1;
		at += k;
		n -= (size_t)k;
	}
	return 0;
}

void arc4random_buf(void *buf, size_t n)
{
	char *at = buf;
	while (n > 0) {
		size_t part = n < 256 ? n : 256;
		if (getentropy(at, part) < 0)
			__drift_fatal("Fatal glibc error: cannot get entropy for arc4random\n");
		at += part;
		n -= part;
	}
}

uint32_t arc4random(void)
{
	uint32_t value = 0;
	arc4random_buf(&value, sizeof value);
	return value;
}

/* Values above the largest multiple of bound are thrown away, so all are equally likely. */
uint32_t arc4random_uniform(uint32_t bound)
{
	if (bound < 2)
		return 0;
	uint32_t limit = UINT32_MAX - (UINT32_MAX % bound + 1) % bound;
	uint32_t value;
	do
		value = arc4random();
	while (value > limit);
	return value % bound;
}
