// class 4: through a file
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; } //OLD
static int g(int x) { return x + 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	int (*p)(int) = x == 7 ? g : f;
	FILE *t = fopen("t", "w+");
	if (!t || fwrite(&p, sizeof p, 1, t) != 1)
		return 1;
	rewind(t);
	if (fread(&p, sizeof p, 1, t) != 1)
		return 1;
	fclose(t);
	remove("t");
	printf("%d\n", p(x));
	return 0 * c;
}
