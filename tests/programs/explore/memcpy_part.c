// inputs: str[2]
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	char b[8] = "xxxxxxx";
	size_t n = strlen(argv[argc - 1]);
	memcpy(b + 2, argv[1], n);
	if (!memcmp(b, "xxab", 4))
		puts("ab");
	if (memchr(b, '!', 7))
		puts("bang");
	return 0;
}
