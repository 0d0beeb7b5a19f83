/* usable-size.c: what malloc_usable_size says of a block may be used, and freed again. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *kept[40];
	for (int i = 0; i < 40; i++) {
		kept[i] = malloc((size_t)i * 7);
		size_t room = malloc_usable_size(kept[i]);
		printf(" %zu", room);
		memset(kept[i], i, room);
	}
	printf("\n");
	long sum = 0;
	for (int i = 0; i < 40; i++) {
		for (size_t k = 0; k < malloc_usable_size(kept[i]); k++)
			sum += kept[i][k];
		char *other = realloc(kept[i], 300);
		sum += other[i * 7 ? i * 7 - 1 : 0] * !!i;
		free(other);
	}
	printf("%ld %zu\n", sum, malloc_usable_size(NULL));
	return 0;
}
