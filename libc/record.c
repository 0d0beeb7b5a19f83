/* record.c: reads lines of fields between colons. */
#include <stdlib.h>
#include <string.h>
#include "record.h"
#include "sys.h"

int record_line(FILE *f, char *buf, size_t n)
{
	for (;;) {
		long at = ftell(f);
		if (n < 2)
			return ERANGE;
		buf[n - 1] = 'x';
		if (!fgets(buf, (int)n, f))
			return ENOENT;
		if (buf[n - 1] == 0 && buf[n - 2] != '\n' && !feof(f)) {
			fseek(f, at, SEEK_SET);
			return ERANGE;
		}
		buf[strcspn(buf, "\n")] = 0;
		char *p = buf + strspn(buf, " \t");
		if (*p && *p != '#') {
			memmove(buf, p, strlen(p) + 1);
			return 0;
		}
	}
}

int record_split(char *line, char *field[], int max)
{
	int n = 0;
	while (n < max) {
		field[n++] = line;
		char *colon = n < max ? strchr(line, ':') : NULL;
		if (!colon)
			break;
		*colon = 0;
		line = colon + 1;
	}
	return n;
}

int record_number(const char *text, unsigned long *value)
{
	char *end;
	if (!text[0])
		return 0;
	*value = strtoul(text, &end, 10);
	return *end == 0;
}
