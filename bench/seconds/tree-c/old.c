#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

static void insert(struct node **at, int key)
{
	while (*at && (*at)->key != key)
		at = key < (*at)->key ? &(*at)->left : &(*at)->right;
	if (!*at) {
		*at = calloc(1, sizeof **at);
		(*at)->key = key;
	}
}

static void print(const struct node *n)
{
	if (!n)
		return;
	print(n->left);
	printf("%d ", n->key);
	print(n->right);
}

int main(int argc, char **argv)
{
	struct node *root = NULL;
	if (argc != 5)
		return 2;
	for (int i = 1; i < 5; i++)
		insert(&root, atoi(argv[i]));
	print(root);
	putchar('\n');
	return 0;
}
