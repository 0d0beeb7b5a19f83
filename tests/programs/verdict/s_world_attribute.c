// own: whether the file system has extended attributes
// options: -- @int
// expect: depends system
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
#include <sys/xattr.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (fsetxattr(open("made", O_CREAT | O_TRUNC | O_RDWR, 0600), "user.a", "b", 1, 0) == 0)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
