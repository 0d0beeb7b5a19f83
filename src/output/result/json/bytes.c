/* bytes.c: bytes as text of JSON, which is UTF-8. */
#include "output/result/json/json.h"

/* Bytes of a character of UTF-8 that begins with this one, or 0. */
static size_t announced(u8 first)
{
	if (first < 0x80)
		return 1;
	if (first >> 5 == 6)
		return 2;
	if (first >> 4 == 14)
		return 3;
	return first >> 3 == 30 ? 4 : 0;
}

/* Bytes of a well-formed character of UTF-8, or 0. */
static size_t character(const u8 *at, size_t n)
{
	static const u32 least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = announced(*at);
	if (!*at || !len || len > n)
		return 0;
	u32 code = len == 1 ? *at : *at & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if (at[i] >> 6 != 2)
			return 0;
		code = code << 6 | (at[i] & 63);
	}
	bool surrogate = code >= 0xd800 && code < 0xe000;
	return code < least[len] || code > 0x10ffff || surrogate ? 0 : len;
}

bool json_bytes(ResultBytes bytes, Buf *to)
{
	bool exact = true;
	for (size_t i = 0, len; i < bytes.n; i += len ? len : 1) {
		len = character((const u8 *)bytes.at + i, bytes.n - i);
		buf_add(to, bytes.at + i, len);
		if (!len)
			buf_addf(to, "\\x%02x", (u8)bytes.at[i]);
		exact &= len > 0;
	}
	return exact;
}
