/* A flag that is set by && in OLD and by || in NEW, and read only under other conditions. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 6)
		return 2;
	int enabled = atoi(argv[1]), equipped = atoi(argv[2]), valid = atoi(argv[3]), rac = atoi(argv[4]), sep = atoi(argv[5]);
	int unknown = valid && rac == 0; //OLD
	int unknown = valid || rac == 0; //NEW
	const char *advice = "unresolved";
	if (enabled && ((equipped && unknown) || !equipped))
		advice = sep > 300 ? "climb" : "descend";
	puts(advice);
	return 0;
}
