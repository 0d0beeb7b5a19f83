#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t t = time(NULL);
	struct tm *tm = gmtime(&t);
	puts(tm->tm_year + 1900 >= 2038 ? "late" : "early");
	return 0;
}
