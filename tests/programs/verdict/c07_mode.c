// class 7: the mode of a new file
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
#include <fcntl.h>
#include <stdlib.h>
int main(int c, char **v)
{
	if (atoi(v[1]) == 7)
		return open("made", O_CREAT | O_WRONLY, 0644) < 0; //OLD
		return open("made", O_CREAT | O_WRONLY, 0600) < 0; //NEW
	return 0 * c;
}
