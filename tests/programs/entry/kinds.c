/* kinds.c: parameters of kinds that only debug information can describe. */
#include <stdlib.h>
#include <string.h>

typedef char *string;
struct point {
	int x, y;
};
union number {
	int i;
	float f;
};
struct wide {
	int kind;
	union {
		char *text;
		int number;
	} value;
	int (*call)(int);
};
struct hidden;

float third(float x, int n)
{
	if (n == 3)
		return 1.5f;
	return x;
}

double weight(int n, double unit)
{
	if (n > 2)
		return 0.5;
	return unit;
}

int copy(char **out, const char *text)
{
	if (!*text) {
		*out = NULL;
		return -1;
	}
	*out = strdup(text);
	return 0;
}

int measure(string s)
{
	if (*s == 'a')
		return 2;
	return 1;
}

int corner(const struct point p[2])
{
	if (p[1].x == 5)
		return 1;
	return p[0].y;
}

int apply(int (*f)(int), int n)
{
	if (f)
		return f(n);
	if (n == 4)
		return 1;
	return 0;
}

int is_seven(union number *n)
{
	if (n->i == 7)
		return 1;
	return 0;
}

int tell(struct wide *w)
{
	if (w->kind == 3)
		return w->value.number;
	return w->call != NULL;
}

int look(struct hidden *h)
{
	return h != NULL;
}
