/* blocks_differ.c: compares large reads block by block. */
#include "env/compare/differ.h"

/* The hashes of what the call read: recorded, or of the bytes that it read. */
static void hashes_of(const TraceCall *c, Buf *out)
{
	const TraceData *blocks = call_blocks(c), *d = call_data(c, 1, 0, DATA_OUT);
	if (blocks)
		buf_add(out, (const char *)blocks->at, blocks->len);
	else if (d)
		blocks_add(out, d->at, d->len);
}

static bool is_held(const TraceCall *c)
{
	for (u32 i = 0; i < c->n_data; i++)
		if (c->data[i].held)
			return true;
	return false;
}

bool differ_blocks(const TraceCall *there, const TraceCall *here, u64 offset, EnvDifference *out)
{
	enum { MOST = 8 };
	Buf a = {0}, b = {0};
	u32 n = 0, differ = 0;
	u64 first = 0;
	if (is_held(there) || is_held(here))
		return false; /* reported as held back elsewhere, or nothing is known */
	hashes_of(there, &a);
	hashes_of(here, &b);
	for (size_t at = 0; at < a.len || at < b.len; at += BLOCK_HASH, n++) {
		bool both = at + BLOCK_HASH <= a.len && at + BLOCK_HASH <= b.len;
		if (both && !memcmp(a.at + at, b.at + at, BLOCK_HASH))
			continue;
		u64 start = offset + (u64)n * BLOCK_SIZE;
		first = differ ? first : start;
		if (differ++ < MOST)
			buf_addf(&out->detail, "the block at offset %llu differs\n", (unsigned long long)start);
	}
	if (differ > MOST)
		buf_addf(&out->detail, "%u more blocks differ\n", differ - MOST);
	if (differ) {
		out->inside = true;
		buf_addf(&out->summary,
				 "%s differs: %u of %u blocks of 64 KiB in this read, the first at offset %llu "
				 "(the trace has only hashes of them)",
				 buf_str(&out->subject), differ, n, (unsigned long long)first);
		buf_addf(&out->advice, "compare %s with the one where it works", buf_str(&out->subject));
	}
	buf_free(&a);
	buf_free(&b);
	return differ > 0;
}
