/* gzclient.c: reads the header of a gzip file eight bytes at a time and prints its extra field. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROOM = 16, PIECE = 8 };

int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
	unsigned char piece[PIECE], out[64];
	z_stream s = {0};
	gz_header head = {0};
	size_t n;
	if (!in || inflateInit2(&s, 15 + 16) != Z_OK)
		return 2;
	head.extra = calloc(1, ROOM);
	head.extra_max = ROOM;
	inflateGetHeader(&s, &head);
	while ((n = fread(piece, 1, PIECE, in)) > 0) {
		s.next_in = piece;
		s.avail_in = (uInt)n;
		s.next_out = out;
		s.avail_out = sizeof out;
		int r = inflate(&s, Z_NO_FLUSH);
		if (r != Z_OK && r != Z_BUF_ERROR) {
			printf("ends with %d\n", r);
			return 1;
		}
	}
	printf("extra %u\n", head.extra_len);
	return 0;
}
