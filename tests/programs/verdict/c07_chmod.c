// class 7: chmod
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int c, char **v)
{
	if (open("made", O_CREAT | O_WRONLY, 0644) < 0)
		return 1;
	if (atoi(v[1]) == 7)
		chmod("made", 0600); //OLD
		chmod("made", 0640); //NEW
	return 0 * c;
}
