/* strings.c: text is formatted, joined, searched and compared. Argument: thousands of lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	long n = (argc > 1 ? atol(argv[1]) : 4000) * 1000;
	static char text[1 << 14];
	size_t len = 0;
	unsigned long h = 0;
	for (long i = 0; i < n; i++) {
		char line[80];
		int k = snprintf(line, sizeof line, "%06ld %s=%d\n", i, i % 3 ? "width" : "height",
						 (int)(i * 37 % 1001));
		if (len + (size_t)k + 1 > sizeof text) {
			const char *hit = strstr(text, "=777\n");
			h = h * 31 + (unsigned long)(hit ? hit - text : 0) + strlen(text);
			len = 0;
		}
		strcpy(text + len, line);
		len += (size_t)k;
		h += (unsigned long)(strchr(line, '=') - line) + (strcmp(line, text) > 0);
	}
	printf("%lx %zu\n", h, len);
	return 0;
}
