// inputs: text[1]
#include <stdio.h>
#include <string.h>
int main(void)
{
	char line[8];
	if (!fgets(line, sizeof line, stdin)) {
		puts("end");
		return 1;
	}
	printf("%zu\n", strlen(line));
	return 0;
}
