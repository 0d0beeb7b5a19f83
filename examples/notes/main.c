/* main.c: keeps notes in a file.
 *
 * Usage: notes [TEXT...]
 *
 * Two sources and a file that is written: run in the machine, the file on the disk stays as it is.
 */
#include <stdio.h>
#include <stdlib.h>

#include "store.h"

int main(int argc, char **argv)
{
	const char *path = getenv("NOTES");
	if (!path)
		path = "notes.txt";
	for (int i = 1; i < argc; i++)
		if (store_add(path, argv[i])) {
			perror(path);
			return 1;
		}
	if (!store_list(path))
		puts("no notes");
	return 0;
}
