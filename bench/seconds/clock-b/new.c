#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t t = time(NULL);
	puts(t > 2147483647 ? "late" : "early");
	return 0;
}
