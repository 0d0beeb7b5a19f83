/* stdio_buffer.c: the pointers inside FILE, which gnulib and inlined macros read, after every kind
 * of operation on every kind of stream. */
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(const char *what, FILE *fp)
{
	char *b = fp->_IO_buf_base;
	printf("%s: flags %x read", what, fp->_flags & 0x1b3e);
	if (fp->_flags & 0x100)
		printf(" backup %td", fp->_IO_read_end - fp->_IO_read_ptr);
	else if (fp->_IO_read_base)
		printf(" %td %td %td", fp->_IO_read_base - b, fp->_IO_read_ptr - b, fp->_IO_read_end - b);
	else
		printf(" none");
	if (fp->_IO_write_base)
		printf(" write %td %td %td", fp->_IO_write_base - b, fp->_IO_write_ptr - b,
			   fp->_IO_write_end - b);
	printf(" buf %td offset %ld mode %d", b ? fp->_IO_buf_end - b : -1, fp->_offset, fp->_mode);
	printf(" ext %zu %zu %d%d%d%d%d fd %ld\n", __fbufsize(fp), __fpending(fp), !!__freading(fp),
		   !!__fwriting(fp), !!__freadable(fp), !!__fwritable(fp), !!__flbf(fp),
		   (long)lseek(fileno(fp), 0, SEEK_CUR));
}

static void fill(const char *name, int bytes)
{
	FILE *fp = fopen(name, "w");
	show("opened w", fp);
	for (int i = 0; i < bytes; i++)
		putc(i % 37 == 36 ? '\n' : 'a' + i % 26, fp);
	show("filled", fp);
	fclose(fp);
}

static void reading(void)
{
	char buf[10000];
	FILE *fp = fopen("data", "r");
	show("opened r", fp);
	getc(fp);
	show("getc", fp);
	fgets(buf, 100, fp);
	show("fgets", fp);
	fread(buf, 1, 50, fp);
	show("fread 50", fp);
	fread(buf, 1, 5000, fp);
	show("fread 5000", fp);
	fread(buf, 1, 9000, fp);
	show("fread 9000", fp);
	ungetc('x', fp);
	show("ungetc other", fp);
	ungetc('y', fp);
	show("ungetc again", fp);
	getc(fp);
	show("getc pushed", fp);
	printf("%ld\n", ftell(fp));
	show("ftell", fp);
	getc(fp);
	getc(fp);
	show("back in buffer", fp);
	fseek(fp, 10, SEEK_SET);
	show("fseek 10", fp);
	getc(fp);
	show("getc", fp);
	fseek(fp, 20, SEEK_CUR);
	show("fseek +20", fp);
	fseek(fp, -7, SEEK_END);
	show("fseek end-7", fp);
	while (getc(fp) != EOF)
		;
	show("at end", fp);
	printf("%d %d\n", feof(fp), getc(fp));
	clearerr(fp);
	fseek(fp, 5000, SEEK_SET);
	show("fseek 5000", fp);
	getc(fp);
	fflush(fp);
	show("fflush", fp);
	getc(fp);
	__fpurge(fp);
	show("fpurge", fp);
	fclose(fp);
}

static void writing(void)
{
	char buf[10000];
	memset(buf, 'z', sizeof buf);
	FILE *fp = fopen("out", "w");
	fwrite(buf, 1, 100, fp);
	show("fwrite 100", fp);
	fwrite(buf, 1, 5000, fp);
	show("fwrite 5000", fp);
	fwrite(buf, 1, 9000, fp);
	show("fwrite 9000", fp);
	fputs("line\n", fp);
	show("fputs", fp);
	printf("%ld\n", ftell(fp));
	show("ftell", fp);
	fflush(fp);
	show("fflush", fp);
	fseek(fp, 3, SEEK_SET);
	show("fseek", fp);
	putc('!', fp);
	show("putc", fp);
	__fpurge(fp);
	show("fpurge", fp);
	getc(fp);
	show("getc on w", fp);
	fclose(fp);
}

static void both(void)
{
	char buf[100];
	FILE *fp = fopen("data", "r+");
	fread(buf, 1, 10, fp);
	show("r+ fread", fp);
	fseek(fp, 0, SEEK_CUR);
	show("r+ fseek", fp);
	fputs("WRITTEN", fp);
	show("r+ fputs", fp);
	fflush(fp);
	show("r+ fflush", fp);
	fread(buf, 1, 10, fp);
	show("r+ fread", fp);
	rewind(fp);
	show("r+ rewind", fp);
	fprintf(fp, "%d", 12345);
	show("r+ fprintf", fp);
	fclose(fp);
	fp = fopen("data", "a+");
	show("a+", fp);
	getc(fp);
	show("a+ getc", fp);
	fputs("appended", fp);
	show("a+ fputs", fp);
	printf("%ld\n", ftell(fp));
	fclose(fp);
	fp = fopen("data", "a");
	show("a", fp);
	printf("%ld\n", ftell(fp));
	putc('x', fp);
	show("a putc", fp);
	printf("%ld\n", ftell(fp));
	fclose(fp);
}

static void modes(void)
{
	static char own[64];
	FILE *fp = fopen("out", "w");
	setvbuf(fp, own, _IOFBF, sizeof own);
	show("setvbuf full", fp);
	fputs("0123456789012345678901234567890123456789012345678901234567890123456789", fp);
	show("70 bytes", fp);
	setvbuf(fp, NULL, _IONBF, 0);
	show("setvbuf none", fp);
	fputs("ab", fp);
	show("fputs", fp);
	fclose(fp);
	fp = fopen("out", "w");
	setlinebuf(fp);
	show("setlinebuf", fp);
	fputs("one", fp);
	show("one", fp);
	fputs("two\nthree", fp);
	show("two nl three", fp);
	putc('x', fp);
	show("putc x", fp);
	putc('\n', fp);
	show("putc nl", fp);
	fprintf(fp, "%d\n%d", 1, 2);
	show("fprintf", fp);
	fclose(fp);
	fp = fopen("data", "r");
	setbuf(fp, NULL);
	show("setbuf null", fp);
	getc(fp);
	show("getc", fp);
	ungetc('q', fp);
	show("ungetc", fp);
	fclose(fp);
}

int main(void)
{
	fill("data", 20000);
	reading();
	writing();
	both();
	modes();
	show("stderr", stderr);
	remove("data");
	remove("out");
	return 0;
}
