// own: the same, with a body that does the same
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: not different
// try: 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct Ops { int (*get)(int); int (*put)(int); } Ops;
static int id(int n) { return n; }
static int twice(int n) { return n + n; } //OLD
static int twice(int n) { return n * 2; } //NEW
static const Ops plain = {id, id};
int main(int c, char **v)
{
	int n = atoi(v[1]);
	Ops *o = malloc(sizeof *o), all[2];
	if (!o)
		return 1;
	memcpy(o, &plain, sizeof *o);
	o->put = twice;
	all[0] = plain;
	all[1] = *o;
	printf("%d\n", all[n == 5].put(n));
	free(o);
	return 0 * c;
}
