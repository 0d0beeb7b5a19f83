/* parser.c: a calculator by recursive descent, on standard input.
 * explore: --stdin @text:6=1+2
 * klee: --sym-stdin 6
 * symcc: 1+2
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static char line[64];
static const char *at;

static void fail(const char *what)
{
	printf("column %d: %s\n", (int)(at - line) + 1, what);
	exit(1);
}

static int sum(void);

static int factor(void)
{
	int n = 0;
	if (*at == '-') {
		at++;
		return -factor();
	}
	if (*at == '(') {
		at++;
		n = sum();
		if (*at != ')')
			fail("')' expected");
		at++;
		return n;
	}
	if (!isdigit((unsigned char)*at))
		fail("a number expected");
	while (isdigit((unsigned char)*at))
		n = n * 10 + (*at++ - '0');
	return n;
}

static int product(void)
{
	int n = factor();
	while (*at == '*' || *at == '/') {
		char op = *at++;
		int k = factor();
		if (op == '/' && k == 0)
			fail("division by zero");
		n = op == '*' ? n * k : n / k;
	}
	return n;
}

static int sum(void)
{
	int n = product();
	while (*at == '+' || *at == '-')
		n = *at++ == '+' ? n + product() : n - product();
	return n;
}

int main(void)
{
	size_t n = fread(line, 1, sizeof line - 1, stdin);
	line[n] = 0;
	at = line;
	int value = sum();
	if (*at && *at != '\n')
		fail("nothing may follow");
	printf("%d\n", value);
	return 0;
}
