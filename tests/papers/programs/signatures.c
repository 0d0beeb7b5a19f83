/* Small functions whose return values are explored by output. */
#include <stddef.h>

/* An assignment between the input and the decision. */
int assigned(int x)
{
	int a = 0;
	x = x - 1;
	if (x > 0)
		a = 1;
	return a;
}

/* Two places that return. */
int returns(int x)
{
	if (x > 0)
		return x + 1;
	else
		return x + 2;
}

/* A decision on an element that the input selects, and two more. */
int selected(int x)
{
	int a[3] = {0, 1, 0}, out;
	if (x < 0 || x > 2)
		return 9;
	if (a[x] > 0) {
		if (x > 1)
			out = 1;
		else
			out = -1;
	} else {
		out = 0;
	}
	return out;
}

int element(int i)
{
	int a[2], out = 0;
	a[0] = 0;
	a[1] = 1;
	if (i < 0 || i > 1)
		return 9;
	if (a[i] > 0)
		out = 2;
	return out;
}

/* Two objects that are never the same. */
struct cell { int num; };
int apart(int x)
{
	struct cell p = {1}, q = {2};
	struct cell *at = &p;
	if (x > 0)
		at->num = 0;
	return q.num;
}
