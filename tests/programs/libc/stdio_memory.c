/* stdio_memory.c: fmemopen, open_memstream, open_wmemstream and fopencookie. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void dump(const char *buf, size_t n)
{
	putchar('<');
	for (size_t i = 0; i < n; i++)
		printf(buf[i] >= ' ' && buf[i] < 127 ? "%c" : "\\%d", buf[i]);
	puts(">");
}

static void fixed(const char *mode, const char *start)
{
	char buf[16];
	memset(buf, '#', sizeof buf);
	strcpy(buf, start);
	FILE *fp = fmemopen(buf, 12, mode);
	printf("%s %s: at %ld", mode, start, ftell(fp));
	printf(" get %d", getc(fp));
	clearerr(fp);
	printf(" seek %d", fseek(fp, 3, SEEK_SET));
	printf(" put %d at %ld", fputs("XY", fp), ftell(fp));
	printf(" flush %d\n", fflush(fp));
	dump(buf, sizeof buf);
	printf(" end %d", fseek(fp, 0, SEEK_END));
	printf(" at %ld", ftell(fp));
	errno = 0;
	printf(" far %d %d", fseek(fp, 13, SEEK_SET), errno);
	errno = 0;
	fseek(fp, 8, SEEK_SET);
	printf(" long %d", fputs("0123456789", fp));
	errno = 0;
	int r = fflush(fp);
	printf(" flush %d %d", r, r ? errno : 0);
	printf(" close %d\n", fclose(fp));
	dump(buf, sizeof buf);
}

static void reading(void)
{
	char text[] = "line one\nline two\nlast";
	FILE *fp = fmemopen(text, strlen(text), "r");
	char line[40];
	while (fgets(line, sizeof line, fp))
		printf("[%s]", line);
	printf("%d %ld %d\n", feof(fp) != 0, ftell(fp), fileno(fp));
	rewind(fp);
	int a = 0;
	printf("%d %s\n", fscanf(fp, "line %s", line), line);
	printf("%d\n", putc('x', fp) + a);
	fclose(fp);
	fp = fmemopen(NULL, 20, "w+");
	fprintf(fp, "%d %s", 42, "own");
	rewind(fp);
	printf("%d ", fscanf(fp, "%d %s", &a, line));
	printf("%d %s\n", a, line);
	fclose(fp);
}

static void growing(void)
{
	char *buf = NULL;
	size_t size = 99;
	FILE *fp = open_memstream(&buf, &size);
	fputs("hello", fp);
	fflush(fp);
	printf("%zu %s\n", size, buf);
	for (int i = 0; i < 3000; i++)
		fprintf(fp, "%d,", i);
	printf("%ld\n", ftell(fp));
	fflush(fp);
	printf("%zu %zu\n", size, strlen(buf));
	fseek(fp, 1, SEEK_SET);
	fputs("ELL", fp);
	fflush(fp);
	printf("%zu %.8s\n", size, buf);
	fseek(fp, 0, SEEK_END);
	fputs("end", fp);
	printf("%d ", fclose(fp));
	printf("%zu %s\n", size, buf);
	free(buf);
	fp = open_memstream(&buf, &size);
	fclose(fp);
	printf("%zu %d\n", size, buf[0]);
	free(buf);
	wchar_t *wide = NULL;
	fp = open_wmemstream(&wide, &size);
	fwprintf(fp, L"%d wide %ls", 7, L"text");
	fflush(fp);
	printf("%zu %ls\n", size, wide);
	fputwc(L'!', fp);
	fclose(fp);
	printf("%zu %ls\n", size, wide);
	free(wide);
}

static ssize_t my_read(void *c, char *buf, size_t n)
{
	int *left = c;
	printf("(read %zu)", n);
	if (*left == 0)
		return 0;
	if (*left < 0) {
		errno = EIO;
		return -1;
	}
	--*left;
	memcpy(buf, "data\n", 5);
	return 5;
}

static ssize_t my_write(void *c, const char *buf, size_t n)
{
	printf("(write %zu %.*s)", n, n > 20 ? 20 : (int)n, buf);
	return *(int *)c == 77 ? 0 : (ssize_t)n;
}

static int my_seek(void *c, off64_t *off, int whence)
{
	printf("(seek %ld %d)", (long)*off, whence);
	*off = whence == SEEK_SET ? *off : 100;
	return *(int *)c == 5 ? -1 : 0;
}

static int my_close(void *c)
{
	printf("(close)");
	return *(int *)c == 9 ? -1 : 0;
}

static void cookies(void)
{
	cookie_io_functions_t all = {my_read, my_write, my_seek, my_close},
						  none = {NULL, NULL, NULL, NULL};
	int left = 3;
	char line[40];
	FILE *fp = fopencookie(&left, "r", all);
	while (fgets(line, sizeof line, fp))
		printf("%s", line);
	printf("%d%d %d\n", feof(fp) != 0, ferror(fp) != 0, fclose(fp));
	left = -1;
	fp = fopencookie(&left, "r", all);
	errno = 0;
	printf("%d ", getc(fp));
	printf("%d %d%d %d\n", errno, feof(fp) != 0, ferror(fp) != 0, fclose(fp));
	left = 9;
	fp = fopencookie(&left, "w", all);
	fputs("some text", fp);
	printf("%d ", fflush(fp));
	for (int i = 0; i < 1000; i++)
		fputs("0123456789", fp);
	printf("%d ", fseek(fp, 7, SEEK_SET));
	printf("%ld ", ftell(fp));
	printf("%d\n", fclose(fp));
	left = 77;
	fp = fopencookie(&left, "w", all);
	setvbuf(fp, NULL, _IONBF, 0);
	printf("%d ", fputs("lost", fp));
	printf("%d %d\n", ferror(fp) != 0, fclose(fp));
	fp = fopencookie(NULL, "r+", none);
	printf("%d ", getc(fp));
	printf("%d%d ", feof(fp) != 0, ferror(fp) != 0);
	printf("%d ", fseek(fp, 0, SEEK_SET));
	printf("%d\n", fclose(fp));
	printf("%d\n", fopencookie(NULL, "q", none) == NULL);
}

int main(void)
{
	fixed("r", "abcdef");
	fixed("w", "abcdef");
	fixed("a", "abcdef");
	fixed("r+", "abcdef");
	fixed("w+", "abcdef");
	fixed("a+", "abcdef");
	fixed("r", "");
	reading();
	growing();
	cookies();
	return 0;
}
