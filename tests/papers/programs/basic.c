/* Two decisions, the second on a value that was changed after the first. */
#include <stdio.h>

int main(void)
{
	int x, y, o;
	if (scanf("%d%d", &x, &y) != 2)
		return 2;
	if (x > 0) {
		y = y + 1;
		if (y > 0)
			o = 10;
		else
			o = 20;
	} else {
		o = 30;
	}
	printf("%d\n", o);
	return 0;
}
