// own: whether a struct can be copied depends on the address that was chosen
// options: --strategy output --assume 'arg1>=0&&arg1<=7&&arg2>=0&&arg2<=7' -- @int @int
// expect: all differences
#include <stdio.h>
#include <stdlib.h>
struct s { int a[5]; };
static struct s g, copy;
int main(int argc, char **argv)
{
	int x = atoi(argv[1]), y = atoi(argv[2]);
	struct s *p = y == 2 && x == 1 ? 0 : &g; //OLD
	struct s *p = &g; //NEW
	copy = *p;
	printf("%d %d\n", y, argc == 9 ? copy.a[0] : 0);
	return 0;
}
