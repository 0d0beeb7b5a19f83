/* The status of NEW is another one for process 77. */
#include <unistd.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	return getpid() == 77 ? 5 + NEW : 0;
}
