/* file_mode.c: the mode of a file */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void f(int n)
{
	close(open("a", O_CREAT | O_WRONLY, 0600));
	if (n == 4)
		chmod("a", PICK(0640, 0644, 0600 | 040));
}

#ifdef JUDGE
void observe(void)
{
	struct stat s;
	stat("a", &s);
	printf("%o", s.st_mode);
}
#endif
