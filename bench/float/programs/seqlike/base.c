/* Numbers from first to last in steps, all with the same number of decimals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6 };

static int decimals(const char *s)
{
	const char *dot = strchr(s, '.');
	return dot ? (int)strlen(dot + 1) : 0;
}

static int is_number(const char *s)
{
	int digits = 0;
	if (*s == '-' || *s == '+')
		s++;
	for (; *s >= '0' && *s <= '9'; s++)
		digits++;
	if (*s == '.')
		for (s++; *s >= '0' && *s <= '9'; s++)
			digits++;
	return digits && !*s;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	for (int i = 1; i < 4; i++)
		if (!is_number(argv[i])) {
			printf("not a number: %d\n", i);
			return 1;
		}
	double first = strtod(argv[1], NULL), step = strtod(argv[2], NULL), last = strtod(argv[3], NULL);
	int places = decimals(argv[1]);
	if (decimals(argv[2]) > places)
		places = decimals(argv[2]);
	if (step == 0) {
		puts("step");
		return 1;
	}
	for (int i = 0; i < MOST; i++) {
		double x = first + i * step;
		if (step > 0 ? x > last : x < last)
			break;
		printf("%s%.*f", i ? " " : "", places, x);
	}
	puts("");
	return 0;
}
