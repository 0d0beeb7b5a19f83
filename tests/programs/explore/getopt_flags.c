// inputs: str[2]
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int c, n = 0;
	opterr = 0;
	optind = 0;
	while ((c = getopt(argc, argv, "ab:")) != -1)
		n = n * 10 + (c == 'a' ? 1 : c == 'b' ? 2 : 3);
	printf("%d\n", n);
	return 0;
}
