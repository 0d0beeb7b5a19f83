/* literal-strtok.clean.c: strtok on an array. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[] = "one two";
	char *w = strtok(text, " ");
	puts(w);
	puts("done");
	return 0;
}
