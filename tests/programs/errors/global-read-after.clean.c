/* global-read-after.clean.c: the month is checked. */
#include <stdio.h>

static int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int days_in(int month)
{
	if (month < 1 || month > 12)
		return 0;
	return days[month - 1];
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", days_in(12 + argc));
	puts("done");
	return 0;
}
