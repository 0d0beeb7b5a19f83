/* time_buffer.c: the struct tm that gmtime returns */
#include <stdio.h>
#include <time.h>

void f(int n)
{
	time_t t = n == 4 ? PICK(86400, 172800, 24 * 3600) : 0;
	gmtime(&t);
}

#ifdef JUDGE
static struct tm *held;
__attribute__((constructor)) static void hold(void) { time_t t = 0; held = gmtime(&t); }
void observe(void) { printf("%d", held->tm_mday); }
#endif
