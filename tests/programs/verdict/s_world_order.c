// own: the order in which the file system has names
// options: -- @int
// expect: depends system
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <dirent.h>
#include <sys/stat.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	mkdir("made", 0700);
	mkdir("made/a", 0700);
	mkdir("made/b", 0700);
	DIR *d = opendir("made");
	struct dirent *e = d ? readdir(d) : NULL;
	if (e && e->d_name[0] == 98)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
