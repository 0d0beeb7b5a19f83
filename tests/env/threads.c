/* threads.c: four threads work while a fifth reads the file named by the argument. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *work(void *arg)
{
	for (int i = 0; i < 20; i++)
		getppid();
	return arg;
}

static void *load(void *path)
{
	char line[100] = "";
	FILE *f = fopen(path, "r");
	if (f && !fgets(line, sizeof line, f))
		line[0] = 0;
	if (f)
		fclose(f);
	return strcmp(line, "yes\n") ? path : NULL;
}

int main(int argc, char **argv)
{
	pthread_t workers[4], loader;
	void *bad = NULL;
	if (argc < 2)
		return 2;
	for (int i = 0; i < 4; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	pthread_create(&loader, NULL, load, argv[1]);
	for (int i = 0; i < 4; i++)
		pthread_join(workers[i], NULL);
	pthread_join(loader, &bad);
	return bad != NULL;
}
