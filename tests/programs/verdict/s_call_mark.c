// own: what is printed and the value, not told apart, would be the same
// options: --call 'f(@int)'
// expect: different
#include <stdio.h>
int f(int n) {
	return n == 3 ? 1 : 12; //OLD
	if (n == 3) return 1; //NEW
	printf("1"); //NEW
	return 2; //NEW
}
