#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int keys[3], n = 0;
	if (argc != 5)
		return 2;
	for (int i = 0; i < 3; i++) {
		int key = atoi(argv[1 + i]), j = n++;
		for (; j > 0 && keys[j - 1] > key; j--)
			keys[j] = keys[j - 1];
		keys[j] = key;
	}
	int gone = atoi(argv[4]);
	for (int i = 0; i < n; i++)
		if (keys[i] != gone)
			printf("%d\n", keys[i]);
	return 0;
}
