// own: a sign that a choice prints, and a blank where the other version has a plus
// options: -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	long x = atol(v[1]) * 1000003;
	printf("%+ld\n", x); //OLD
	unsigned long u = x; //NEW
	printf("%c%lu\n", x < 0 ? '-' : ' ', x < 0 ? ~u + 1 : u); //NEW
	return 0;
}
