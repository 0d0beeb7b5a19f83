/* printf-string.c: printf reads a string that does not end. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char name[6];
	memcpy(name, "Ulrich", 6);
	printf("name: %s\n", name);
	puts("done");
	return 0;
}
