/* stdio_random.c: long random sequences of operations on a stream; what they return, where they
 * leave the stream and what ends up in the file. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t state;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static unsigned hash(const char *s, size_t n)
{
	unsigned h = 2166136261u;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h;
}

static char text[6000];

/* Between reading and writing there must be a seek: the kind of the last operation. */
enum last { NEITHER, READ, WROTE };

static void step(FILE *fp, enum last *last, int can_read, int can_write)
{
	unsigned what = (unsigned)(next() % 16);
	size_t size = next() % (next() % 4 ? 60 : 5500);
	long r = -2;
	char buf[6000];
	if (what < 6 && can_read) {
		if (*last == WROTE)
			fseek(fp, 0, SEEK_CUR);
		*last = READ;
		switch (what) {
		case 0: r = getc(fp); break;
		case 1:
			r = (long)fread(buf, 1, size, fp);
			printf("%x ", hash(buf, (size_t)r));
			break;
		case 2:
			buf[0] = '\0';
			r = fgets(buf, (int)size + 1, fp) != NULL;
			printf("%x ", hash(buf, strlen(buf)));
			break;
		case 3:
			/* glibc itself loses its way when such a stream is written to afterwards. */
			r = can_write ? 0 : ungetc((int)(next() % 256), fp);
			break;
		case 4: {
			int c = getc(fp);
			r = c == EOF ? -1 : ungetc(c, fp);
			break;
		}
		case 5: {
			char *line = NULL;
			size_t room = 0;
			r = getline(&line, &room, fp);
			printf("%x %zu ", r > 0 ? hash(line, (size_t)r) : 0, room);
			free(line);
			break;
		}
		}
	} else if (what < 10 && can_write) {
		if (*last == READ)
			fseek(fp, 0, SEEK_CUR);
		*last = WROTE;
		switch (what) {
		case 6: r = putc((int)(next() % 256), fp); break;
		case 7: r = (long)fwrite(text + size % 500, 1, size, fp); break;
		case 8: r = fprintf(fp, "%d %.*s\n", (int)size, (int)size, text); break;
		case 9: r = fputs("a line\n", fp); break;
		}
	} else {
		*last = NEITHER;
		switch (what % 6) {
		case 0: r = fseek(fp, (long)(next() % 9000), SEEK_SET); break;
		case 1: r = fseek(fp, (long)(next() % 200) - 100, SEEK_CUR); break;
		case 2: r = fseek(fp, -(long)(next() % 3000), SEEK_END); break;
		case 3: r = fflush(fp); break;
		case 4: rewind(fp); break;
		case 5: {
			fpos_t pos;
			r = fgetpos(fp, &pos) ? -1 : fsetpos(fp, &pos);
			break;
		}
		}
	}
	printf("%u:%ld @%ld %d%d\n", what, r, ftell(fp), !!feof(fp), !!ferror(fp));
}

static void session(const char *mode, int can_read, int can_write, int buffering, size_t size)
{
	FILE *fp = fopen("data", mode);
	printf("== %s %d %zu\n", mode, buffering, size);
	if (buffering >= 0)
		setvbuf(fp, NULL, buffering, size);
	enum last last = NEITHER;
	for (int i = 0; i < 120; i++)
		step(fp, &last, can_read, can_write);
	printf("close %d\n", fclose(fp));
	int fd = open("data", O_RDONLY);
	static char all[200000];
	ssize_t n = read(fd, all, sizeof all);
	close(fd);
	printf("%zd %x\n", n, hash(all, (size_t)n));
	if (n > 60000)
		truncate("data", 20000);
}

int main(void)
{
	state = 1234567;
	for (size_t i = 0; i < sizeof text; i++)
		text[i] = (char)(next() % 20 ? 'a' + next() % 26 : '\n');
	close(open("data", O_CREAT | O_WRONLY | O_TRUNC, 0644));
	session("w+", 1, 1, -1, 0);
	for (int i = 0; i < 2; i++) {
		session("r", 1, 0, -1, 0);
		session("r+", 1, 1, -1, 0);
		session("a", 0, 1, -1, 0);
		session("r+", 1, 1, _IONBF, 0);
		session("r", 1, 0, _IONBF, 0);
		session("r+", 1, 1, _IOLBF, 0);
		session("a+", 1, 1, -1, 0);
		session("w", 0, 1, _IOLBF, 0);
	}
	remove("data");
	return 0;
}
