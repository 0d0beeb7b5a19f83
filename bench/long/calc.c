/* calc.c: expressions by two stacks, operators by precedence, a result for each line.
 * long: --stdin @file:N=SEED
 */
#include <ctype.h>
#include <stdio.h>

enum { MOST = 64 };

static long values[MOST];
static char signs[MOST];
static int n_values, n_signs, bad;

static int strength(char c)
{
	return c == '*' || c == '/' ? 2 : c == '+' || c == '-' ? 1 : 0;
}

static void reduce(void)
{
	char c = signs[--n_signs];
	if (n_values < 2) {
		bad = 1;
		return;
	}
	long b = values[--n_values], *a = &values[n_values - 1];
	if (c == '/' && !b)
		bad = 1;
	else
		*a = c == '+' ? *a + b : c == '-' ? *a - b : c == '*' ? (long)(int)(*a * b) : *a / b;
}

static void take(int c)
{
	if (c == '(') {
		signs[n_signs++] = '(';
	} else if (c == ')') {
		while (n_signs && signs[n_signs - 1] != '(')
			reduce();
		if (n_signs)
			n_signs--;
		else
			bad = 1;
	} else if (strength((char)c)) {
		while (n_signs && strength(signs[n_signs - 1]) >= strength((char)c))
			reduce();
		signs[n_signs++] = (char)c;
	} else if (c != ' ') {
		bad = 1;
	}
}

int main(void)
{
	int c = getchar();
	while (c != EOF) {
		n_values = n_signs = bad = 0;
		while (c != EOF && c != '\n') {
			if (n_values == MOST || n_signs == MOST)
				return 2;
			if (isdigit(c)) {
				int v = 0;
				for (; isdigit(c); c = getchar())
					v = (v * 10 + c - '0') % 1000000;
				values[n_values++] = v;
				continue;
			}
			take(c);
			c = getchar();
		}
		while (n_signs)
			reduce();
		if (bad || n_values != 1)
			puts("wrong");
		else
			printf("%ld\n", values[0]);
		c = getchar();
	}
	return 0;
}
