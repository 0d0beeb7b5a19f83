/* process_name.c: the name of the thread */
#include <stdio.h>
#include <sys/prctl.h>

void f(int n)
{
	if (n == 4)
		prctl(PR_SET_NAME, PICK("one", "two", "o" "ne"), 0, 0, 0);
}

#ifdef JUDGE
void observe(void)
{
	char b[16] = "";
	prctl(PR_GET_NAME, b, 0, 0, 0);
	printf("%s", b);
}
#endif
