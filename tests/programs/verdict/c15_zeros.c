// class 15: a start value with zeros in front
// options: -- @int=007
// expect: status 1 2
// try: 007
#include <stdio.h>
#include <string.h>
int main(int c, char **v)
{
	(void)c;
	puts(strcmp(v[1], "007") ? "a" : "b"); //OLD
	puts(strcmp(v[1], "007") ? "a" : "c"); //NEW
	return 0;
}
