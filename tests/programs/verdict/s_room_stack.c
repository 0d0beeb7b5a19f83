// own: states that are equal but for what a large local takes of the stack
// options: --no-confirm -- @str:12
// expect: different
#include <stdio.h>

static int deep(int n)
{
	volatile char room[65536];
	room[n] = 1;
	return n <= 0 ? room[n] : deep(n - 1) + 1;
}

static int f(const char *s)
{
	int h = 1;
	for (int i = 0; i < 11 && s[i]; i++) {
		if (s[i] & 1)
			h = h * 2 + 1;
		else
			h = h * 2;
	}
	return deep(h == 2731 ? 80 : 2);
}

int main(int argc, char **argv)
{
	char large[5 << 20]; //NEW
	(void)argc;
	(void)large; //NEW
	printf("%d\n", f(argv[1]));
	return 0;
}
