/* scanf-word.c: %s without a width. */
#include <stdio.h>

int main(void)
{
	char word[8];
	if (scanf("%s", word) != 1)
		return 3;
	puts(word);
	puts("done");
	return 0;
}
