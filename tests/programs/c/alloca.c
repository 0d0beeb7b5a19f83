/* alloca.c: memory that lives until the function returns, also from within a loop. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
	struct node *next;
	int v;
};

static int list(int n)
{
	struct node *head = NULL;
	for (int i = 0; i < n; i++) {
		struct node *e = alloca(sizeof *e);
		e->v = i;
		e->next = head;
		head = e;
	}
	int s = 0;
	for (struct node *e = head; e; e = e->next)
		s += e->v;
	return s;
}

static char *reverse(char *out, const char *s)
{
	size_t n = strlen(s);
	char *t = __builtin_alloca(n + 1);
	for (size_t i = 0; i < n; i++)
		t[n - 1 - i] = s[i];
	t[n] = 0;
	return strcpy(out, t);
}

static int recurse(int n)
{
	char *p = alloca((size_t)n + 1);
	memset(p, n, (size_t)n + 1);
	int deeper = n ? recurse(n - 1) : 0;
	return deeper + p[0] + p[n];
}

int main(void)
{
	char buf[32];
	printf("%d %d\n", list(10), list(1000));
	puts(reverse(buf, "alloca"));
	printf("%d\n", recurse(100));
	void *a = alloca(1), *b = alloca(1);
	printf("%d %d\n", a != b, ((unsigned long)a & 15) == 0);
	return 0;
}
