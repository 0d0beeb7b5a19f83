/* A scheduler with three queues. "ratio" says which process of a queue is moved up or blocked. */
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3, MOST = 8 };

static int queue[LEVELS + 1][MOST], count[LEVELS + 1];
static int next_id = 1;

static void add(int level, int id)
{
	if (count[level] < MOST)
		queue[level][count[level]++] = id;
}

static int take(int level, int at)
{
	int id = queue[level][at];
	for (int i = at; i + 1 < count[level]; i++)
		queue[level][i] = queue[level][i + 1];
	count[level]--;
	return id;
}

static int place(int level, float ratio)
{
	int n = count[level];
	int at = (int)(n * ratio);
	if (at >= n)
		at = n - 1;
	return at;
}

static void move_up(int level, float ratio)
{
	if (level < 1 || level >= LEVELS || ratio < 0.0f || ratio > 1.0f) {
		puts("bad");
		return;
	}
	if (count[level] == 0)
		return;
	add(level + 1, take(level, place(level, ratio)));
}

static void block(float ratio)
{
	for (int level = LEVELS; level >= 1; level--)
		if (count[level] > 0) {
			int id = take(level, (int)(ratio * (count[level] - 1) + 0.5f));
			printf("blocked %d\n", id);
			add(0, id);
			return;
		}
}

static void run(void)
{
	for (int level = LEVELS; level >= 1; level--)
		if (count[level] > 0) {
			printf("runs %d\n", take(level, 0));
			return;
		}
	puts("idle");
}

int main(int argc, char **argv)
{
	if (argc < 6)
		return 2;
	for (int level = 1; level <= 2; level++)
		for (int i = 0, n = atoi(argv[level]); i < n && i < MOST; i++)
			add(level, next_id++);
	float up = (float)atof(argv[3]), down = (float)atof(argv[4]);
	int level = atoi(argv[5]);
	move_up(level, up);
	if (down >= 0 && down <= 1)
		block(down);
	run();
	run();
	return 0;
}
