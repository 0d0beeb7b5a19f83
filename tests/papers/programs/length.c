/* A chunk of a file: NEW goes on after a warning, and copies more bytes than there is room for. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char palette[4] = "";
	const char *chunk = argc > 1 ? argv[1] : "";
	int have_palette = chunk[0] == 'P';
	size_t length = strlen(chunk);
	if (!have_palette)
		puts("missing palette");
	if (length > 3) { //OLD
	else if (length > 3) { //NEW
		puts("incorrect length");
		return 1;
	}
	memcpy(palette, chunk, length);
	puts(palette);
	return 0;
}
