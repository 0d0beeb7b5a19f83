/* json.c: parses a document that it builds first. Argument: passes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *p;
static unsigned long strings, numbers, depth_sum;

static void space(void)
{
	while (*p == ' ' || *p == '\n' || *p == '\t')
		p++;
}

static void string(void)
{
	for (p++; *p != '"'; p++)
		if (*p == '\\')
			p++;
	p++;
	strings++;
}

static void number(void)
{
	long v = 0;
	int minus = *p == '-';
	p += minus;
	while (*p >= '0' && *p <= '9')
		v = v * 10 + *p++ - '0';
	if (*p == '.')
		for (p++; *p >= '0' && *p <= '9'; p++)
			v++;
	numbers += (unsigned long)(minus ? -v : v);
}

static void value(int depth)
{
	space();
	depth_sum += (unsigned long)depth;
	switch (*p) {
	case '{':
	case '[': {
		char close = *p++ == '{' ? '}' : ']';
		space();
		while (*p != close) {
			if (close == '}') {
				string();
				space();
				p++;
			}
			value(depth + 1);
			space();
			if (*p == ',')
				p++;
			space();
		}
		p++;
		break;
	}
	case '"': string(); break;
	case 't':
	case 'n': p += 4; break;
	case 'f': p += 5; break;
	default: number();
	}
}

int main(int argc, char **argv)
{
	long passes = argc > 1 ? atol(argv[1]) : 2500;
	static char text[200000];
	size_t n = 0;
	n += (size_t)sprintf(text + n, "[");
	for (int i = 0; i < 2000; i++)
		n += (size_t)sprintf(
			text + n,
			"%s{\"id\": %d, \"name\": \"item \\\"%d\\\"\", \"on\": %s, \"x\": [%d.5, -%d, null]}",
			i ? ",\n" : "", i, i, i % 3 ? "true" : "false", i * 7, i);
	strcpy(text + n, "]");
	for (long k = 0; k < passes; k++) {
		p = text;
		value(0);
	}
	printf("%lu %lu %lu\n", strings, numbers, depth_sum);
	return 0;
}
