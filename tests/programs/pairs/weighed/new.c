/* A rounded weight decides early how items are counted; few lists have an item that tells. */
#include <stdio.h>
#include <stdlib.h>

struct Rules {
	int most;  /* items in a group */
	int fee;   /* of a group */
	int bulky; /* what a bulky item counts */
	int steps; /* of weight */
};

static void choose(struct Rules *r, int grams, int zone)
{
	r->steps = (grams - 40) / 100;
	r->most = zone & 1 ? 3 : 4;
	r->fee = 1;
	if (zone & 2)
		r->fee += 2;
	if (zone & 4)
		r->fee += 4;
	if (zone > 100)
		r->fee = 9;
	r->bulky = 2;
	if (r->steps > 80)
		r->bulky = 3;
}

/* Groups in brackets of letters, bulky ones in capitals: "ab(cD)(e)". */
static int count(const char *s, const struct Rules *r)
{
	int sum = 0, group = 0;
	for (; *s; s++) {
		if (*s == '(') {
			if (group)
				return -1;
			group = 1;
		} else if (*s == ')') {
			if (!group)
				return -1;
			sum += r->fee;
			group = 0;
		} else if (*s >= 'a' && *s <= 'z') {
			sum += 1;
			if (group && ++group > r->most)
				return -1;
		} else if (*s >= 'A' && *s <= 'Z') {
			if (group < 2)
				return -1;
			sum += r->bulky;
		} else {
			return -1;
		}
	}
	return group ? -1 : sum;
}

int main(int argc, char **argv)
{
	struct Rules r;
	if (argc != 4)
		return 2;
	int grams = atoi(argv[1]);
	if (grams < 0 || grams > 1000000)
		return 2;
	choose(&r, grams, atoi(argv[2]));
	int sum = count(argv[3], &r);
	if (sum < 0)
		return 1;
	printf("%d\n", sum);
	if (sum > 40)
		printf("%d\n", r.steps);
	return 0;
}
