// two locals in another order change nothing
// options: -- @int
// expect: equivalent in every world
// try: 1
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[c - 1]);
	char a[4], b[4]; //OLD
	char b[4], a[4]; //NEW
	puts(x > 7 && (a != b) ? "up" : "down");
	return 0;
}
