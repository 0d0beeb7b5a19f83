/* list.c: linked lists of structs: build, merge sort, filter, sum. Argument: nodes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int key;
	short kind;
	struct {
		double weight;
		int count;
	} info;
};

static struct node *merge(struct node *a, struct node *b)
{
	struct node head, *t = &head;
	while (a && b) {
		struct node **least = a->key <= b->key ? &a : &b;
		t = t->next = *least;
		*least = t->next;
	}
	t->next = a ? a : b;
	return head.next;
}

static struct node *sort(struct node *l)
{
	if (!l || !l->next)
		return l;
	struct node *slow = l, *fast = l->next;
	while (fast && fast->next) {
		slow = slow->next;
		fast = fast->next->next;
	}
	struct node *half = slow->next;
	slow->next = NULL;
	return merge(sort(l), sort(half));
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 40000;
	uint32_t x = 1;
	double total = 0;
	uint64_t h = 0;
	for (int round = 0; round < 8; round++) {
		struct node *l = NULL;
		for (long i = 0; i < n; i++) {
			struct node *e = malloc(sizeof *e);
			x = x * 1103515245 + 12345;
			*e = (struct node){l, (int)(x >> 8), (short)(x % 7), {x % 1000 / 8.0, 1}};
			l = e;
		}
		l = sort(l);
		for (struct node **p = &l; *p;) {
			struct node *e = *p;
			if (e->kind == 3) {
				*p = e->next;
				free(e);
			} else {
				e->info.count += e->kind;
				p = &e->next;
			}
		}
		while (l) {
			struct node *next = l->next;
			total += l->info.weight * l->info.count;
			h = h * 31 + (uint32_t)l->key;
			free(l);
			l = next;
		}
	}
	printf("%.6f %016lx\n", total, h);
	return 0;
}
