/* radix: a calculator on a stack, with numbers in other bases, after dc. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STACK = 8, MOST_DIGITS = 72, LEAST_BASE = 2, MOST_BASE = 16 };

static long stack[MOST_STACK];
static unsigned n_stack;
static long in_base = 10, out_base = 10;
static long registers[4]; /* a to d */
static bool set[4];       /* they have a value */
static unsigned n_errors;

static void complain(const char *what)
{
	printf("radix: %s\n", what);
	n_errors++;
}

static void push(long n)
{
	if (n_stack == MOST_STACK) {
		complain("stack full");
		return;
	}
	stack[n_stack++] = n;
}

static long pop(void)
{
	return stack[--n_stack];
}

static bool need(unsigned n)
{
	if (n_stack >= n)
		return true;
	complain("stack empty");
	return false;
}

/* The value of a digit, or -1. */
static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static bool is_digit_here(char c)
{
	int v = digit_value(c);
	return v >= 0;
}

/* A number in the input base; an underscore in front makes it negative. */
static const char *read_number(const char *at)
{
	bool negative = *at == '_';
	long n = 0;
	unsigned digits = 0;
	if (negative)
		at++;
	for (; is_digit_here(*at); at++) {
		int v = digit_value(*at);
		n = n * in_base + v;
		if (++digits > 9)
			break;
	}
	push(negative ? -n : n);
	return at;
}

static void put_number(long n)
{
	char text[MOST_DIGITS];
	size_t k = sizeof text;
	unsigned long rest = n < 0 ? 0ul - (unsigned long)n : (unsigned long)n;
	text[--k] = 0;
	do {
		text[--k] = "0123456789ABCDEF"[rest % (unsigned long)out_base];
		rest /= (unsigned long)out_base;
	} while (rest && k > 1);
	if (n < 0)
		text[--k] = '-';
	printf("%s\n", text + k);
}

static void put_stack(void)
{
	for (unsigned i = n_stack; i-- > 0;)
		put_number(stack[i]);
}

static bool set_base(long *base, long n)
{
	if (n < LEAST_BASE || n > MOST_BASE) {
		complain("base must be 2 to 16");
		return false;
	}
	*base = n;
	return true;
}

static void calculate(char op)
{
	if (!need(2))
		return;
	long b = pop(), a = pop();
	if ((op == '/' || op == '%') && b == 0) {
		complain("division by zero");
		push(a);
		push(b);
		return;
	}
	switch (op) {
	case '+': push(a + b); break;
	case '-': push(a - b); break;
	case '*': push(a * b); break;
	case '/': push(a / b); break;
	case '%': push(a % b); break;
	}
}

static void power(void)
{
	if (!need(2))
		return;
	long n = pop(), a = pop(), r = 1;
	if (n < 0 || n > 8) {
		complain("exponent out of range");
		push(0);
		return;
	}
	while (n-- > 0)
		r *= a;
	push(r);
}

/* sX takes the top into a register, lX brings it back. */
static bool use_register(char op, char name)
{
	int i = name - 'a';
	if (i < 0 || i > 3) {
		complain("no such register");
		return name != 0;
	}
	if (op == 's' && need(1)) {
		registers[i] = pop();
		set[i] = true;
	}
	if (op == 'l') {
		if (!set[i])
			complain("register is empty");
		else
			push(registers[i]);
	}
	return true;
}

static void duplicate(void)
{
	if (need(1))
		push(stack[n_stack - 1]);
}

static void exchange(void)
{
	if (!need(2))
		return;
	long b = pop(), a = pop();
	push(b);
	push(a);
}

static void run(const char *at)
{
	while (*at && n_errors < 3) {
		char c = *at;
		if (c == '_' || is_digit_here(c)) {
			at = read_number(at);
			continue;
		}
		at++;
		switch (c) {
		case '+':
		case '-':
		case '*':
		case '/':
		case '%': calculate(c); break;
		case '^': power(); break;
		case 'p':
			if (need(1))
				put_number(stack[n_stack - 1]);
			break;
		case 'f': put_stack(); break;
		case 'd': duplicate(); break;
		case 'r': exchange(); break;
		case 'c': n_stack = 0; break;
		case 'i':
			if (need(1))
				set_base(&in_base, pop());
			break;
		case 'o':
			if (need(1))
				set_base(&out_base, pop());
			break;
		case 's':
		case 'l':
			if (use_register(c, *at))
				at++;
			break;
		case ' ': break;
		default: complain("unknown command");
		}
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		printf("usage: radix PROGRAM\n");
		return 2;
	}
	run(argv[1]);
	return n_errors ? 1 : 0;
}
