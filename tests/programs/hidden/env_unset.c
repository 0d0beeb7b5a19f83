/* env_unset.c: a variable that is removed from the environment */
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	setenv("MODE", "on", 1);
	if (n == 4 && PICK(1, 0, n / 4))
		unsetenv("MODE");
}

#ifdef JUDGE
void observe(void) { printf("%s", getenv("MODE") ? getenv("MODE") : "none"); }
#endif
