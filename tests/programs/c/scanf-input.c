/* scanf-input.c: scanf on numbers, words, sets and mismatches, with ungetc and feof. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	int i, n;
	long l;
	double d;
	unsigned u;
	char w[20], set[20], c[3] = "";
	n = scanf("%d %ld %lf", &i, &l, &d);
	printf("%d: %d %ld %g\n", n, i, l, d);
	n = scanf("%19s %19[a-c] %x%n", w, set, &u, &i);
	printf("%d: %s %s %u %d\n", n, w, set, u, i);
	n = scanf(" %2c%*c%d,%d", c, &i, &n);
	printf("%d: %s %d\n", i, c, n);
	n = scanf("%d", &i);
	printf("%d\n", n);
	int ch = getchar();
	ungetc(ch, stdin);
	n = scanf("%19s", w);
	printf("%c %d %s\n", ch, n, w);
	n = scanf("%i %i %i", &i, (int *)&u, (int *)&l);
	printf("%d %d %u %d\n", n, i, u, (int)l);
	n = scanf("%d", &i);
	printf("%d %d\n", n == EOF, feof(stdin) != 0);
	return 0;
}
