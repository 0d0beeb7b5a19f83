// Text of numbers lies as the input says; wide values, structs, tables and callbacks before decisions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
	short a;
	long long b;
};

static int by(const void *x, const void *y)
{
	return *(const int *)x - *(const int *)y;
}

static struct pair make(int n)
{
	struct pair p = {(short)n, (long long)n * 3};
	return p;
}

int main(int argc, char **argv)
{
	char text[64];
	int list[4] = {3, 1, 2, 0};
	if (argc < 3)
		return 2;
	int n = atoi(argv[1]);
	unsigned __int128 wide = (unsigned __int128)(unsigned)n << 70 | 5u;
	struct pair p = make(n);
	list[n & 3] = n;
	qsort(list, 4, sizeof *list, by);
	int len = sprintf(text, "<%d>", n);
	if (argv[2][0] == 'l')
		printf("%s is %s\n", text, len > 4 ? "long" : "short");
	if (argv[2][0] == 'w' && (unsigned)(wide >> 71) == 3)
		puts("wide");
	if (p.b > 1000 && p.a < 100)
		puts("cube");
	if (list[0] == n && argv[2][0] == 'm')
		puts("least");
	if (strchr("aeiou", argv[2][0]) && argv[2][0])
		puts("vowel");
	printf("%d\n", n);
	return strcmp(text, "<7>") == 0;
}
