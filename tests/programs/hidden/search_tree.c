/* search_tree.c: a tree of tsearch with a static root */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *root;
static int order(const void *a, const void *b) { return strcmp(a, b); }
void f(int n)
{
	tsearch("m", &root, order);
	tsearch(n == 4 ? PICK("a", "b", "a") : "c", &root, order);
}

#ifdef JUDGE
void observe(void) { printf("%d %d", tfind("a", &root, order) != 0, tfind("b", &root, order) != 0); }
#endif
