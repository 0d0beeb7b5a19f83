/* stdio_errors.c: writing where nothing can be written, and reading what cannot be read. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void state(const char *what, long r, FILE *fp)
{
	int e = errno;
	printf("%s: %ld errno %d err %d eof %d\n", what, r, r < 0 || ferror(fp) ? e : 0,
		   ferror(fp) != 0, feof(fp) != 0);
	errno = 0;
}

int main(void)
{
	char big[10000];
	memset(big, 'x', sizeof big);
	errno = 0;
	FILE *fp = fopen("/dev/full", "w");
	state("fputs", fputs("text", fp), fp);
	state("fflush", fflush(fp), fp);
	state("fwrite", (long)fwrite(big, 1, sizeof big, fp), fp);
	clearerr(fp);
	state("fprintf", fprintf(fp, "%5000d", 1), fp);
	fputs("more", fp);
	int r = fclose(fp);
	printf("fclose %d %d\n", r, errno);
	fp = fopen("/dev/full", "w");
	setvbuf(fp, NULL, _IONBF, 0);
	state("putc", putc('x', fp), fp);
	state("fprintf", fprintf(fp, "%s", "abc"), fp);
	state("fputs", fputs("x", fp), fp);
	r = fclose(fp);
	printf("fclose %d\n", r);
	fp = fopen("/dev/full", "w");
	setvbuf(fp, NULL, _IOLBF, 0);
	state("fputs", fputs("no newline", fp), fp);
	state("fputs", fputs("newline\n", fp), fp);
	printf("fclose %d\n", fclose(fp));
	int p[2];
	pipe(p);
	signal(SIGPIPE, SIG_IGN);
	close(p[0]);
	fp = fdopen(p[1], "w");
	errno = 0;
	state("pipe fputs", fputs("text", fp), fp);
	state("pipe fflush", fflush(fp), fp);
	state("pipe ftell", ftell(fp), fp);
	state("pipe fseek", fseek(fp, 0, SEEK_SET), fp);
	fclose(fp);
	fp = fopen("/dev/null", "r");
	state("null getc", getc(fp), fp);
	state("null putc", putc('x', fp), fp);
	state("seek", fseek(fp, 0, 99), fp);
	state("seek", fseek(fp, -5, SEEK_SET), fp);
	fclose(fp);
	fp = fopen("gone", "w");
	close(fileno(fp));
	state("closed fputs", fputs("text", fp), fp);
	state("closed fflush", fflush(fp), fp);
	r = fclose(fp);
	printf("closed fclose %d %d\n", r, errno);
	remove("gone");
	psignal(SIGSEGV, "psignal");
	psignal(SIGINT, NULL);
	psignal(999, "");
	return 0;
}
