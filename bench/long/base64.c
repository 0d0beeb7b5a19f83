/* base64.c: a text decoded by a table into a block of its own, then taken as lines KEY=VALUE.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static signed char value_of[256];

static void make_table(void)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	memset(value_of, -1, sizeof value_of);
	for (int i = 0; digits[i]; i++)
		value_of[(unsigned char)digits[i]] = (signed char)i;
}

/* Length of what was decoded, or -1. */
static long decode(const char *in, size_t n, char *out)
{
	unsigned bits = 0, have = 0;
	long made = 0;
	for (size_t i = 0; i < n && in[i] != '='; i++) {
		int v = value_of[(unsigned char)in[i]];
		if (in[i] == '\n')
			continue;
		if (v < 0)
			return -1;
		bits = bits << 6 | (unsigned)v;
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[made++] = (char)(bits >> have);
		}
	}
	return made;
}

int main(void)
{
	static char text[16384];
	size_t n = fread(text, 1, sizeof text, stdin);
	make_table();
	char *out = malloc(n + 1);
	long made = decode(text, n, out);
	if (made < 0) {
		puts("bad character");
		return 1;
	}
	out[made] = 0;
	int keys = 0, wrong = 0;
	for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n")) {
		char *sign = strchr(line, '=');
		if (!sign || sign == line)
			wrong++;
		else
			keys++;
	}
	printf("%d keys, %d wrong\n", keys, wrong);
	free(out);
	return wrong > 0;
}
