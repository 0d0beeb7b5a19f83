/* pool.c: eight threads read the files DIR/0 to DIR/39, whoever comes first; each must say yes. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, bad;
static const char *dir;

static int take(void)
{
	pthread_mutex_lock(&lock);
	int n = next++;
	pthread_mutex_unlock(&lock);
	return n;
}

static void *work(void *unused)
{
	(void)unused;
	for (int n = take(); n < 40; n = take()) {
		char name[4096], line[16] = "";
		snprintf(name, sizeof name, "%s/%d", dir, n);
		FILE *f = fopen(name, "r");
		if (!f || !fgets(line, sizeof line, f) || strcmp(line, "yes\n") != 0)
			__atomic_store_n(&bad, 1, __ATOMIC_SEQ_CST);
		if (f)
			fclose(f);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[8];
	dir = argc > 1 ? argv[1] : ".";
	for (int i = 0; i < 8; i++)
		if (pthread_create(&threads[i], NULL, work, NULL) != 0)
			return 2;
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	return bad;
}
