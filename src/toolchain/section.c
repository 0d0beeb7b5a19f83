/* section.c: writes and reads the list of modules in the bitcode section of an object. */
#include "toolchain/section.h"

static const char magic[8] = {'D', 'R', 'I', 'F', 'T', 'B', 'C', '\n'};

enum {
	AT_FORM = 8,
	AT_LLVM = 12,
	AT_LENGTH = 16,
	AT_PATH_LENGTH = 24,
	AT_ZERO = 28,
	AT_CHECKSUM = 32,
	HEADER = 40,
};

static void put(u8 *p, u64 value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		p[i] = (u8)(value >> (8 * i));
}

static u64 get(const u8 *p, int bytes)
{
	u64 value = 0;
	for (int i = 0; i < bytes; i++)
		value |= (u64)p[i] << (8 * i);
	return value;
}

/* The checksum is part of the format, so it is not hash_bytes, which may change: FNV-1a over 64-bit
 * words, then over the remaining bytes. Each step is a bijection of the state, so a change within
 * one word is always detected. */
static u64 checksum(u64 state, const u8 *p, size_t n)
{
	for (; n >= 8; p += 8, n -= 8) {
		state = (state ^ get(p, 8)) * 0x100000001b3u;
		state ^= state >> 32;
	}
	for (; n; p++, n--)
		state = (state ^ *p) * 0x100000001b3u;
	return state;
}

static u64 blob_checksum(const u8 *header, const u8 *content, size_t n)
{
	return checksum(checksum(0xcbf29ce484222325u, header, AT_CHECKSUM), content, n);
}

static size_t padding(size_t n)
{
	return (SECTION_ALIGN - n % SECTION_ALIGN) % SECTION_ALIGN;
}

void section_add(Buf *out, const char *path, const void *bitcode, size_t len, u32 llvm)
{
	static const u8 zeros[SECTION_ALIGN];
	u8 header[HEADER] = {0};
	size_t start = out->len, path_len = strlen(path);
	memcpy(header, magic, sizeof magic);
	put(header + AT_FORM, SECTION_FORM, 4);
	put(header + AT_LLVM, llvm, 4);
	put(header + AT_LENGTH, len, 8);
	put(header + AT_PATH_LENGTH, path_len, 4);
	buf_add(out, header, sizeof header);
	buf_add(out, path, path_len);
	buf_add(out, bitcode, len);
	u8 *at = (u8 *)out->at + start;
	put(at + AT_CHECKSUM, blob_checksum(at, at + HEADER, path_len + len), 8);
	buf_add(out, zeros, padding(out->len - start));
}

bool section_next(const u8 *bytes, size_t n, size_t *pos, SectionBlob *blob, Err *err)
{
	*blob = (SectionBlob){0};
	while (*pos < n && bytes[*pos] == 0)
		++*pos;
	if (*pos >= n)
		return true;
	const u8 *at = bytes + *pos;
	size_t left = n - *pos;
	if (left < HEADER || memcmp(at, magic, sizeof magic) != 0)
		return err_set(err, "its bitcode section is damaged at byte %zu", *pos);
	u64 form = get(at + AT_FORM, 4), len = get(at + AT_LENGTH, 8);
	u64 path_len = get(at + AT_PATH_LENGTH, 4);
	if (form != SECTION_FORM)
		return err_set(err, "its bitcode section has layout %llu, this drift reads layout %d",
					   (unsigned long long)form, SECTION_FORM);
	if (path_len > left - HEADER || len > left - HEADER - path_len)
		return err_set(err, "its bitcode section is cut short at byte %zu", *pos);
	size_t content = (size_t)(path_len + len);
	if (get(at + AT_CHECKSUM, 8) != blob_checksum(at, at + HEADER, content))
		return err_set(err, "its bitcode section is damaged at byte %zu: wrong checksum", *pos);
	blob->path = (const char *)at + HEADER;
	blob->path_len = (size_t)path_len;
	blob->bitcode = at + HEADER + path_len;
	blob->len = (size_t)len;
	blob->llvm = (u32)get(at + AT_LLVM, 4);
	*pos += HEADER + content;
	return true;
}
