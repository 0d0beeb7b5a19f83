/* differs: stdin=pipe input=abc */
/* drift: --stdin @text:4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

int main(void)
{
	int c = getchar();
	if (lseek(0, 0, SEEK_CUR) == -1)
		c ^= V;
	printf("%d\n", c);
}
