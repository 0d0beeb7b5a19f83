/* A change in one mode; the other has many paths that cannot come to it. */
#include <stdio.h>
#include <stdlib.h>
static int vowels(const char *s)
{
	int n = 0;
	for (; *s; s++)
		if (*s == 'a' || *s == 'e' || *s == 'i')
			n++;
	return n;
}
int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	if (atoi(argv[1]) == 1)
		printf("%d\n", argv[2][0] > 'm' ? 1 : 2);
	else
		printf("%d\n", vowels(argv[2]));
	return 0;
}
