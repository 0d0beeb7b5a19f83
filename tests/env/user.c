/* user.c: refuses to run as root. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	if (geteuid() == 0)
		fprintf(stderr, "not as root\n");
	return geteuid() == 0;
}
