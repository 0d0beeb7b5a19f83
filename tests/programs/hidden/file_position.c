/* file_position.c: the position of a stream */
#include <stdio.h>

static FILE *kept;
void f(int n)
{
	kept = fopen("/etc/passwd", "r");
	if (kept && n == 4)
		fseek(kept, PICK(3, 5, 1 + 2), SEEK_SET);
}

#ifdef JUDGE
void observe(void) { printf("%ld", ftell(kept)); }
#endif
