#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t t = time(NULL);
	struct tm *tm = gmtime(&t);
	puts(tm->tm_mon == 1 && tm->tm_mday == 29 ? "leap day" : "day");
	return 0;
}
