/* ring.c: a ring of characters, with a function that is called when it is full. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 6

struct ring {
	char *at;
	unsigned head, n, size;
	void (*full)(struct ring *, char);
};

static unsigned lost;

static void drop(struct ring *r, char c);
static void push(struct ring *r, char c);
static int pop(struct ring *r);

/* ---- */
static void drop(struct ring *r, char c)
{
	(void)r;
	(void)c;
	lost++;
}

/* ---- */
static void push(struct ring *r, char c)
{
	if (r->n >= r->size) {
		r->full(r, c);
		return;
	}
	r->at[(r->head + r->n) % r->size] = c;
	r->n++;
}

/* ---- */
static int pop(struct ring *r)
{
	if (!r->n)
		return -1;
	int c = r->at[r->head];
	r->head = (r->head + 1) % r->size;
	r->n--;
	return c;
}

/* ---- */
int main(int argc, char **argv)
{
	struct ring r = {malloc(SLOTS), 0, 0, SLOTS, drop};
	if (argc != 2 || strlen(argv[1]) > 5)
		return 2;
	for (const char *p = argv[1]; *p; p++) {
		int c = *p == '-' ? pop(&r) : 0;
		if (*p != '-')
			push(&r, *p);
		else if (c > 0)
			putchar(c);
	}
	printf("|%u|%u\n", r.n, lost);
	free(r.at);
	return 0;
}
