// own: nothing but lines around what drift does not know
// options: -- @int
// expect: equivalent
// try: 3
#include <stdlib.h>

int main(int c, char **v)
{
	//NEW
	//NEW
	_Float16 a = atoi(v[1]), b = c, d = 7;

	return (int)(a * b - d);
}
