/* Figure 5 of the paper on change interaction errors. */
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	const char *fs = argv[argc - 1];
	int v = 0, init = 1, c;
	bool lhs = false;
	while (true) {
		if (isdigit((unsigned char)*fs)) {
			v = *fs - '0';
			lhs = true;
		} else if (*fs == '-') {
			c = lhs;
			init = c ? v : 1;
		} else if (*fs == 0) {
			assert(init != 0);
			break;
		}
		fs++;
	}
	printf("%d\n", init);
	return 0;
}
