/* memory.c: values that go through an array, a struct, a pointer, the heap and a loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	int key, value;
	struct item *next;
};

static struct item *push(struct item *list, int key, int value)
{
	struct item *it = malloc(sizeof *it);
	if (!it)
		exit(3);
	it->key = key;
	it->value = value;
	it->next = list;
	return it;
}

static int find(const struct item *list, int key)
{
	for (; list; list = list->next)
		if (list->key == key)
			return list->value;
	return -1;
}

static void set(int *where, int what)
{
	*where = what;
}

int main(int argc, char **argv)
{
	int key = argc > 1 ? atoi(argv[1]) : 1;
	int noise = 0, copy[2], from[2] = {5, 6};
	struct item *list = NULL;
	for (int i = 0; i < 4; i++) {
		list = push(list, i, i * 10);
		noise += i;
	}
	if (key == 9)
		set(&from[1], 8);
	memcpy(copy, from, sizeof copy);
	int found = find(list, key);
	int result = found + copy[1];
	printf("%d\n", result);
	printf("%d\n", noise);
	return 0;
}
