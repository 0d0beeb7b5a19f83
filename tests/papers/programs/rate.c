/* A bound that is 600 in OLD and 700 in NEW, between two other conditions. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int confident = atoi(argv[1]), rate = atoi(argv[2]), separation = atoi(argv[3]);
	int enabled = confident && rate <= 600 && separation > 600; //OLD
	int enabled = confident && rate <= 700 && separation > 600; //NEW
	puts(enabled ? "enabled" : "off");
	return 0;
}
