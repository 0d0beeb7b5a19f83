// class 32: a lock that another open file of the program holds
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: not equivalent
// try: 5
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	(void)argc;
	int one = open("f", O_RDWR | O_CREAT, 0644), other = open("f", O_RDWR);
	if (atoi(argv[1]) == 5) //OLD
	if (atoi(argv[1]) == 6) //NEW
		flock(one, LOCK_EX);
	printf("%d\n", flock(other, LOCK_EX | LOCK_NB));
	unlink("f");
	return 0;
}
