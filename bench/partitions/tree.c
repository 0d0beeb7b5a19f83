/* tree.c: a binary search tree under a driver.
 *
 * tree KEY... PROBE inserts the keys, looks for the probe and prints how often it is there. It also
 * measures the tree, for a record that is not printed.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_KEYS = 8 };

struct node {
	int key;
	int count; /* times that it was inserted */
	struct node *left, *right;
};

struct measures {
	int height;
	int leaves;
	int turns; /* to the right on the way to the largest key */
	int even;  /* keys */
};

static struct node *make(int key)
{
	struct node *n = malloc(sizeof *n);
	if (!n)
		exit(2);
	*n = (struct node){.key = key, .count = 1};
	return n;
}

static void insert(struct node **root, int key)
{
	while (*root) {
		if ((*root)->key == key) {
			(*root)->count++;
			return;
		}
		root = key < (*root)->key ? &(*root)->left : &(*root)->right;
	}
	*root = make(key);
}

static int find(const struct node *n, int key)
{
	while (n) {
		if (n->key == key)
			return n->count;
		n = key < n->key ? n->left : n->right;
	}
	return 0;
}

static int height(const struct node *n)
{
	if (!n)
		return 0;
	int left = height(n->left), right = height(n->right);
	return 1 + (left > right ? left : right);
}

static void measure(const struct node *n, struct measures *m)
{
	if (!n)
		return;
	if (!n->left && !n->right)
		m->leaves++;
	if (n->key % 2 == 0)
		m->even++;
	measure(n->left, m);
	measure(n->right, m);
}

static void dispose(struct node *n)
{
	if (!n)
		return;
	dispose(n->left);
	dispose(n->right);
	free(n);
}

int main(int argc, char **argv)
{
	struct node *root = NULL;
	static struct measures m;
	if (argc < 3 || argc > 2 + MAX_KEYS) {
		fprintf(stderr, "usage: tree KEY... PROBE\n");
		return 2;
	}
	for (int i = 1; i < argc - 1; i++)
		insert(&root, atoi(argv[i]));
	int times = find(root, atoi(argv[argc - 1]));
	m.height = height(root);
	measure(root, &m);
	for (const struct node *n = root; n && n->right; n = n->right)
		m.turns++;
	if (times > 0)
		printf("there %d times\n", times);
	else
		printf("not there\n");
	dispose(root);
	return 0;
}
