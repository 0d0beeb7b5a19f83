// own: bytes behind the zero of a text
// options: --call 'struct b b = {0}; add(&b, @str:2); b'
// expect: not compared end text
#include <stdlib.h>
#include <string.h>
struct b { char *p; unsigned n; };
void add(struct b *b, const char *s)
{
	b->p = calloc(1, 16);
	b->n = 8;
	strcpy(b->p + 4, s); //OLD
	strcpy(b->p + 5, s); //NEW
}
