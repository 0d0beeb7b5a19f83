// inputs: int[0,5] int[-3,8]
#include <stdio.h>
#include <stdlib.h>
struct node {
	int v;
	struct node *next;
};
int main(int argc, char **argv)
{
	struct node *head = NULL;
	int n = atoi(argv[argc - 2]), want = atoi(argv[2]);
	for (int i = 0; i < n; i++) {
		struct node *x = malloc(sizeof *x);
		*x = (struct node){i * 2, head};
		head = x;
	}
	while (head && head->v != want)
		head = head->next;
	puts(head ? "found" : "missing");
	return 0;
}
