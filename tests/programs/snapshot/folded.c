/* folded.c: a value that is set on one side of a folded choice; who prints it made sure of that side. */
#include <stdio.h>
#include <unistd.h>

static volatile int sink;

static void busy(void)
{
	for (int i = 0; i < 80; i++)
		sink += i;
}

int main(void)
{
	char b[4];
	long n = read(0, b, 4);
	int u;
	if (n < 1)
		return 9;
	int ok = b[0] == 'k' || b[0] == 'K';
	if (ok)
		u = 5;
	busy();
	int s = n > 1 && b[1] > 'a' && b[1] < 'm';
	busy();
	if (s)
		puts("s");
	busy();
	if (ok && s)
		printf("%d\n", u);
	return ok;
}
