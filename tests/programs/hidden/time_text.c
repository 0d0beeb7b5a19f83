/* time_text.c: the text that asctime returns */
#include <stdio.h>
#include <time.h>

void f(int n)
{
	struct tm t = {.tm_year = n == 4 ? PICK(100, 101, 25 * n) : 70, .tm_mday = 1};
	asctime(&t);
}

#ifdef JUDGE
static char *held;
__attribute__((constructor)) static void hold(void) { struct tm t = {.tm_mday = 1}; held = asctime(&t); }
void observe(void) { printf("%s", held); }
#endif
