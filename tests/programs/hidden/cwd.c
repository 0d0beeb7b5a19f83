/* cwd.c: the working directory */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4)
		chdir(PICK("/", "/usr", "/usr/.."));
}

#ifdef JUDGE
void observe(void)
{
	char b[100];
	printf("%s", getcwd(b, sizeof b) ? "" : "none");
	printf("%d", access("usr", F_OK));
}
#endif
