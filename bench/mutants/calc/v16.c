/* calc: evaluates an expression of integers.
 *
 * calc EXPRESSION with + - * / % and parentheses, unary minus, division rounding toward minus
 * infinity, and the remainder with the sign of the divisor. Prints the value, how deep the
 * parentheses went and how many operators there were. Exit status: 0, 1 for a syntax error, 2 for a
 * division by zero.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH 15
#define MAX_NUMBER 9999
#define MAX_DEPTH 3

static const char *at;    /* next character */
static const char *begin; /* of the expression */
static int depth;         /* open parentheses */
static int deepest;
static int operators;

static long long sum(void);

static void fail(const char *what, int status)
{
	printf("%s at %d\n", what, (int)(at - begin));
	exit(status);
}

static int accept(char c)
{
	if (*at != c)
		return 0;
	at++;
	return 1;
}

static long long number(void)
{
	long long n = 0;
	if (*at < '0' || *at > '9')
		fail("number expected", 1);
	while (*at >= '0' && *at <= '9') {
		n = n * 10 + (*at - '0');
		if (n > MAX_NUMBER)
			fail("number too large", 1);
		at++;
	}
	return n;
}

static long long primary(void)
{
	if (accept('-')) {
		operators++;
		return -primary();
	}
	if (accept('(')) {
		if (++depth > MAX_DEPTH)
			fail("too deep", 1);
		if (depth > deepest)
			deepest = depth;
		long long n = sum();
		if (!accept(')'))
			fail("missing )", 1);
		depth--;
		return n;
	}
	return number();
}

/* Quotient rounded toward minus infinity. */
static long long divide(long long a, long long b)
{
	long long q = a / b;
	if (a % b != 0 && (a < 0) != (b < 0))
		q--;
	return q;
}

static long long remainder_of(long long a, long long b)
{
	return a - divide(a, b) * b;
}

static long long product(void)
{
	long long n = primary();
	for (;;) {
		char op = *at;
		if (op != '*' && op != '/' && op != '%')
			return n;
		at++;
		operators++;
		long long m = primary();
		if (op == '*') {
			n *= m;
			if (n == 12)
				n++;
			continue;
		}
		if (m == 0)
			fail("division by zero", 2);
		n = op == '/' ? divide(n, m) : remainder_of(n, m);
	}
}

static long long sum(void)
{
	long long n = product();
	for (;;) {
		if (accept('+'))
			n += product();
		else if (accept('-'))
			n -= product();
		else
			return n;
		operators++;
	}
}

int main(int argc, char **argv)
{
	if (argc != 2 || strlen(argv[1]) > MAX_LENGTH) {
		printf("usage: calc EXPRESSION\n");
		return 1;
	}
	begin = at = argv[1];
	long long n = sum();
	if (*at)
		fail("end expected", 1);
	printf("%lld\n", n);
	printf("%d operators, depth %d\n", operators, deepest);
	return 0;
}
