/* set.c: ordered sets in arrays under a driver.
 *
 * set A B C X Y Z makes a set of A, B, C and another one of X, Y, Z, and prints the size of the
 * first and how many of it are near zero. The same is found out about the second and kept.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_MEMBERS = 16 };

struct set {
	int n;
	int moves; /* of members, to make room */
	int *at;   /* room for MAX_MEMBERS */
};

static void make(struct set *s, int *room)
{
	s->at = room;
	s->n = s->moves = 0;
}

static int add(struct set *s, int value)
{
	int i = 0;
	while (i < s->n && s->at[i] < value)
		i++;
	if (s->n == MAX_MEMBERS || (i < s->n && s->at[i] == value))
		return 0;
	for (int k = s->n; k > i; k--) {
		s->at[k] = s->at[k - 1];
		s->moves++;
	}
	s->at[i] = value;
	s->n++;
	return 1;
}

static int between(const struct set *s, int low, int high)
{
	int n = 0;
	for (int i = 0; i < s->n; i++)
		if (s->at[i] >= low && s->at[i] <= high)
			n++;
	return n;
}

int main(int argc, char **argv)
{
	static int asked_room[MAX_MEMBERS], spare_room[MAX_MEMBERS];
	static struct set asked, spare;
	int half = (argc - 1) / 2;
	if (argc < 3 || argc % 2 == 0) {
		fprintf(stderr, "usage: set VALUE... VALUE...\n");
		return 2;
	}
	make(&spare, spare_room);
	for (int i = 1; i <= half; i++)
		add(&spare, atoi(argv[half + i]));
	make(&asked, asked_room);
	for (int i = 1; i <= half; i++)
		add(&asked, atoi(argv[i]));
	spare.moves += between(&spare, -10, 10);
	printf("%d members, %d of them from -10 to 10\n", asked.n, between(&asked, -10, 10));
	return 0;
}
