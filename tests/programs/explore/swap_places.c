// inputs: int[-30,30] int[-30,30]
#include <stdio.h>
#include <stdlib.h>
static int tab[8] = {1, 4, 1, 5, 9, 2, 6, 5};
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[argc - 1]);
	int t[8];
	for (int i = 0; i < 8; i++)
		t[i] = tab[i];
	int *p = &t[a & 7], *q = &t[b & 7];
	int x = *p;
	*p = *q;
	*q = x;
	if (p<q && * p> * q)
		t[(a + b) & 7] = -1;
	int s = 0;
	for (int i = 0; i < 8; i++)
		s = s * 3 + t[i];
	printf("%d %d\n", s > 9000, t[2]);
	return p - q == 3;
}
