/* locale.c: needs the locale of its environment to exist. */
#include <locale.h>
#include <stdio.h>

int main(void)
{
	if (!setlocale(LC_ALL, "")) {
		fprintf(stderr, "locale is missing\n");
		return 1;
	}
	return 0;
}
