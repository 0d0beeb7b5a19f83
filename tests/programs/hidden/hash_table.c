/* hash_table.c: the table of hsearch */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	static int made;
	if (!made++)
		hcreate(8);
	hsearch((ENTRY){"key", n == 4 ? PICK("a", "b", "a") : "c"}, ENTER);
}

#ifdef JUDGE
void observe(void)
{
	ENTRY *e = hsearch((ENTRY){"key", 0}, FIND);
	printf("%s", e ? (char *)e->data : "none");
}
#endif
