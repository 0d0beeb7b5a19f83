// own: a struct with an array without a length, summed from the other end
// options: --entry 'int total(struct vec *v)' --bound 8
// expect: not compared 4 v->at
#include <stddef.h>
struct vec {
	unsigned n;
	short at[];
};
int total(struct vec *v);
int total(struct vec *v)
{
	int sum = 0;
	unsigned n = v->n < 4 ? v->n : 4;
	for (unsigned i = 0; i < n; i++) //OLD
	for (unsigned i = n; i-- > 0;) //NEW
		sum += v->at[i];
	return sum;
}
