/* C11 threads. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t cond;
static tss_t slot;
static once_flag flag = ONCE_FLAG_INIT;
static int made, turn, freed;
static thread_local int mine;

static void make(void)
{
	made++;
}

static void destroy(void *p)
{
	freed += *(int *)p;
}

static int work(void *arg)
{
	int me = *(int *)arg;
	call_once(&flag, make);
	tss_set(slot, arg);
	mtx_lock(&lock);
	while (turn != me)
		cnd_wait(&cond, &lock);
	mine = me * 2;
	printf("turn %d %d\n", me, mine);
	turn++;
	cnd_broadcast(&cond);
	mtx_unlock(&lock);
	if (me == 2)
		thrd_exit(50);
	return me;
}

int main(void)
{
	thrd_t t[4];
	int n[4], r, sum = 0;
	mtx_init(&lock, mtx_plain);
	cnd_init(&cond);
	tss_create(&slot, destroy);
	for (int i = 3; i >= 0; i--) {
		n[i] = i;
		if (thrd_create(&t[i], work, &n[i]) != thrd_success)
			return 1;
	}
	for (int i = 0; i < 4; i++) {
		thrd_join(t[i], &r);
		sum += r;
	}
	printf("%d %d %d %d\n", sum, made, freed, mine);
	return 0;
}
