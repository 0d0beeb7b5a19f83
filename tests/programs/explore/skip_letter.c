// inputs: str[2]
#include <stdio.h>
/* An index that the input decides without a branch, into a string that ends early. */
int main(int argc, char **argv)
{
	const char *s = argv[argc - 1];
	int i = (s[0] == 'L');
	i += (s[i] == '-');
	if (!s[i])
		return 1;
	if (s[i] == 'g')
		puts("general");
	return 0;
}
