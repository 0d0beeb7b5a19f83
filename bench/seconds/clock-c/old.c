#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t t = time(NULL);
	struct tm *tm = localtime(&t);
	puts(tm->tm_yday == 0 && tm->tm_hour == 0 ? "happy new year" : "hello");
	return 0;
}
