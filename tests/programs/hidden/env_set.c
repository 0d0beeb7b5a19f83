/* env_set.c: a variable of the environment */
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	if (n == 4)
		setenv("MODE", PICK("fast", "slow", "fa" "st"), 1);
}

#ifdef JUDGE
void observe(void) { printf("%s", getenv("MODE") ? getenv("MODE") : "none"); }
#endif
