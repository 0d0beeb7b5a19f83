/* volatile.c: volatile objects, pointers and members keep their values and types. */
#include <signal.h>
#include <stdio.h>

static volatile int reg[4];
static volatile sig_atomic_t ticks;
struct dev {
	volatile unsigned status : 4;
	volatile short data;
	const volatile char id;
};

static void tick(int sig)
{
	(void)sig;
	ticks++;
}

static int poll(volatile struct dev *d)
{
	d->status = d->status + 3;
	d->data = (short)(d->data * 2);
	return d->status * 100 + d->data + d->id;
}

int main(void)
{
	struct dev d = {9, 21, 'x'};
	printf("%d %d\n", poll(&d), poll(&d));
	volatile int *p = reg;
	*p++ = 1;
	*p = p[-1] + 1;
	reg[2] = reg[0] + reg[1];
	reg[3] += reg[2]++ * 2;
	printf("%d %d %d %d\n", reg[0], reg[1], reg[2], reg[3]);
	signal(SIGALRM, tick);
	for (int i = 0; i < 5; i++)
		raise(SIGALRM);
	while (ticks < 5)
		;
	printf("%d\n", (int)ticks);
	volatile double x = 0.1;
	double s = 0;
	for (volatile int i = 0; i < 10; i++)
		s += x;
	printf("%.17g\n", s);
	volatile struct dev copy = d;
	printf("%d %d\n", copy.status, copy.data);
	return 0;
}
