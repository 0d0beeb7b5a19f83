/* user_id.c: the effective group */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	gid_t g = getegid();
	if (n == 4 && PICK(1, 0, n / 4) && getuid() == 0)
		setegid(g + 1);
}

#ifdef JUDGE
void observe(void) { printf("%d", getegid() != getgid()); }
#endif
