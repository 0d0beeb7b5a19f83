/* Functions that are compared one by one; there is no main. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
	int x, y;
	char tag;
};

struct box {
	struct point *corner;
	int size;
};

static int twice(int a)
{
	return (int)(2u * (unsigned)a);
}

/* Returned values differ from 101 to 120. */
int price(int n, const char *s)
{
	if (n < 0)
		return -1;
	if (n > 120 && s[0] == 'v')
		return twice(n) - 1;
	return twice(n);
}

/* What is left behind a pointer differs. */
void move(struct point *p, int by, char *name)
{
	p->x = (int)((unsigned)p->x + (unsigned)by);
	if (p->y > 10)
		p->tag = 'b';
	if (name[0] == 'q')
		name[1] = 'u';
}

/* Likewise, behind two, if both are there. */
int shrink(struct box *b, unsigned n)
{
	if (b->corner && n > 4)
		b->corner->y = 7;
	b->size /= 2;
	return b->size > 0;
}

/* The same in both, written in two ways. */
unsigned mask(unsigned x, unsigned char bits)
{
	return bits < 32 ? x & ~(~0u << bits) : x;
}

/* A byte behind the end of what is made here. */
int copy(const char *s)
{
	size_t n = strlen(s);
	char *own = malloc(n > 2 ? n : n + 1);
	if (!own)
		return 0;
	strcpy(own, s);
	int last = n > 2 ? own[n - 1] : 0;
	free(own);
	return last;
}

/* Prints and exits. */
int leave(int n)
{
	printf("%d\n", n / 2);
	if (n == 8)
		exit(4);
	return 0;
}

/* Null or not; which object is no matter. */
char *find(char *s)
{
	return strchr(s, 'y');
}
