/* strings.c: text built by printf, joined, searched and copied. Argument: lines. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 250000;
	size_t cap = 1 << 16, len = 0;
	char *text = malloc(cap);
	uint32_t h = 0;
	for (long i = 0; i < n; i++) {
		char line[128];
		int k = snprintf(line, sizeof line, "%05ld: %s=%d, %x %-8s|%c\n", i,
						 i % 3 ? "width" : "height", (int)(i * 37 % 1001),
						 (unsigned)i * 2654435761u, i & 1 ? "odd" : "even", (char)('a' + i % 26));
		if (len + (size_t)k + 1 > cap) {
			const char *hit = strstr(text, "=777,");
			h = h * 31 + (uint32_t)(hit ? hit - text : 0) + (uint32_t)strlen(text);
			len = 0;
		}
		strcpy(text + len, line);
		len += (size_t)k;
		h ^= (uint32_t)(strchr(line, '|') - line) * (uint32_t)i;
	}
	printf("%08x %zu\n", h, len);
	free(text);
	return 0;
}
