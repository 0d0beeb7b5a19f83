/* expr: evaluates an expression of integers and strings, after expr of the coreutils. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 64, MOST_DEPTH = 16 };

/* A value is a number as long as it looks like one. */
struct value {
	bool number;
	long n;
	char text[MOST_TEXT];
};

static const char *at;  /* what is left of the expression */
static unsigned depth;  /* of parentheses */
static unsigned errors; /* that were reported */

static void fail(const char *what)
{
	printf("expr: %s\n", what);
	exit(2);
}

static void skip(void)
{
	while (*at == ' ')
		at++;
}

static struct value make_number(long n)
{
	struct value v = {.number = true, .n = n};
	return v;
}

static bool looks_like_number(const char *s)
{
	if (*s == '-')
		s++;
	if (!*s)
		return false;
	for (; *s; s++)
		if (*s < '0' || *s > '9')
			return false;
	return true;
}

static struct value make_text(const char *s, size_t n)
{
	struct value v = {0};
	if (n >= MOST_TEXT)
		fail("text too long");
	memcpy(v.text, s, n);
	v.text[n] = 0;
	if (looks_like_number(v.text)) {
		v.number = true;
		v.n = strtol(v.text, NULL, 10);
	}
	return v;
}

static const char *text_of(const struct value *v, char *room)
{
	if (!v->number)
		return v->text;
	snprintf(room, MOST_TEXT, "%ld", v->n);
	return room;
}

/* Empty text and zero are false. */
static bool is_null(const struct value *v)
{
	if (v->number)
		return v->n == 0;
	return !v->text[0];
}

static long number_of(const struct value *v)
{
	if (!v->number) {
		errors++;
		fail("not a number");
	}
	return v->n;
}

static struct value parse_or(void);

static struct value parse_function(void);

static struct value parse_primary(void)
{
	skip();
	if (*at == '(') {
		at++;
		if (++depth > MOST_DEPTH)
			fail("too deep");
		struct value v = parse_or();
		skip();
		if (*at != ')')
			fail("missing )");
		at++;
		depth--;
		return v;
	}
	if (*at == '#' || *at == '@')
		return parse_function();
	const char *begin = at;
	if (*at == '-')
		at++;
	while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z'))
		at++;
	if (at == begin)
		fail("operand expected");
	return make_text(begin, (size_t)(at - begin));
}

/* #x is the length of x, @x its first character. */
static struct value parse_function(void)
{
	char kind = *at++, room[MOST_TEXT];
	struct value v = parse_primary();
	const char *text = text_of(&v, room);
	if (kind == '#')
		return make_number((long)strlen(text));
	return make_text(text, *text ? 1 : 0);
}

static long divide(char op, long a, long b)
{
	if (b == 0)
		fail("division by zero");
	return op == '/' ? a / b : a % b;
}

static struct value parse_product(void)
{
	struct value left = parse_primary();
	for (;;) {
		skip();
		char op = *at;
		if (op != '*' && op != '/' && op != '%')
			return left;
		at++;
		struct value right = parse_primary();
		long a = number_of(&left), b = number_of(&right);
		if (op != '*' && b == 0)
			fail("division by zero");
		left = make_number(op == '*' ? a * b : divide(op, a, b));
	}
}

static struct value parse_sum(void)
{
	struct value left = parse_product();
	for (;;) {
		skip();
		char op = *at;
		if (op != '+' && op != '-')
			return left;
		at++;
		struct value right = parse_product();
		long a = number_of(&left), b = number_of(&right);
		left = make_number(op == '+' ? a + b : a - b);
	}
}

/* Numbers are compared as such, anything else as text. */
static int compare(const struct value *a, const struct value *b)
{
	char x[MOST_TEXT], y[MOST_TEXT];
	if (a->number && b->number)
		return a->n < b->n ? -1 : a->n > b->n;
	return strcmp(text_of(a, x), text_of(b, y));
}

static struct value parse_comparison(void)
{
	struct value left = parse_sum();
	for (;;) {
		skip();
		char op = *at;
		bool equal = op && at[1] == '=';
		if (op != '<' && op != '>' && op != '=' && !(op == '!' && equal))
			return left;
		at += equal ? 2 : 1;
		struct value right = parse_sum();
		int c = compare(&left, &right);
		bool yes = op == '<'   ? c < 0 || (equal && c == 0)
				   : op == '>' ? c > 0 || (equal && c == 0)
				   : op == '=' ? c == 0
							   : c != 0;
		left = make_number(yes);
	}
}

static struct value parse_and(void)
{
	struct value left = parse_comparison();
	for (;;) {
		skip();
		if (*at != '&')
			return left;
		at++;
		struct value right = parse_comparison();
		if (is_null(&left) || is_null(&right))
			left = make_number(0);
	}
}

static struct value parse_or(void)
{
	struct value left = parse_and();
	for (;;) {
		skip();
		if (*at != '|')
			return left;
		at++;
		struct value right = parse_and();
		if (is_null(&left))
			left = right;
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		printf("usage: expr EXPRESSION\n");
		return 2;
	}
	char room[MOST_TEXT];
	at = argv[1];
	struct value v = parse_or();
	skip();
	if (*at)
		fail("something is left");
	printf("%s\n", text_of(&v, room));
	return is_null(&v) ? 1 : 0;
}
