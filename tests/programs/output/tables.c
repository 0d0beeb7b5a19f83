// inputs: int[0,5] int[-9,9]
// table small {-1, 2, -3, 4, -5, 6}
// table mid {-100, 200, -300, 400, -500, 600}
// table wide {-100000, 2, 3, -4, 5, 6}
// table bytes {200, 1, 3, 255, 7, 90}
#include <stdio.h>
#include <stdlib.h>
static const signed char small[6] = {-1, 2, -3, 4, -5, 6};
static const short mid[6] = {-100, 200, -300, 400, -500, 600};
static const int wide[6] = {-100000, 2, 3, -4, 5, 6};
static const unsigned char bytes[6] = {200, 1, 3, 255, 7, 90};
static const char letters[] = "abcdef";
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
	printf("%d %d %d %c %x\n", small[a], mid[a], wide[a], letters[a], small[a] + b);
	printf("%d %d %u %d %x\n", small[a] & 255, (unsigned short)mid[a], wide[a], bytes[a], wide[a]);
	printf("%d %d\n", (unsigned char)(small[a] + b), (signed char)bytes[a]);
	if (small[a] == -5)
		puts("five");
	if ((unsigned char)small[a] == 255)
		puts("one");
	return 0;
}
