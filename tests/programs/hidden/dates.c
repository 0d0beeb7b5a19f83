/* dates.c: the times of a file */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <utime.h>
#include <unistd.h>

void f(int n)
{
	struct utimbuf t = {1000, n == 4 ? PICK(2000, 3000, 500 * n) : 1000};
	close(open("a", O_CREAT | O_WRONLY, 0600));
	utime("a", &t);
}

#ifdef JUDGE
void observe(void)
{
	struct stat s;
	stat("a", &s);
	printf("%ld", (long)s.st_mtime);
}
#endif
