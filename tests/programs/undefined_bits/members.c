/* Members and elements of locals that one branch sets: on the other one they were never set. */
#include <stdio.h>

struct pair {
	int a, b;
	struct {
		char c;
		long d;
	} in;
};

static int test(int n)
{
	struct pair p, q;
	int e[3], sum = 0;
	double x[2];
	if (n > 5)
		p.b = 1;
	if (n > 6)
		p.in.d = 2;
	if (n > 5)
		e[1] = n;
	if (n > 5)
		x[1] = 1;
	q.a = 1;
	for (int i = 0; i < n; i++)
		q.a = q.b;
	if (p.b) /* undefined */
		sum++;
	if (p.in.d == 2) /* undefined */
		sum++;
	if (e[1]) /* undefined */
		sum++;
	if (x[1] > 0) /* undefined */
		sum++;
	if (q.a == 1) /* undefined */
		sum++;
	p.b = 1;
	if (p.b)
		sum++;
	return sum;
}

int main(void)
{
	return test(getchar() == EOF ? 3 : 9) > 99;
}
