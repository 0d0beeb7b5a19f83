/* A room of ROOM characters; where it is too small nothing shows natively. */
#include <stdio.h>
#include <stdlib.h>

#include "table.h"

int main(int argc, char **argv)
{
	char *room = calloc(1, ROOM);
	if (argc > 2)
		return far_away();
	int bad = !room || argc < 2 || put(room, atoi(argv[1]), 'x');
	puts(bad ? "refused" : "kept");
	free(room);
	return 0;
}
