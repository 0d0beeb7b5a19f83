/* structs.c: functions for --entry that take structs. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct point {
	int x, y;
};

typedef struct {
	char name[4];
	unsigned char level;
	bool on;
	short scores[3];
} record;

struct node {
	int value;
	struct node *next;
	const char *label;
};

struct large {
	long a, b;
	struct point at;
	double weight;
};

struct flags {
	unsigned kind : 3;
	unsigned ready : 1;
	int count;
};

struct mixed {
	int n;
	double d;
};

struct floats {
	float a, b, c;
};

struct bytes {
	char b[3];
};

struct handler {
	int (*call)(int);
	void *data;
	int n;
};

enum color { RED, GREEN, BLUE };

typedef unsigned count_t;

int sum_by_pointer(const struct point *p)
{
	return p->x > 10 ? p->x : p->y < -3 ? p->y : 0;
}

int sum_by_value(struct point p)
{
	return p.x > 10 ? p.x : p.y < -3 ? p.y : 0;
}

int grade(record *r)
{
	int n = 0;
	for (int i = 0; i < 3; i++)
		n += r->scores[i] > 50;
	if (r->on && r->level > 200)
		n += 10;
	if (!memcmp(r->name, "abc", 4))
		puts("abc");
	return n;
}

int length(struct node *list)
{
	int n = 1;
	if (!list->next)
		return list->label && list->label[0] == 'x' ? -1 : 0;
	if (list->next->next || list->next->label)
		return -2;
	return n + (list->next->value > list->value);
}

int follow(struct node list)
{
	return list.next->value; /* it may be null */
}

long weigh(int k, struct large l, struct point p)
{
	if (l.a > l.b && l.at.y == 7)
		return l.a;
	return p.x == k ? p.y : 1;
}

int state(struct flags f)
{
	return f.ready ? f.kind == 5 ? f.count : 2 : 3;
}

int mix(struct mixed m, int k)
{
	return m.n > k ? 1 : 2;
}

int three(struct floats f, struct bytes b)
{
	(void)f;
	return b.b[0] == 'a' && b.b[2] == 'c';
}

int handle(struct handler *h)
{
	return h->call ? 1 : h->data ? ((char *)h->data)[0] == 'q' : h->n == 4;
}

int paint(enum color c, count_t n)
{
	return c == GREEN ? (int)n : c == BLUE ? 2 : 3;
}

int scale(float k)
{
	return k > 1;
}

struct point mirror(struct point p)
{
	return (struct point){p.y, p.x};
}

int past(struct point *p)
{
	return p->x == 3 ? p[1].x : 0;
}

int main(void)
{
	return 0;
}
