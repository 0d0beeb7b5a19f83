// own: states that are equal but for the room of a local, which nothing has set yet
// options: -- @str:12
// expect: different
#include <stdio.h>

static void put(char *b, const char *s)
{
	int h = 1;
	for (int i = 0; i < 11 && s[i]; i++) {
		if (s[i] & 1)
			h = h * 2 + 1;
		else
			h = h * 2;
	}
	if (h == 2731)
		b[3] = 1;
}

static void f(const char *s)
{
	char b[4]; //OLD
	char b[3]; //NEW
	put(b, s);
}

int main(int argc, char **argv)
{
	if (argc == 2)
		f(argv[1]);
	puts("done");
	return 0;
}
