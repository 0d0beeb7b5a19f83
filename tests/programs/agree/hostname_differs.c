/* NEW greets hosts whose names begin with b as well. */
#include <stdio.h>
#include <unistd.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	char name[65] = "";
	if (gethostname(name, sizeof name - 1))
		return 2;
	if (name[0] == 'a' || (NEW && name[0] == 'b'))
		puts("hello");
	return 0;
}
