/* ways.c: ways to move in a file and to find out how long it is: ways WAY FILE. What comes of it is
 * decided on, so that each output is a path of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *name;
static char b[8] = "------";

static void say(long v)
{
	for (long i = -1; i <= 6; i++)
		if (v == i)
			printf("%ld ", i);
	if (v > 6)
		printf("more ");
}

static void say_byte(char c)
{
	putchar(c == 'a' ? 'a' : c == 'b' ? 'b' : c == '-' ? '-' : '?');
}

static int opened(void)
{
	return open(name, O_RDONLY);
}

/* ---- descriptors ---- */

static void from_end(void)
{
	int fd = opened();
	say(lseek(fd, -2, SEEK_END));
	say(read(fd, b, 1));
	say_byte(b[0]);
}

static void before_start(void)
{
	int fd = opened();
	long at = lseek(fd, -2, SEEK_END);
	say(at < 0 && errno == EINVAL);
	say(lseek(fd, 0, SEEK_CUR));
}

static void by_input(void)
{
	int fd = opened();
	read(fd, b, 1);
	say(lseek(fd, 2 * (b[0] - 'a') - 1, SEEK_CUR));
	say(read(fd, b, 2));
	say_byte(b[0]);
}

static void failed_by_input(void)
{
	int fd = opened();
	read(fd, b, 2);
	if (lseek(fd, 'a' - b[1], SEEK_SET) < 0)
		printf("before ");
}

static void duplicates(void)
{
	int fd = opened(), two = fcntl(fd, F_DUPFD, 70), three = dup2(fd, 134);
	say(read(two, b, 2));
	say(lseek(three, 0, SEEK_CUR));
	say(read(fd, b, 2));
	say(read(two, b, 1));
	lseek(three, -1, SEEK_END);
	say(read(fd, b, 3));
}

/* Numbers that are the same in their last six bits. */
static void far_numbers(void)
{
	int fd = dup2(opened(), 5), other = dup2(opened(), 69);
	say(read(fd, b, 4));
	say(read(other, b, 2));
	say(lseek(fd, 0, SEEK_CUR));
	say(lseek(other, 0, SEEK_CUR));
}

static void two_opens(void)
{
	int fd = opened(), other = opened();
	say(read(fd, b, 2));
	say(lseek(other, 0, SEEK_END));
	say(read(other, b, 2));
	say(read(fd, b, 2));
}

static void at_offsets(void)
{
	int fd = opened();
	say(pread(fd, b, 2, 1));
	say(pread(fd, b + 2, 1, 2));
	say_byte(b[2]);
	struct iovec list[] = {{b, 1}, {b + 3, 1}};
	say(readv(fd, list, 2));
	say(preadv(fd, list, 2, 1));
	say(lseek(fd, 0, SEEK_CUR));
}

static void lengths(void)
{
	struct stat st;
	int fd = opened(), n = -1;
	fstat(fd, &st);
	say(st.st_size);
	read(fd, b, 1);
	ioctl(fd, FIONREAD, &n);
	say(n);
	say(lseek(fd, 1, SEEK_DATA));
	say(lseek(fd, 0, SEEK_HOLE));
}

static void only_left(void)
{
	int n = -1, fd = opened();
	lseek(fd, 1, SEEK_SET);
	ioctl(fd, FIONREAD, &n);
	say(n);
}

static void mapped(void)
{
	int fd = opened();
	struct stat st;
	if (fstat(fd, &st) || !st.st_size)
		return;
	const char *p = mmap(NULL, 4, PROT_READ, MAP_PRIVATE, fd, 0);
	say(p[1] == 0);
	say_byte(p[2]);
}

static void sent(void)
{
	int fd = opened(), ends[2];
	off_t at = 1;
	if (pipe(ends))
		return;
	say(sendfile(ends[1], fd, &at, 2));
	say(at);
	say(sendfile(ends[1], fd, NULL, 2));
	say(lseek(fd, 0, SEEK_CUR));
	close(ends[1]);
	if (read(ends[0], b, 4) > 0)
		say_byte(b[0]);
}

static void copied(void)
{
	int fd = opened(), to = open("copy", O_CREAT | O_TRUNC | O_RDWR, 0600);
	lseek(fd, 1, SEEK_SET);
	say(copy_file_range(fd, NULL, to, NULL, 2, 0));
	say(lseek(fd, 0, SEEK_CUR));
	unlink("copy");
}

static void appended(void)
{
	int fd = open(name, O_RDWR | O_APPEND), other = opened();
	say(lseek(other, 0, SEEK_END));
	say(write(fd, "b", 1));
	say(lseek(fd, 0, SEEK_CUR));
	say(read(other, b, 2));
	say_byte(b[0]);
}

static void cut(void)
{
	int fd = opened();
	say(read(fd, b, 8));
	truncate(name, 2);
	say(lseek(fd, -1, SEEK_CUR));
	say(read(fd, b, 2));
}

static void emptied(void)
{
	int fd = opened();
	say(read(fd, b, 8));
	close(open(name, O_WRONLY | O_TRUNC));
	say(lseek(fd, 0, SEEK_CUR));
	say(lseek(fd, 0, SEEK_END));
}

/* ---- streams ---- */

static void stream_end(void)
{
	FILE *f = fopen(name, "r");
	say(fseek(f, -1, SEEK_END));
	say(ftell(f));
	say_byte((char)fgetc(f));
	say(feof(f) != 0);
	rewind(f);
	say((long)fread(b, 1, 2, f));
	say(ftell(f));
}

static void stream_input(void)
{
	FILE *f = fdopen(opened(), "r");
	int c = fgetc(f);
	say(fseek(f, c - 'a', SEEK_SET));
	ungetc('b', f);
	say_byte((char)fgetc(f));
	say_byte((char)fgetc(f));
	say(ftell(f));
}

static void two_streams(void)
{
	FILE *f = fopen(name, "r"), *g = fopen(name, "r");
	setvbuf(g, NULL, _IOFBF, 2);
	say(fseek(g, 2, SEEK_SET));
	say(fgetc(g) == EOF);
	say(fseek(f, 0, SEEK_END));
	say(ftell(f));
	say(ftell(g));
}

static const struct {
	const char *word;
	void (*go)(void);
} ways[] = {
	{"from_end", from_end},
	{"before_start", before_start},
	{"by_input", by_input},
	{"failed_by_input", failed_by_input},
	{"duplicates", duplicates},
	{"far_numbers", far_numbers},
	{"two_opens", two_opens},
	{"at_offsets", at_offsets},
	{"lengths", lengths},
	{"only_left", only_left},
	{"mapped", mapped},
	{"sent", sent},
	{"copied", copied},
	{"appended", appended},
	{"cut", cut},
	{"emptied", emptied},
	{"stream_end", stream_end},
	{"stream_input", stream_input},
	{"two_streams", two_streams},
};

int main(int argc, char **argv)
{
	name = argv[argc - 1];
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (!strcmp(argv[1], ways[i].word))
			ways[i].go();
	putchar('\n');
	return 0;
}
