/* env_order.c: two variables, set in another order: getenv does not show it, environ does */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;
void f(int n)
{
	if (n == 4 && PICK(1, 0, n / 4)) {
		setenv("AA", "1", 1);
		setenv("BB", "2", 1);
	} else {
		setenv("BB", "2", 1);
		setenv("AA", "1", 1);
	}
}

#ifdef JUDGE
void observe(void)
{
	for (char **p = environ; *p; p++)
		if (!strncmp(*p, "AA=", 3) || !strncmp(*p, "BB=", 3))
			puts(*p);
}
#endif
