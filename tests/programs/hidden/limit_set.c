/* limit_set.c: a resource limit */
#include <stdio.h>
#include <sys/resource.h>

void f(int n)
{
	struct rlimit r = {0, 0};
	getrlimit(RLIMIT_CORE, &r);
	r.rlim_cur = 0;
	if (n == 4)
		r.rlim_max = PICK(0, r.rlim_max, 4 - n);
	setrlimit(RLIMIT_CORE, &r);
}

#ifdef JUDGE
void observe(void)
{
	struct rlimit r;
	getrlimit(RLIMIT_CORE, &r);
	printf("%d", r.rlim_max == 0);
}
#endif
