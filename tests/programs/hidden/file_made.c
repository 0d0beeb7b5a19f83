/* file_made.c: contents of a file */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	int fd = open("made", O_CREAT | O_WRONLY | O_TRUNC, 0600);
	write(fd, n == 4 ? PICK("a", "b", "a") : "c", 1);
	close(fd);
}

#ifdef JUDGE
void observe(void)
{
	char c[2] = "";
	read(open("made", O_RDONLY), c, 1);
	printf("%s", c);
}
#endif
