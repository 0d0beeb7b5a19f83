/* tables.c: a stream cipher: reads of reads of a table that depends on the key. */
#include <stdio.h>
#include <string.h>

static unsigned char s[256];

static void swap(int i, int j)
{
	unsigned char t = s[i];
	s[i] = s[j];
	s[j] = t;
}

int main(int argc, char **argv)
{
	unsigned char key[16] = {0};
	unsigned out = 0;
	int i = 0, j = 0;
	strncpy((char *)key, argc > 1 ? argv[1] : "", sizeof key);
	for (i = 0; i < 256; i++)
		s[i] = (unsigned char)i;
	for (i = 0; i < 256; i++) {
		j = (j + s[i] + key[i & 15]) & 255;
		swap(i, j);
	}
	for (i = j = 0; i < 40;) {
		i++;
		j = (j + s[i]) & 255;
		swap(i, j);
		out = out * 256 + s[(s[i] + s[j]) & 255];
	}
	puts(out == 0x41424344 ? "yes" : "no");
	return 0;
}
