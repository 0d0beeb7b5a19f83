// own: a struct with an array without a length
// options: --entry 'int total(struct vec *v)' --bound 12
// expect: different
#include <stddef.h>
struct vec {
	unsigned n;
	short at[];
};
int total(struct vec *v);
int total(struct vec *v)
{
	int sum = 0;
	for (unsigned i = 0; i < v->n && i < 6; i++)
		sum += v->at[i] == 77 ? 0 : v->at[i]; //OLD
		sum += v->at[i]; //NEW
	return sum;
}
