/* strlen-unterminated.c: four letters in four bytes are no string. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char tag[4];
	memcpy(tag, "RIFF", 4);
	size_t n = strlen(tag);
	printf("%zu\n", n);
	puts("done");
	return 0;
}
