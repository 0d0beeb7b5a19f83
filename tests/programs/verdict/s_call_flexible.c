// own: elements without a length behind a struct
// options: --call 'mk(@str:3)'
// expect: not compared value.d
#include <stdlib.h>
#include <string.h>
struct str { unsigned len; char d[]; };
struct str *mk(const char *s)
{
	struct str *r = malloc(sizeof *r + strlen(s) + 1);
	r->len = strlen(s);
	strcpy(r->d, s);
	if (r->len == 3) r->d[2] = '!'; //NEW
	return r;
}
