/* thread-local.c: _Thread_local objects of one thread: initialised, static, extern, in functions.
 */
#include <stdio.h>

static _Thread_local int counter = 7;
_Thread_local double shared = 2.5;
extern _Thread_local double shared;
static __thread char buffer[16] = "tls";
static _Thread_local int zeroed[4];
static _Thread_local struct {
	int a;
	int *p;
} s = {3, NULL};

static int next(void)
{
	static _Thread_local int n = 100;
	return n++ + counter++;
}

static int *address(void)
{
	return &counter;
}

int main(void)
{
	printf("%d", next());
	printf(" %d", next());
	printf(" %d %g %s\n", counter, shared, buffer);
	*address() = 50;
	shared *= 2;
	buffer[0] = 'T';
	zeroed[2] += 4;
	s.p = &s.a;
	*s.p += 1;
	printf("%d %g %s %d %d %d\n", next(), shared, buffer, zeroed[2], zeroed[3], s.a);
	printf("%d %d\n", address() == &counter, *address());
	return 0;
}
