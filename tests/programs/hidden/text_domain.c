/* text_domain.c: the domain of messages */
#include <libintl.h>
#include <stdio.h>

void f(int n)
{
	if (n == 4)
		textdomain(PICK("one", "two", "on" "e"));
}

#ifdef JUDGE
void observe(void) { printf("%s", textdomain(NULL)); }
#endif
