/* entries.c: functions for --entry, one for each kind of parameter and result. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

signed char least(signed char a)
{
	return a == -128 ? a : (signed char)-a;
}

unsigned char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (unsigned char)(c - 32) : (unsigned char)c;
}

short half(short a, unsigned short b)
{
	if (a < 0)
		return (short)-a;
	return b > 40000 ? (short)b : 1;
}

unsigned widen(int a, unsigned b)
{
	if (a < 0 && b > 0x80000000u)
		return b;
	return (unsigned)a;
}

long wide(long a, unsigned long b)
{
	if (a > 1L << 40)
		return a;
	return b > 1UL << 63 ? (long)b : 0;
}

uint64_t mask(int64_t a, uint32_t b, uint8_t c)
{
	return a < -5 ? (uint64_t)a : c > 200 ? b : c;
}

bool both(bool a, bool b)
{
	if (a > 1 || b > 1) /* never: they are 0 or 1 */
		abort();
	return a && !b;
}

int text(const char *s, int n)
{
	int k = 0;
	while (s[k])
		k++;
	if (n == k)
		printf("%s\n", s);
	return n == 99 ? s[40] : k;
}

int sum(const int a[4])
{
	int s = 0;
	for (int i = 0; i < 4; i++)
		if (a[i] > 10)
			s += a[i];
	return s;
}

int count(const uint8_t *p, size_t n)
{
	int k = 0;
	for (size_t i = 0; i < n && i < 5; i++)
		k += p[i] == 7;
	return k;
}

int32_t first(void *p)
{
	int32_t n;
	memcpy(&n, p, sizeof n);
	return n > 1000 ? n : 0;
}

void ends(int x)
{
	if (x == 5)
		exit(4);
	if (x == 6)
		abort();
	printf("%d\n", x > 7);
}

char *find(char *s)
{
	return strchr(s, 'x');
}

int quotient(int a, int b)
{
	return a / b;
}

int nothing(void)
{
	return -7;
}

static int hidden(int a)
{
	return a > 3 ? a : 3;
}

int main(int argc, char **argv)
{
	return argc > 1 ? hidden(atoi(argv[1])) : 0;
}
