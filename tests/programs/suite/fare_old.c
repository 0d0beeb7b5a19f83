/* fare: the price of a ticket. usage: fare AGE ZONES */
#include <stdio.h>
#include <stdlib.h>

static int by_age(int age, int price)
{
	if (age < 6)
		return 0;
	if (age < 16)
		return price / 2;
	return price;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int age = atoi(argv[1]), zones = atoi(argv[2]);
	if (age < 0 || zones < 1 || zones > 5) {
		puts("no such ticket");
		return 1;
	}
	int price = 2;
	if (zones > 2)
		price = 4;
	printf("%d\n", by_age(age, price));
	return 0;
}
