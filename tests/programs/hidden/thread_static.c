/* thread_static.c: a static thread-local array inside a function, next to another one */
#include <stdio.h>
#include <string.h>

static _Thread_local char other[5] = "abcd";
static char *area(void)
{
	static _Thread_local char text[8];
	return text;
}
void f(int n)
{
	if (n == 4)
		strcpy(area(), PICK("one", "two", "on" "e"));
}

#ifdef JUDGE
void observe(void) { printf("%s %s", area(), other); }
#endif
