// own: assembly that drift does not know, with another immediate operand
// options: -- @int
// expect: not equivalent
// try: 1
#include <stdlib.h>
int main(int c, char **v)
{
	int r = atoi(v[1]) * c;
	__asm__("rcll %1,%0" : "+r"(r) : "i"(3)); //OLD
	__asm__("rcll %1,%0" : "+r"(r) : "i"(4)); //NEW
	return r & 127;
}
