// sly: code added behind both sides of a branch, one of which has counterparts to its end
// options: -- @int
// expect: different
#include <stdio.h>
#include <stdlib.h>
struct range {
	int low, high;
};
static struct range ranges[8];
int main(int c, char **v)
{
	int x = atoi(v[c - 1]), n = 1;
	ranges[1].low = 4;
	if (x > 100) {
		if (x > 200)
			ranges[n].high = 3;
	} else {
		if (x == 7)
			n = 2;
		ranges[n + 1] = ranges[n - 1];
	}
	if (n > 1 && ranges[n].low == ranges[n + 2].low) //NEW
		ranges[n].high = 9; //NEW
	printf("%d\n", ranges[n].high);
	return 0;
}
