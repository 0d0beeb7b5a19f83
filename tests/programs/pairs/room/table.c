/* Puts a character to a place of a room of 25. */
#include "table.h"

int put(char *to, int at, char what)
{
	if (at < 0 || at > 24)
		return -1;
	to[at] = what;
	return 0;
}
