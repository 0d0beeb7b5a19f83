/* stdio-streams.c: buffering, interleaving of streams, memory streams, errors, formatted pieces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	printf("a");
	fprintf(stderr, "1");
	fputs("b\n", stdout);
	putc('c', stdout);
	fputc('2', stderr);
	puts("d");
	fwrite("efgh", 2, 2, stdout);
	putchar('\n');
	char *mem = NULL;
	size_t size = 0;
	FILE *m = open_memstream(&mem, &size);
	for (int i = 0; i < 50; i++)
		fprintf(m, "%d,", i);
	fclose(m);
	printf("%zu %.20s\n", size, mem);
	FILE *r = fmemopen(mem, size, "r");
	int a, b;
	int n = fscanf(r, "%d,%d,", &a, &b);
	printf("%d %d %d %c\n", n, a, b, fgetc(r));
	ungetc('x', r);
	printf("%c%c %ld\n", fgetc(r), fgetc(r), ftell(r));
	while (fgetc(r) != EOF)
		;
	printf("%d %d\n", !!feof(r), ferror(r));
	clearerr(r);
	printf("%d\n", feof(r));
	fclose(r);
	free(mem);
	printf("%5d|%-5d|%05d|%+d|% d|%x|%#o|%e|%.3s|%*d|%c|%%\n", 1, 2, 3, 4, 5, 255, 8, 12345.678,
		   "truncate", 6, 7, 'c');
	printf("%2$s %1$s\n", "world", "hello");
	printf("%hhd %hd %ld %lld %zu %jd %td\n", (char)-1, (short)-2, -3L, -4LL, (size_t)5, (long)6,
		   (long)7);
	int count = 0;
	printf("count%n\n", &count);
	char buf[8];
	int need = snprintf(buf, sizeof buf, "%s", "too long for it");
	printf("%d %d %s\n", count, need, buf);
	fflush(NULL);
	fclose(stderr);
	return ferror(stdout);
}
