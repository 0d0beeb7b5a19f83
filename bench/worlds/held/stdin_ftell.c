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
	long at = ftell(stdin);
	printf("%d %d\n", c, at < 0 ? V : 0);
}
