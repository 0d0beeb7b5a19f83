/* pointers.c: arithmetic, difference, comparison, casts, pointers to pointers, arrays and rows. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void swap(int **a, int **b)
{
	int *t = *a;
	*a = *b;
	*b = t;
}

static const char *find(const char *s, char c)
{
	while (*s && *s != c)
		s++;
	return *s ? s : NULL;
}

static void insert(int ***end, int *v)
{
	**end = v;
	++*end;
}

struct node {
	int key;
	struct node *left, *right;
};

static void add(struct node **p, struct node *n)
{
	while (*p)
		p = n->key < (*p)->key ? &(*p)->left : &(*p)->right;
	*p = n;
}

static void walk(const struct node *n)
{
	if (!n)
		return;
	walk(n->left);
	printf("%d ", n->key);
	walk(n->right);
}

int main(void)
{
	int v[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
	int *p = v + 3, *q = &v[8];
	printf("%td %td %d %d\n", q - p, p - q, p < q, p == &v[3]);
	swap(&p, &q);
	printf("%d %d %d\n", *p, q[-2], *(p - 1));
	printf("%d ", *p--);
	printf("%d ", *--p);
	printf("%d\n", (*p)++);
	printf("%d %d\n", v[6], 3 [v]);
	int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
	int(*row)[4] = m + 1;
	printf("%d %d %d %td\n", (*row)[2], row[1][0], *(*(m + 2) + 1), &m[2][3] - &m[0][0]);
	const char *s = "key=value", *e = find(s, '=');
	printf("%td %s %d\n", e - s, e + 1, find(s, '#') == NULL);
	int *list[4], **end = list;
	for (int i = 0; i < 4; i++)
		insert(&end, &v[i * 2]);
	printf("%td %d\n", end - list, *list[3]);
	struct node n[7], *root = NULL;
	static const int keys[] = {4, 2, 6, 1, 3, 5, 7};
	for (int i = 0; i < 7; i++) {
		n[i] = (struct node){keys[i], NULL, NULL};
		add(&root, &n[i]);
	}
	walk(root);
	uintptr_t u = (uintptr_t)&v[2];
	printf("\n%d %d\n", *(int *)(u + 4), (int)((char *)&v[5] - (char *)v));
	void *vp = v;
	unsigned char *b = vp;
	b[4] = 0xff;
	printf("%d %d\n", v[1], ((short *)vp)[2]);
	int *volatile null = NULL;
	printf("%d %d %d\n", null == NULL, !null, p && !null);
	char text[] = "walk";
	for (char *t = text; *t; ++t)
		*t = (char)(*t - 32);
	puts(text);
	printf("%zu\n", offsetof(struct node, right));
	char *words[] = {"one", "two", "three", NULL}, **w = words;
	size_t total = 0;
	while (*w)
		total += strlen(*w++);
	printf("%zu %c %c\n", total, **(words + 1), *(words[2] + 2));
	return 0;
}
