/* Small buffers: when what is written goes out. Two streams write to one file, one of them at once. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned state;

static unsigned next(unsigned n)
{
	state = state * 1103515245u + 12345u;
	return (state >> 16) % n;
}

static void put(FILE *to, char letter)
{
	char text[16];
	unsigned n = next(10);
	memset(text, letter, n);
	text[n] = 0;
	if (n && next(4) == 0)
		text[next(n)] = '\n';
	switch (next(14)) {
	case 0: fputs(text, to); break;
	case 1: fprintf(to, "%s", text); break;
	case 2: fwrite(text, 1, n, to); break;
	case 3:
		for (unsigned k = 0; k < n; k++)
			putc(text[k], to);
		break;
	case 4: fprintf(to, "%s\n", text); break;
	case 5: fprintf(to, "%d|%s\n", (int)n * 100, text); break;
	case 6: fprintf(to, "%5d%-4s.", (int)n, "q"); break;
	case 7:
		for (unsigned k = 0; k < n; k++)
			putc_unlocked(text[k], to);
		break;
	case 8: fprintf(to, "%c%x%%%s", n ? text[0] : '_', n * 77, text); break;
	case 9: fprintf(to, "%f %s", n * 1.25, text); break;
	case 10: fprintf(to, "%+d %#x % d%-6d|", (int)n - 4, n, (int)n, (int)n); break;
	case 11: fprintf(to, "%.30f%e%g", n / 3.0, n * 1e10, n * 0.1); break;
	case 12: fprintf(to, "%5c%%%a%08.3f\n", 'z', n / 8.0, n * 3.5 - 9); break;
	case 13:
		fprintf(to, "%f%-8F%p%3c\n", n ? 1.0 / 0.0 : -1.0 / 0.0, 1.0 / 0.0, (void *)0, '\n');
		break;
	}
}

static void try(unsigned seed)
{
	static char buf[64], line[256];
	state = seed;
	size_t size = 1 + next(12);
	int mode = next(5) == 0 ? _IONBF : next(3) == 0 ? _IOLBF : _IOFBF;
	int fd = open("setvbuf_small.tmp", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0644);
	FILE *to = fdopen(fd, "a"), *at_once = fdopen(dup(fd), "a+");
	setvbuf(to, next(6) ? buf : NULL, mode, size);
	setvbuf(at_once, NULL, _IONBF, 0);
	printf("size %zu mode %d\n", size, mode);
	for (int i = 0; i < 12; i++) {
		put(to, (char)('a' + i));
		fprintf(at_once, "<%d>", i);
	}
	fclose(to);
	rewind(at_once);
	while (fgets(line, sizeof line, at_once))
		fputs(line, stdout);
	putchar('\n');
	fclose(at_once);
}

int main(void)
{
	for (unsigned seed = 1; seed <= 60; seed++)
		try(seed);
	unlink("setvbuf_small.tmp");
	return 0;
}
