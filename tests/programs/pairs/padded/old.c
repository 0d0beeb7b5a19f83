/* Numbers of at least three digits, the zeros put in front by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	char text[20];
	for (int i = 1; i < argc; i++) {
		int n = abs(atoi(argv[i]));
		snprintf(text, sizeof text, "%d", n);
		for (size_t k = strlen(text); k < 3; k++)
			putchar('0');
		printf("%s,", text);
	}
	return 0;
}
