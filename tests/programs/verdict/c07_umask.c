// class 7: umask
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int c, char **v)
{
	if (atoi(v[1]) == 7)
		umask(077); //OLD
		umask(027); //NEW
	if (open("made", O_CREAT | O_WRONLY, 0666) < 0)
		return 1;
	return 0 * c;
}
