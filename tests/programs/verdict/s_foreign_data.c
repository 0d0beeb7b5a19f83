// own: data of a type that drift does not know
// options: -- @int
// expect: not equivalent
// try: 3
#include <stdlib.h>
static struct {
	int a;
	__float128 k;
} s = {1, 3}; //OLD
} s = {1, 4}; //NEW
int main(int c, char **v)
{
	int n = atoi(v[1]);
	return n == c + 1 ? (int)(s.k * n) : s.a;
}
