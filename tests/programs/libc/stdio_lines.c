/* stdio_lines.c: standard input by characters, words and lines; what is left where. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char line[20];
	printf("%d ", getchar());
	printf("%d ", ungetc('Z', stdin));
	printf("%d\n", getchar_unlocked());
	while (fgets(line, sizeof line, stdin) && line[0] != '.')
		printf("[%s]", line);
	char *text = NULL;
	size_t room = 0;
	ssize_t n = getline(&text, &room, stdin);
	printf("%zd %zu %s", n, room, text);
	n = getdelim(&text, &room, ';', stdin);
	printf("%zd %zu %s\n", n, room, text);
	n = getdelim(&text, &room, -1, stdin);
	printf("%zd %zu %.10s\n", n, room, text);
	errno = 0;
	n = getline(&text, &room, stdin);
	printf("%zd %d %d\n", n, errno, feof(stdin) != 0);
	n = getline(NULL, &room, stdin);
	printf("%zd %d\n", n, errno);
	free(text);
	printf("%d\n", getw(stdin));
	FILE *fp = fopen("words", "w+");
	printf("%d %d ", putw(0x01020304, fp), putw(-1, fp));
	rewind(fp);
	printf("%x ", getw(fp));
	printf("%d %d\n", getw(fp), feof(fp));
	fclose(fp);
	/* Reading some of a file and ending leaves the descriptor where reading stopped. */
	fp = fopen("words", "w+");
	fputs("0123456789abcdef", fp);
	rewind(fp);
	int fd = dup(fileno(fp));
	for (int i = 0; i < 5; i++)
		getc(fp);
	printf("%d", fflush(fp));
	printf(" %ld", (long)lseek(fd, 0, SEEK_CUR));
	getc(fp);
	ftell(fp);
	printf(" %d", fclose(fp));
	printf(" %ld\n", (long)lseek(fd, 0, SEEK_CUR));
	puts("puts");
	fputs("fputs\n", stdout);
	putchar_unlocked('c');
	putc_unlocked('\n', stdout);
	fwrite("ab\0cd\n", 1, 6, stdout);
	printf("%zu %zu %zu\n", fwrite("", 0, 5, stdout), fwrite("", 5, 0, stdout),
		   fread(line, 3, 0, stdin));
	printf("%d %d\n", fputs("", stdout), puts(""));
	printf("%d %d\n", fileno(stdin), fileno(stdout));
	perror("perror");
	perror("");
	perror(NULL);
	remove("words");
	return 0;
}
