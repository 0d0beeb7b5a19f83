/* The high byte of a colour: a comparison in OLD where a shift was meant. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	uint16_t red = argc > 1 ? (uint16_t)atoi(argv[1]) : 0;
	uint8_t high = (red > 8) & 0xff; //OLD
	uint8_t high = (red >> 8) & 0xff; //NEW
	printf("%d\n", high);
	return 0;
}
