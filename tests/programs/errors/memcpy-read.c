/* memcpy-read.c: memcpy reads past a global. */
#include <stdio.h>
#include <string.h>

static char key[6] = "secret";

int main(int argc, char **argv)
{
	(void)argv;
	char buf[16];
	memset(buf, 0, sizeof buf);
	memcpy(buf, key, (size_t)argc + 6);
	puts(buf);
	puts("done");
	return 0;
}
