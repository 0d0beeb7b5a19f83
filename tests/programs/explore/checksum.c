// inputs: str[2]
#include <stdio.h>
int main(int argc, char **argv)
{
	unsigned h = 5381;
	for (const unsigned char *p = (const unsigned char *)argv[argc - 1]; *p; p++)
		h = h * 33 + *p;
	if (h % 256 == 77)
		puts("hit");
	return 0;
}
