// inputs: int[-5,60]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	static const int t[] = {1, 4, 9, 16, 25, 36, 49};
	int v = atoi(argv[argc - 1]), low = 0, high = 7;
	while (low < high) {
		int mid = (low + high) / 2;
		if (t[mid] < v)
			low = mid + 1;
		else
			high = mid;
	}
	printf("%d%s\n", low, low < 7 && t[low] == v ? " found" : "");
	return 0;
}
