// snapshots: a value computed from a byte that a shorter input does not fill, long before it is looked at
// options: --stdin @text:4=ab --
// expect: equivalent
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
	int third = b[2] * 3; //NEW
	busy();
	if (n > 0 && b[0] == 'k')
		puts("k");
	busy();
	if (n > 0 && b[0] == 'm')
		puts("m");
	busy();
	if (n == 4 && b[3] == 'y')
		puts("x");
	busy();
	if (n >= 3 && b[2]) //OLD
	if (n >= 3 && third) //NEW
		puts("y");
	return 0;
}
