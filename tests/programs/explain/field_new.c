/* As pair, but the value that is wrong comes second: how long the first is moves it, no more. */
#include <stdio.h>
#include <stdlib.h>

static int grade(int points)
{
	if (points > 90)
		return 100;
	if (points > 70)
		return 20;
	if (points > 50)
		return 3;
	return points % 7 == 0 ? 4 : 5;
}

static int rate(int level)
{
	if (level > 0)
		return level + 1;
	return level - 1;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("grade %d rate %d\n", grade(atoi(argv[1])), rate(atoi(argv[2])));
	return 0;
}
