// class 2: a thread
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
// try: 7
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int out;
static void *work(void *arg) { out = *(int *)arg + 1; return 0; } //OLD
static void *work(void *arg) { out = *(int *)arg + 2; return 0; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	pthread_t t;
	if (x == 7 && !pthread_create(&t, 0, work, &x))
		pthread_join(t, 0);
	printf("%d\n", out);
	return 0 * c;
}
