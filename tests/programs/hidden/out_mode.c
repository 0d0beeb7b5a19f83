/* out_mode.c: how standard output is buffered */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4)
		setvbuf(stdout, NULL, PICK(_IOLBF, _IOFBF, _IOLBF + 0), 0);
}

#ifdef JUDGE
void observe(void) { fputs("line\n", stdout); _exit(0); }
#endif
