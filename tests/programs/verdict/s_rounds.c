// own: how numbers are rounded
// options: -- @int
// expect: different
// try: 3
#include <float.h>
#include <stdlib.h>
int main(int c, char **v)
{
	if (FLT_ROUNDS == 1 && atoi(v[1]) == 3) //NEW
		return 1; //NEW
	return 0 * c * atoi(v[1]);
}
