/* flexible.c: flexible array members, zero-length arrays, struct hack. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	size_t len;
	char at[];
};
struct rows {
	int n;
	struct {
		short a;
		double b;
	} row[];
};
static struct {
	int n;
	int v[];
} fixed = {3, {7, 8, 9}};

static struct text *text(const char *s)
{
	size_t n = strlen(s);
	struct text *t = malloc(offsetof(struct text, at) + n + 1);
	t->len = n;
	memcpy(t->at, s, n + 1);
	return t;
}

static struct text *join(struct text *a, const struct text *b)
{
	a = realloc(a, sizeof *a + a->len + b->len + 1);
	memcpy(a->at + a->len, b->at, b->len + 1);
	a->len += b->len;
	return a;
}

int main(void)
{
	struct text *a = text("flexible"), *b = text(" member");
	for (int i = 0; i < 5; i++)
		a = join(a, b);
	printf("%zu %s\n", a->len, a->at);
	struct rows *r = calloc(1, sizeof *r + 4 * sizeof r->row[0]);
	r->n = 4;
	for (int i = 0; i < r->n; i++) {
		r->row[i].a = (short)(i * i);
		r->row[i].b = i / 4.0;
	}
	double s = 0;
	for (int i = 0; i < r->n; i++)
		s += r->row[i].a * r->row[i].b;
	printf("%g %zu %zu\n", s, sizeof *r, sizeof(struct text));
	int t = 0;
	for (int i = 0; i < fixed.n; i++)
		t += fixed.v[i];
	printf("%d\n", t);
	free(a);
	free(b);
	free(r);
	return 0;
}
