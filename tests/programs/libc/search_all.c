/* search_all.c: the tables, trees and lists of search.h. */
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_int(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void visit(const void *node, VISIT which, int depth)
{
	(void)depth;
	if (which == postorder || which == leaf)
		printf("%d ", **(int *const *)node);
}

static void visit_r(const void *node, VISIT which, void *arg)
{
	if (which == postorder || which == leaf)
		*(long *)arg = *(long *)arg * 31 + **(int *const *)node;
}

static int freed;

static void drop(void *key)
{
	freed += *(int *)key;
}

static void trees(void)
{
	static int keys[200];
	void *root = NULL;
	for (int i = 0; i < 200; i++) {
		keys[i] = (i * 73) % 211;
		int **p = tsearch(&keys[i], &root, by_int);
		if (**p != keys[i])
			printf("bad %d\n", i);
	}
	int again = 42, *dup = &again;
	printf("%d\n", **(int **)tsearch(dup, &root, by_int));
	twalk(root, visit);
	for (int i = 0; i < 211; i += 3) {
		int **p = tfind(&i, &root, by_int);
		printf("%d", p != NULL);
		p = tdelete(&i, &root, by_int);
		printf("%d ", p != NULL);
	}
	long sum = 0;
	twalk(root, visit);
	twalk_r(root, visit_r, &sum);
	printf("%ld\n", sum);
	tdestroy(root, drop);
	printf("%d %d\n", freed, tfind(dup, &(void *){NULL}, by_int) == NULL);
	root = NULL;
	printf("%d\n", tdelete(dup, &root, by_int) == NULL);
}

struct item {
	struct item *next, *prev;
	int value;
};

int main(void)
{
	static char names[50][8];
	printf("%d\n", hcreate(30) != 0);
	for (int i = 0; i < 50; i++) {
		snprintf(names[i], sizeof names[i], "key%d", i % 25);
		ENTRY e = {names[i], (void *)(long)i}, *r = hsearch(e, ENTER);
		printf("%ld ", r ? (long)r->data : -1);
	}
	for (int i = 20; i < 30; i++) {
		char name[8];
		snprintf(name, sizeof name, "key%d", i);
		errno = 0;
		ENTRY *r = hsearch((ENTRY){name, NULL}, FIND);
		printf("%d/%d ", r != NULL, errno);
	}
	hdestroy();
	printf("\n");
	trees();
	int list[10] = {5, 3, 8}, key = 3;
	size_t n = 3;
	printf("%ld ", (long)((int *)lfind(&key, list, &n, sizeof key, by_int) - list));
	key = 99;
	printf("%d ", lfind(&key, list, &n, sizeof key, by_int) == NULL);
	printf("%ld %zu ", (long)((int *)lsearch(&key, list, &n, sizeof key, by_int) - list), n);
	printf("%ld %zu\n", (long)((int *)lsearch(&key, list, &n, sizeof key, by_int) - list), n);
	struct item a = {.value = 1}, b = {.value = 2}, c = {.value = 3};
	insque(&a, NULL);
	insque(&b, &a);
	insque(&c, &a);
	for (struct item *i = &a; i; i = i->next)
		printf("%d ", i->value);
	remque(&c);
	for (struct item *i = &b; i; i = i->prev)
		printf("%d ", i->value);
	printf("\n");
	return 0;
}
