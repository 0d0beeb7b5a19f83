/* A scanner's buffer, as flex has it: two zeros behind what was read, wherever that ends, and rules that
 * look at bytes up to them. On longer inputs these bytes are the file's, on shorter ones they were never
 * set. The buffer moves when it grows, with what was set of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int busy;

static void work(int n)
{
	for (int i = 0; i < n; i++)
		busy += i;
}

static long fill(char *buffer, long room)
{
	long n = read(0, buffer, (size_t)room - 2);
	if (n < 0)
		n = 0;
	buffer[n] = 0;
	buffer[n + 1] = 0;
	return n;
}

/* Words and numbers; up to the zero. */
static int scan(const char *p)
{
	int tokens = 0;
	while (*p) {
		if (*p >= '0' && *p <= '9')
			tokens += 100;
		else if (*p == 'a' && p[1] == 'b')
			tokens += 10, p++;
		else
			tokens++;
		p++;
		work(60);
	}
	return tokens;
}

int main(void)
{
	char *buffer = malloc(16), more[32];
	long n = fill(buffer, 16);
	work(200);
	int tokens = scan(buffer);
	buffer = realloc(buffer, 4096); /* moves */
	memcpy(more, buffer, 16);       /* also what was not set */
	work(200);
	if (more[0] == 'x')
		tokens += scan(more + 1);
	if (tokens == 3 && more[5] == 'y') /* set on some inputs */
		puts("five");
	n = fill(buffer, 4096); /* at the end */
	if (buffer[2] == 'z')
		tokens++;
	printf("%ld %d\n", n, tokens);
	free(buffer);
	return 0;
}
