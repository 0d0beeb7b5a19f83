// inputs: str[1]
#include <ctype.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	unsigned char c = (unsigned char)argv[argc - 1][0];
	puts(isdigit(c)   ? "digit"
		 : isupper(c) ? "upper"
		 : islower(c) ? "lower"
		 : isspace(c) ? "space"
		 : ispunct(c) ? "punct"
					  : "other");
	return 0;
}
