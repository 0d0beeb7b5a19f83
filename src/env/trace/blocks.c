/* blocks.c: hashes of the blocks of a large read. */
#include "env/trace/trace.h"

#include <nmmintrin.h>

/* Three checksums, each of every third word: the instruction takes three cycles, and three of them
 * run side by side. */
__attribute__((target("sse4.2"))) static void hash_fast(const u8 *p, size_t n, u32 out[3])
{
	u64 lane[3] = {0, ~(u32)0, 0x55555555}, word[3];
	for (; n >= sizeof word; n -= sizeof word, p += sizeof word) {
		memcpy(word, p, sizeof word);
		for (int i = 0; i < 3; i++)
			lane[i] = _mm_crc32_u64(lane[i], word[i]);
	}
	for (int i = 0; i < 3; i++) {
		out[i] = (u32)lane[i];
		for (size_t k = 0; k < n; k++)
			out[i] = _mm_crc32_u8(out[i], p[k]);
	}
}

static void hash_plain(const u8 *p, size_t n, u32 out[3])
{
	u32 lane[3] = {0, ~(u32)0, 0x55555555};
	for (; n >= 24; n -= 24, p += 24)
		for (size_t i = 0; i < 3; i++)
			lane[i] = ~crc32c(~lane[i], p + 8 * i, 8);
	for (size_t i = 0; i < 3; i++)
		out[i] = n ? ~crc32c(~lane[i], p, n) : lane[i];
}

void blocks_add(Buf *to, const void *bytes, size_t n)
{
	u32 hash[3];
	for (const u8 *p = bytes; n;) {
		size_t len = n < BLOCK_SIZE ? n : BLOCK_SIZE;
		(__builtin_cpu_supports("sse4.2") ? hash_fast : hash_plain)(p, len, hash);
		buf_add(to, (const char *)hash, sizeof hash);
		p += len;
		n -= len;
	}
}

const TraceData *call_blocks(const TraceCall *c)
{
	for (u32 i = 0; i < c->n_data; i++)
		if (c->data[i].sub == SUB_BLOCKS && c->data[i].dir == DATA_OUT)
			return &c->data[i];
	return NULL;
}

u64 trace_hashed(const Trace *t)
{
	u64 n = 0;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceData *d =
			call_blocks(&t->calls.at[i]) ? call_data(&t->calls.at[i], 1, 0, DATA_OUT) : NULL;
		n += d ? d->full - d->len : 0;
	}
	return n;
}
