// own: an object by two types
// options: --call 'mk(@int)'
// expect: different
#include <stdlib.h>
struct base { int kind; };
struct wide { struct base b; int more; };
struct both { struct base *b; struct wide *w; };
struct both mk(int n) {
	struct wide *w = calloc(1, sizeof *w);
	w->more = n; //OLD
	w->more = n / 2; //NEW
	return (struct both){&w->b, w};
}
