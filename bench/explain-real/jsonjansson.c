/* jsonjansson.c: says whether standard input is JSON, by jansson. */
#include <jansson.h>
#include <stdio.h>

int main(void)
{
	char text[256];
	json_error_t error;
	size_t n = fread(text, 1, sizeof text - 1, stdin);
	text[n] = 0;
	json_t *v = json_loadb(text, n, 0, &error);
	puts(v ? "good" : "bad");
	return v ? 0 : 1;
}
