// own: a pointer that leads to several structs
// options: --call 'mk(@str:3)'
// expect: not compared first element
#include <stdlib.h>
struct v { int n; struct it { int k, v; } *items; };
struct v *mk(const char *s)
{
	struct v *r = calloc(1, sizeof *r);
	r->items = calloc(3, sizeof *r->items);
	for (; *s; s++) { r->items[r->n].k = *s; r->items[r->n].v = r->n;
		if (r->n == 2 && *s == 'z') r->items[2].v = 5; //NEW
		r->n++; }
	return r;
}
