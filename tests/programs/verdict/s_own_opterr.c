// own: NEW defines a variable of the C library, and nothing else changes
// options: -- @str:3
// expect: different
// try: -x
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int opterr = 0; //NEW
int main(int c, char **v)
{
	int o;
	while ((o = getopt(c, v, "ab")) != -1) printf("%c\n", o);
	return 0;
}
