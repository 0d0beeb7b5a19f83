#include <stdio.h>
#include <time.h>

int main(void)
{
	long t = time(NULL);
	printf("%02d:%02d\n", (int)(t / 3600 % 24), (int)(t / 60 % 60));
	return 0;
}
