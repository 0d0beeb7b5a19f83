/* zone.c: needs noon UTC to be noon. */
#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t noon = 12 * 3600;
	struct tm *t = localtime(&noon);
	if (t->tm_hour != 12)
		fprintf(stderr, "noon is at %d\n", t->tm_hour);
	return t->tm_hour != 12;
}
