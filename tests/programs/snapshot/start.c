// A costly start, then decisions on standard input of any length; the rest of it is never looked at.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned table[256];
static char *names[64];

static void start(void)
{
	for (unsigned i = 0; i < 256; i++)
		for (unsigned k = 0; k < 8; k++)
			table[i] = (table[i] ^ i) * 31 + k;
	for (int i = 0; i < 64; i++) {
		names[i] = malloc((size_t)i + 1);
		memset(names[i], 'a' + i % 26, (size_t)i);
		names[i][i] = 0;
	}
	for (int i = 0; i < 64; i += 3) {
		free(names[i]);
		names[i] = NULL;
	}
}

int main(void)
{
	char line[32];
	int n = 0;
	start();
	while (fgets(line, sizeof line, stdin)) {
		n++;
		if (line[0] == 'q')
			break;
		for (char *p = line; *p; p++)
			if (*p == '+')
				n += 10;
			else if (*p >= 'a' && *p <= 'c')
				n += (int)(table[(unsigned char)*p] & 7);
	}
	if (feof(stdin))
		puts("end");
	printf("%d %s\n", n, names[4] ? names[4] : "none");
	return n & 7;
}
