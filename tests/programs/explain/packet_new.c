/* A packet without data sets a connection up and is kept. */
#include <stdio.h>
#include <string.h>

static char expected;

static void handle(const char *packet)
{
	size_t n = strlen(packet);
	if (n == 1 && packet[0] != 's') {
		expected = packet[0];
		return;
	}
	if (packet[0] != expected)
		return;
	printf("%s\n", packet + 1);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		handle(argv[i]);
	return 0;
}
