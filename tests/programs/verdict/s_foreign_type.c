// own: arithmetic that drift does not know, on other operands
// options: -- @int
// expect: not equivalent
// try: 3
#include <stdlib.h>
int main(int c, char **v)
{
	_Float16 a = atoi(v[1]), b = c, d = 7;
	return (int)(a * b - d); //OLD
	return (int)(a * d - b); //NEW
}
