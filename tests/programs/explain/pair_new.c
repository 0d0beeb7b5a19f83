/* Two values on one line, each with checks of its own. Only the first is wrong in NEW. */
#include <stdio.h>
#include <stdlib.h>

static int rate(int level)
{
	if (level > 0)
		return level + 1;
	return level - 1;
}

static int grade(int points)
{
	if (points > 90)
		return 1;
	if (points > 70)
		return 2;
	if (points > 50)
		return 3;
	return points % 7 == 0 ? 4 : 5;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("rate %d grade %d\n", rate(atoi(argv[1])), grade(atoi(argv[2])));
	return 0;
}
