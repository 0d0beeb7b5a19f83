// own: NEW decides without effect what a later branch decides again; runs with one prefix are cut all or none
// options: -- @int @int @int
// expect: equivalent
#include <stdio.h>
#include <stdlib.h>

static int table[4] = {1, 2, 3, 4};

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]), t = 5;
	(void)argc, (void)t;
	t = 6; //OLD
	if (a == 7) //NEW
		t = 6; //NEW
	else //NEW
		t = 6 + (b == 12345 && b == 3); //NEW
	if (b > 3) {
		if (a == 7)
			table[1]++;
	}
	if (c > 2 && b > 3) {
		if (a == 7)
			c++;
		puts("c");
	}
	printf("%d\n", table[1]);
	return b == 9 ? 1 : 0;
}
