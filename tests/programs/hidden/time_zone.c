/* time_zone.c: the time zone */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void f(int n)
{
	setenv("TZ", n == 4 ? PICK("AAA+1", "AAA+2", "AAA+01") : "AAA", 1);
	tzset();
	unsetenv("TZ");
}

#ifdef JUDGE
void observe(void) { printf("%ld %s", timezone, tzname[0]); }
#endif
