/* expr.c: a table of operators, by precedence. */
#include "expr.h"

#include <ctype.h>

typedef struct state {
	const char *text, *at;
	int error;
} state;

static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int sub(int a, int b) { return (int)((unsigned)a - (unsigned)b); }
static int mul(int a, int b) { return (int)((unsigned)a * (unsigned)b); }
static int quot(int a, int b) { return b ? a / b : 0; }

static const struct op {
	char name;
	int level;
	int (*apply)(int, int);
} ops[] = {{'+', 1, add}, {'-', 1, sub}, {'*', 2, mul}, {'/', 2, quot}};

static int binary(state *s, int level);

static int fail(state *s)
{
	if (!s->error)
		s->error = (int)(s->at - s->text) + 1;
	return 0;
}

static int unary(state *s)
{
	int value = 0;
	if (*s->at == '-') {
		s->at++;
		return sub(0, binary(s, 1));
	}
	if (*s->at == '(') {
		s->at++;
		value = binary(s, 1);
		if (*s->at != ')')
			return fail(s);
		s->at++;
		return value;
	}
	if (!isdigit((unsigned char)*s->at))
		return fail(s);
	while (isdigit((unsigned char)*s->at))
		value = add(mul(value, 10), *s->at++ - '0');
	return value;
}

static const struct op *find(char c, int level)
{
	for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
		if (ops[i].name == c && ops[i].level == level)
			return &ops[i];
	return 0;
}

static int binary(state *s, int level)
{
	if (level > 2)
		return unary(s);
	int left = binary(s, level + 1);
	for (const struct op *op; !s->error && (op = find(*s->at, level));) {
		s->at++;
		left = op->apply(left, binary(s, level + 1));
	}
	return left;
}

int expr_eval(const char *text, int *error)
{
	state s = {text, text, 0};
	int value = binary(&s, 1);
	if (*s.at)
		fail(&s);
	*error = s.error;
	return s.error ? 0 : value;
}
