/* locale_set.c: the locale */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	if (n == 4)
		setlocale(LC_CTYPE, PICK("C.UTF-8", "C", &"-C.UTF-8"[n - 3]));
}

#ifdef JUDGE
void observe(void) { printf("%d", (int)MB_CUR_MAX); }
#endif
