/* Six decisions: the later ones choose among values that the earlier ones define; the result depends on some of them. */
#include <stdio.h>
#include <stdlib.h>

static int six(int v)
{
	int p = 1, q = 2, r = 3, s = 4, out = 0;
	if (v & 1)
		p = 5;
	if (v & 2)
		q = 6;
	if ((v & 4) + p > 6)
		r = q;
	if (v & 8)
		s = r + 1;
	if (s + (v & 16) > 12)
		out = p;
	if ((v & 32) + out > 4)
		out = out + s;
	return out;
}
int main(int argc, char **argv)
{
	int v = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", six(v));
	return 0;
}
