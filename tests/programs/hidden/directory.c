/* directory.c: the position in an open directory */
#include <dirent.h>
#include <stdio.h>

static DIR *kept;
void f(int n)
{
	kept = opendir("/");
	if (!kept)
		return;
	readdir(kept);
	if (n == 4 && PICK(1, 0, n / 4))
		readdir(kept);
}

#ifdef JUDGE
void observe(void) { printf("%s", readdir(kept)->d_name); }
#endif
