/* variable.c: wants the variable APP_MODE to be "fast". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *mode = getenv("APP_MODE");
	if (!mode || strcmp(mode, "fast") != 0) {
		fprintf(stderr, "wrong mode\n");
		return 3;
	}
	return 0;
}
