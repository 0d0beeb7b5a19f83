/* differs: stdin=pipe env:SLOW=1 input=ab */
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
	int n = getchar();
	if (getenv("SLOW") && lseek(0, 0, SEEK_END) < 0)
		n += V;
	printf("%d\n", n);
}
