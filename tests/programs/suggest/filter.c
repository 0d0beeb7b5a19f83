/* A filter on standard input. */
#include <stdio.h>

int main(void)
{
	int c, depth = 0;
	while ((c = getchar()) != EOF) {
		if (c == '(')
			depth++;
		if (c == ')')
			depth--;
		if (depth > 2) //OLD
		if (depth > 3) //NEW
			break;
		putchar(c);
	}
	return 0;
}
