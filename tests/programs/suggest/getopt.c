/* A tool with options of getopt_long: the change needs -w with a number. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static const struct option table[] = {
	{"width", required_argument, 0, 'w'}, {"quiet", no_argument, 0, 'q'}, {0, 0, 0, 0}};

int main(int argc, char **argv)
{
	int c, width = 0, quiet = 0;
	while ((c = getopt_long(argc, argv, "w:q", table, NULL)) != -1)
		switch (c) {
		case 'w':
			width = atoi(optarg);
			if (width > 40) //OLD
			if (width > 41) //NEW
				width = 40;
			break;
		case 'q': quiet = 1; break;
		default: fprintf(stderr, "usage: %s [-q] [-w N]\n", argv[0]); return 1;
		}
	if (!quiet)
		printf("width %d\n", width);
	return 0;
}
