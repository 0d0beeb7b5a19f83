/* computed.c: values computed from bytes that a shorter input does not fill. Long ways between, so that runs go on
 * from copies; whether such a value is uninitialised is that of each run's own input. */
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
	int third = b[2] * 3, fourth = b[n & 3];
	busy();
	if (n > 0 && b[0] == 'k')
		puts("k");
	busy();
	if (n > 0 && b[0] == 'm')
		puts("m");
	busy();
	if (n >= 3 && third == 3 * 't')
		puts("t");
	busy();
	if (n == 4 && b[3] == 'y')
		puts("y");
	if (b[0] == 'u' && third)
		puts("set or not");
	if (b[0] == 'v')
		write(1, b + 1, 3);
	if (b[0] == 'w' && fourth == 'w')
		puts("w");
	return 0;
}
