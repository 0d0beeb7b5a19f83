// inputs: str[2]
#include <stdio.h>
int main(int argc, char **argv)
{
	char b[2];
	int n = 0;
	for (const char *p = argv[argc - 1]; *p; p++)
		b[n++] = *p;
	b[n] = 0;
	puts(n ? "text" : "empty");
	return 0;
}
