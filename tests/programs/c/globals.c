/* globals.c: initialised, zero, large, pointing at each other, at functions and into the middle. */
#include <stdio.h>

struct node {
	const char *name;
	struct node *next;
	int (*f)(int);
	int *inside;
};
static int inc(int x)
{
	return x + 1;
}
extern struct node ring_b;
static int numbers[10] = {10, 11, 12, 13, 14, 15};
struct node ring_a = {"a", &ring_b, inc, &numbers[3]};
struct node ring_b = {"b", &ring_a, NULL, numbers + 5};
static char *volatile letters = &"abcdefgh"[3];
static const long offset = (char *)&numbers[7] - (char *)&numbers[2];
static unsigned char megabyte[1 << 20];
static double table[3][2] = {{.5, 1.5}, {2.5}};
static const int *const last = &numbers[sizeof numbers / sizeof numbers[0] - 1];
static int *end = numbers + 10;
static const char *const days[] = {"mon", "tue", "wed"};
static const char *const *day = days + 1;
long double ld = 1.25L;
static _Complex double z = 1.0 + 2.0i;
static struct {
	char c;
	long l;
	short s;
} holes = {'h', -1, 2};
const volatile int cv = 5;

int main(void)
{
	printf("%s %s %d %d\n", ring_a.next->name, ring_a.next->next->name, ring_a.f(1),
		   *ring_b.inside);
	*ring_a.inside += 100;
	printf("%d %s %ld\n", numbers[3], letters, offset);
	megabyte[0] = 1;
	megabyte[sizeof megabyte - 1] = 2;
	unsigned s = 0;
	for (unsigned i = 0; i < sizeof megabyte; i += 4095)
		s += megabyte[i];
	printf("%u %g %g %d %td\n", s, table[1][0], table[2][1], *last, end - numbers);
	printf("%s %s %Lg %g %c %ld %d %d\n", *day, day[1], ld, __imag__ z, holes.c, holes.l, holes.s,
		   cv);
	return 0;
}
