/* b64.c: four letters are three bytes. */
#include "b64.h"

#include <string.h>

static int digit(char c)
{
	static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = strchr(all, c);
	return at ? (int)(at - all) : -1;
}

int b64_decode(const char *text, unsigned char *to)
{
	int n = 0;
	if (strlen(text) % 4)
		return -1;
	for (; *text; text += 4) {
		int a = digit(text[0]), b = digit(text[1]);
		int c = text[2] == '=' ? 0 : digit(text[2]), d = text[3] == '=' ? 0 : digit(text[3]);
		if (a < 0 || b < 0 || c < 0 || d < 0)
			return -1;
		to[n++] = (unsigned char)(a << 2 | b >> 4);
		if (text[2] != '=')
			to[n++] = (unsigned char)(b << 4 | c >> 2);
		if (text[3] != '=')
			to[n++] = (unsigned char)(c << 6 | d);
	}
	return n;
}
