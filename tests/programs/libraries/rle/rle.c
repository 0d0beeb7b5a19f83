/* rle.c: the packer. */
#include "rle.h"

enum { LONGEST = 3 }; /* literals in one piece; small, as in a test build */

size_t rle_bound(size_t n)
{
	return n + n / LONGEST;
}

static size_t run_length(const unsigned char *at, const unsigned char *end)
{
	size_t n = 1;
	while (at + n < end && at[n] == *at && n < 127)
		n++;
	return n;
}

size_t rle_pack(const unsigned char *from, size_t n, unsigned char *to, size_t room)
{
	const unsigned char *at = from, *end = from + n;
	size_t used = 0;
	while (at < end) {
		size_t run = run_length(at, end), literals = 0;
		if (run > 1) {
			if (used + 2 > room)
				return 0;
			to[used++] = (unsigned char)run;
			to[used++] = *at;
			at += run;
			continue;
		}
		while (at + literals < end && literals < LONGEST && run_length(at + literals, end) == 1)
			literals++;
		if (used + 1 + literals > room)
			return 0;
		to[used++] = (unsigned char)(128 + literals);
		while (literals--)
			to[used++] = *at++;
	}
	return used;
}
