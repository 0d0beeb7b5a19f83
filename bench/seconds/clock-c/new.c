#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t t = time(NULL);
	struct tm *tm = localtime(&t);
	puts(tm->tm_mon == 0 && tm->tm_mday == 1 && tm->tm_hour == 0 ? "happy new year" : "hello");
	return 0;
}
