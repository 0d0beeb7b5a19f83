#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t t = time(NULL);
	struct tm *tm = gmtime(&t);
	int year = tm->tm_year + 1900;
	puts(year % 4 == 0 && year % 100 != 0 && tm->tm_yday == 59 ? "leap day" : "day");
	return 0;
}
