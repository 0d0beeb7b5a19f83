// inputs: text[1]
#include <stdio.h>
int main(void)
{
	int c, n = 0, lines = 0;
	while ((c = getchar()) != EOF) {
		n++;
		lines += c == '\n';
	}
	printf("%d %d\n", n, lines);
	return 0;
}
