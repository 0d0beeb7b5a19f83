/* inet.c: Internet addresses as text; this needs no network. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sys.h"

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

/* One to four numbers; the last one fills the remaining bytes; octal and hex as in C. */
int inet_aton(const char *text, struct in_addr *addr)
{
	static const uint32_t limit[] = {0xffffffff, 0xffffff, 0xffff, 0xff};
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		char *end;
		if (*text < '0' || *text > '9')
			return 0;
		unsigned long n = strtoul(text, &end, 0);
		if (*end != '.') {
			if ((*end && *end != ' ' && *end != '\t' && *end != '\n') || n > limit[i])
				return 0;
			addr->s_addr = __builtin_bswap32(value | (uint32_t)n);
			return 1;
		}
		if (n > 255 || i == 3)
			return 0;
		value |= (uint32_t)n << (24 - 8 * i);
		text = end + 1;
	}
	return 0;
}

in_addr_t inet_addr(const char *text)
{
	struct in_addr addr;
	return inet_aton(text, &addr) ? addr.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr addr)
{
	static char text[INET_ADDRSTRLEN];
	return (char *)inet_ntop(AF_INET, &addr, text, sizeof text);
}

/* Exactly four decimal numbers without leading zeros. */
static int parse_v4(const char *text, unsigned char out[4])
{
	for (int i = 0; i < 4; i++) {
		unsigned n = 0;
		int digits = 0;
		for (; *text >= '0' && *text <= '9'; text++, digits++)
			n = n * 10 + (unsigned)(*text - '0');
		if (digits == 0 || digits > 3 || n > 255 || (digits > 1 && text[-digits] == '0'))
			return 0;
		out[i] = (unsigned char)n;
		if (*text++ != (i < 3 ? '.' : 0))
			return 0;
	}
	return 1;
}

static int hex_value(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
		   : c >= 'a' && c <= 'f' ? c - 'a' + 10
		   : c >= 'A' && c <= 'F' ? c - 'A' + 10
								  : -1;
}

/* Groups of 16 bits; "::" once for as many zero groups as are missing; the last two may be v4. */
static int parse_v6(const char *text, unsigned char out[16])
{
	unsigned char bytes[16] = {0};
	int n = 0, gap = -1;

	if (text[0] == ':' && *++text != ':')
		return 0;
	while (*text) {
		if (*text == ':') {
			if (gap >= 0)
				return 0;
			gap = n;
			if (*++text == 0)
				break;
			continue;
		}
		unsigned value = 0;
		int digits = 0;
		while (hex_value(text[digits]) >= 0 && digits < 5)
			value = value << 4 | (unsigned)hex_value(text[digits++]);
		if (text[digits] == '.') {
			if (n > 12 || !parse_v4(text, bytes + n))
				return 0;
			n += 4;
			break;
		}
		if (digits == 0 || digits > 4 || n > 14)
			return 0;
		bytes[n++] = (unsigned char)(value >> 8);
		bytes[n++] = (unsigned char)value;
		text += digits;
		if (*text == 0)
			break;
		if (*text++ != ':' || *text == 0)
			return 0;
	}
	if (gap < 0 ? n != 16 : n > 14)
		return 0;
	if (gap >= 0) {
		memmove(bytes + 16 - (n - gap), bytes + gap, (size_t)(n - gap));
		memset(bytes + gap, 0, (size_t)(16 - n));
	}
	memcpy(out, bytes, 16);
	return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict out)
{
	unsigned char v4[4];

	if (family == AF_INET6)
		return parse_v6(text, out);
	if (family != AF_INET)
		return fail(EAFNOSUPPORT);
	if (!parse_v4(text, v4))
		return 0;
	memcpy(out, v4, 4);
	return 1;
}

/* The longest run of two or more zero groups is written "::". */
static void format_v6(const unsigned char in[16], char *text)
{
	unsigned group[8];
	int best = -1, length = 1;

	for (int i = 0; i < 8; i++)
		group[i] = (unsigned)in[2 * i] << 8 | in[2 * i + 1];
	for (int i = 0, n; i < 8; i += n ? n : 1) {
		for (n = 0; i + n < 8 && group[i + n] == 0; n++)
			;
		if (n > length) {
			best = i;
			length = n;
		}
	}
	bool mapped = best == 0 && (length == 6 || (length == 5 && group[5] == 0xffff));
	for (int i = 0; i < 8; i++) {
		if (i == best) {
			text += sprintf(text, i + length == 8 ? "::" : ":");
			i += length - 1;
		} else if (i == 6 && mapped) {
			sprintf(text, ":%u.%u.%u.%u", in[12], in[13], in[14], in[15]);
			return;
		} else {
			text += sprintf(text, i ? ":%x" : "%x", group[i]);
		}
	}
}

const char *inet_ntop(int family, const void *restrict in, char *restrict buf, socklen_t n)
{
	const unsigned char *b = in;
	char text[INET6_ADDRSTRLEN];

	if (family == AF_INET) {
		sprintf(text, "%u.%u.%u.%u", b[0], b[1], b[2], b[3]);
	} else if (family == AF_INET6) {
		format_v6(b, text);
	} else {
		errno = EAFNOSUPPORT;
		return NULL;
	}
	if (strlen(text) >= n) {
		errno = ENOSPC;
		return NULL;
	}
	return strcpy(buf, text);
}
