/* user_list.c: the position in the list of users */
#include <pwd.h>
#include <stdio.h>

void f(int n)
{
	getpwent();
	if (n == 4 && PICK(1, 0, n / 4))
		getpwent();
}

#ifdef JUDGE
void observe(void)
{
	struct passwd *p = getpwent();
	printf("%s", p ? p->pw_name : "none");
}
#endif
