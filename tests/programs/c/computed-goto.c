/* computed-goto.c: label addresses in tables, relative offsets, threaded code. */
#include <stdio.h>

static long interpret(const unsigned char *code, long arg)
{
	static void *const ops[] = {&&halt, &&inc, &&twice, &&square, &&loop, &&neg};
	long acc = arg, n = 3;
	const unsigned char *pc = code;
#define NEXT goto *ops[*pc++]
	NEXT;
inc:
	acc++;
	NEXT;
twice:
	acc *= 2;
	NEXT;
square:
	acc = acc * acc % 1000003;
	NEXT;
neg:
	acc = -acc;
	NEXT;
loop:
	if (--n > 0)
		pc = code;
	NEXT;
halt:
	return acc;
}

static int offsets(int i)
{
	static const int table[] = {&&a - &&a, &&b - &&a, &&c - &&a};
	goto *(&&a + table[i]);
a:
	return 'a';
b:
	return 'b';
c:
	return 'c';
}

/* Values that are in registers on the way to a label: wide ones, members of a copied struct. */
struct pair {
	int first, second;
};

static long joined(int i, struct pair from)
{
	static void *const ways[] = {&&both, &&one, &&none};
	__int128 wide = (__int128)from.first << 70;
	struct pair copy = from;
	goto *ways[i];
both:
	wide += 7;
	copy.first++;
one:
	wide *= 3;
	copy.second += copy.first;
none:
	return (long)(wide >> 70) * 100 + (long)(wide & 63) + copy.first * 10 + copy.second;
}

static int state_machine(const char *s)
{
	void *state = &&start;
	int words = 0;
	for (; *s; s++) {
		goto *state;
	start:
		if (*s != ' ') {
			words++;
			state = &&inside;
		}
		continue;
	inside:
		if (*s == ' ')
			state = &&start;
	}
	return words;
}

int main(void)
{
	static const unsigned char code[] = {1, 2, 3, 4, 5, 1, 0};
	for (long i = 0; i < 6; i++)
		printf("%ld ", interpret(code, i));
	printf("%c%c%c\n", offsets(0), offsets(1), offsets(2));
	printf("%d %d %d\n", state_machine(""), state_machine("one"),
		   state_machine("  to be  or not "));
	for (int i = 0; i < 3; i++)
		printf("%ld ", joined(i, (struct pair){5, i}));
	putchar('\n');
	return 0;
}
