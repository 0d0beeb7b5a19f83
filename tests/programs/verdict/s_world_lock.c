// own: whether another process holds a lock
// options: -- @int
// expect: depends inherited other processes
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
#include <sys/file.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (flock(open("made", O_CREAT | O_TRUNC | O_RDWR, 0600), LOCK_EX | LOCK_NB))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
