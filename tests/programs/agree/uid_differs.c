/* NEW takes one more user for a privileged one. */
#include <stdio.h>
#include <unistd.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	puts(getuid() <= 4711 + NEW ? "privileged" : "user");
	return 0;
}
