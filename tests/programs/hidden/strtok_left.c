/* strtok_left.c: the text that strtok continues */
#include <stdio.h>
#include <string.h>

static char text[] = "a b c d";
void f(int n)
{
	strtok(text, " ");
	if (n == 4 && PICK(1, 0, n / 4))
		strtok(NULL, " ");
}

#ifdef JUDGE
void observe(void) { printf("%s", strtok(NULL, " ")); }
#endif
