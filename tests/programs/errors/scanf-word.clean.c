/* scanf-word.clean.c: %s with a width. */
#include <stdio.h>

int main(void)
{
	char word[8];
	if (scanf("%7s", word) != 1)
		return 3;
	puts(word);
	puts("done");
	return 0;
}
