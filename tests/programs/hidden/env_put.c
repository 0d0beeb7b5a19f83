/* env_put.c: a variable of the environment in the memory of the program */
#include <stdio.h>
#include <stdlib.h>

static char text[] = "MODE=a";
void f(int n)
{
	if (n == 4 && PICK(1, 0, n / 4))
		putenv(text);
}

#ifdef JUDGE
void observe(void) { text[5] = 'b'; printf("%s", getenv("MODE") ? getenv("MODE") : "none"); }
#endif
