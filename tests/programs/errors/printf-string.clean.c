/* printf-string.clean.c: the precision ends the string. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char name[6];
	memcpy(name, "Ulrich", 6);
	printf("name: %.6s\n", name);
	puts("done");
	return 0;
}
