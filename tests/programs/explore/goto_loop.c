// inputs: int[0,15]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]), s = 0;
again:
	if (n > 0) {
		s += n--;
		if (s > 40)
			goto out;
		goto again;
	}
out:
	printf("%d\n", s);
	return 0;
}
