/* Three nested checks. In NEW the first two are reordered, which changes nothing, and the third is
 * rewritten, which does: 5 5 is rejected there. */
#include <stdio.h>

int main(void)
{
	int width, height, sign = 0;
	if (scanf("%d%d", &width, &height) != 2)
		return 2;
	if (height < 8) {
		if (width + height == 10) {
			if (width - height >= 1)
				sign = 1;
			else
				sign = -1;
		}
	}
	printf("%d\n", sign);
	return 0;
}
