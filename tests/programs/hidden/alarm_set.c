/* alarm_set.c: the alarm */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4)
		alarm(PICK(100, 200, 50 + 50));
}

#ifdef JUDGE
void observe(void) { printf("%d", alarm(0) > 150); }
#endif
