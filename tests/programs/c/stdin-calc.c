/* stdin-calc.c: a recursive descent calculator on standard input; errors go to stderr. */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static const char *p;
static jmp_buf fail;

static void error(const char *what)
{
	fprintf(stderr, "error: %s at '%s'\n", what, p);
	longjmp(fail, 1);
}

static void blank(void)
{
	while (*p == ' ')
		p++;
}

static double sum(void);

static double atom(void)
{
	blank();
	if (*p == '(') {
		p++;
		double v = sum();
		blank();
		if (*p++ != ')')
			p--, error("missing )");
		return v;
	}
	if (*p == '-') {
		p++;
		return -atom();
	}
	char *end;
	double v = strtod(p, &end);
	if (end == p)
		error("number expected");
	p = end;
	return v;
}

static double power(void)
{
	double v = atom();
	blank();
	return *p == '^' ? p++, pow(v, power()) : v;
}

static double product(void)
{
	double v = power();
	for (;;) {
		blank();
		if (*p == '*')
			p++, v *= power();
		else if (*p == '/')
			p++, v /= power();
		else
			return v;
	}
}

static double sum(void)
{
	double v = product();
	for (;;) {
		blank();
		if (*p == '+')
			p++, v += product();
		else if (*p == '-')
			p++, v -= product();
		else
			return v;
	}
}

int main(void)
{
	char line[100];
	volatile int bad = 0;
	while (fgets(line, sizeof line, stdin)) {
		p = line;
		if (setjmp(fail)) {
			bad++;
			continue;
		}
		double v = sum();
		if (*p != '\n' && *p)
			error("rubbish");
		printf("%.10g\n", v);
	}
	return bad;
}
