/* Much is set to what the input says by one call. `stop` is looked at by tests/unit/test_snapshot.c. */
#include <stdlib.h>
#include <string.h>

int stop;

int main(int argc, char **argv)
{
	enum { SIZE = 1 << 20 };
	char *all = malloc(SIZE);
	if (argc < 2 || !all)
		return 2;
	stop = 1;
	memset(all, argv[1][0], SIZE);
	return all[SIZE - 1] == 'x';
}
