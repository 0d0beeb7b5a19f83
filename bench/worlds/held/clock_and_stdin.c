/* differs: clock=500 stdin=pipe input=a */
/* drift: --stdin @text:2 */
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
	if (time(0) < 1000 && lseek(0, 0, SEEK_CUR) < 0)
		c += V;
	printf("%d\n", c);
}
