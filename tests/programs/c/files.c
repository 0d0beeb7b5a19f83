/* files.c: temporary files written, read back, appended, sought, renamed and removed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char dir[] = "/tmp/drift-files-XXXXXX", a[64], b[64];
	if (!mkdtemp(dir))
		return 1;
	snprintf(a, sizeof a, "%s/a", dir);
	snprintf(b, sizeof b, "%s/b", dir);
	FILE *f = fopen(a, "w");
	for (int i = 0; i < 100; i++)
		fprintf(f, "line %d\n", i);
	printf("%ld\n", ftell(f));
	fclose(f);
	f = fopen(a, "r+");
	fseek(f, 10, SEEK_SET);
	char buf[16];
	printf("%s", fgets(buf, sizeof buf, f));
	fseek(f, -8, SEEK_END);
	printf("%s", fgets(buf, sizeof buf, f));
	rewind(f);
	fputs("LINE", f);
	fclose(f);
	f = fopen(a, "a");
	fputs("end\n", f);
	fclose(f);
	struct stat st;
	printf("%d %ld %d\n", stat(a, &st), (long)st.st_size, S_ISREG(st.st_mode));
	printf("%d %d\n", rename(a, b), access(a, F_OK) == -1 && errno == ENOENT);
	int fd = open(b, O_RDONLY);
	char raw[5] = "";
	printf("%zd %s %ld\n", read(fd, raw, 4), raw, (long)lseek(fd, 0, SEEK_END));
	close(fd);
	fd = open(b, O_RDWR | O_TRUNC);
	printf("%zd %zd\n", write(fd, "xyz", 3), pread(fd, raw, 2, 1));
	printf("%d %.2s\n", ftruncate(fd, 1), raw);
	close(fd);
	printf("%d %d\n", mkdir(dir, 0700) == -1, errno == EEXIST);
	printf("%d", rmdir(dir) == -1);
	printf("%d%d\n", unlink(b), rmdir(dir));
	f = fopen(a, "r");
	printf("%d %s\n", f == NULL, strerror(errno));
	errno = ENOENT;
	perror("perror");
	f = tmpfile();
	fputs("temp", f);
	rewind(f);
	printf("%c%c\n", fgetc(f), getc(f));
	fclose(f);
	return 0;
}
