/* strlen-unterminated.clean.c: a byte for the terminator. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char tag[5];
	memcpy(tag, "RIFF", 5);
	size_t n = strlen(tag);
	printf("%zu\n", n);
	puts("done");
	return 0;
}
