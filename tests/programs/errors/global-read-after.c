/* global-read-after.c: a month number of 13 reads past the table. */
#include <stdio.h>

static int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int days_in(int month)
{
	return days[month - 1];
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", days_in(12 + argc));
	puts("done");
	return 0;
}
