/* More semantic changes than are confirmed at once: one for each letter. */
#include <stdio.h>

int main(int argc, char **argv)
{
	int letter = argc > 1 ? argv[1][0] : 0;
	for (int i = 'a'; i <= 'z'; i++)
		if (letter == i)
			printf("letter %d\n", i - 'a' + 1);
	return 0;
}
