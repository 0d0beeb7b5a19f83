/* shift_state.c: the shift state of mbrtowc */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

void f(int n)
{
	wchar_t w;
	setlocale(LC_CTYPE, "C.UTF-8");
	if (n == 4)
		mbrtowc(&w, PICK("\303", "\304", "\xc3"), 1, NULL);
}

#ifdef JUDGE
void observe(void)
{
	wchar_t w = 0;
	printf("%d ", (int)mbrtowc(&w, "\244", 1, NULL));
	printf("%d", (int)w);
}
#endif
