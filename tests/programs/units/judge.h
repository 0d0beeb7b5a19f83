/* judge.h: what judge() of a pair prints with, and the main that calls it; see README. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The mathematical value of an integer, whatever its type. */
#define SHOW(x)                                                                  \
	do {                                                                         \
		__typeof__(x) value_ = (x);                                              \
		if (value_ < 0)                                                          \
			printf("-%llu ", -(unsigned long long)value_);                       \
		else                                                                     \
			printf("%llu ", (unsigned long long)value_);                         \
	} while (0)

/* Whether free accepts the pointer. */
static inline void show_free(void *p)
{
	int status;
	fflush(stdout);
	if (!fork()) {
		fclose(stderr);
		free(p);
		_exit(0);
	}
	wait(&status);
	printf("%s ", status ? "not free" : "free");
}

static void judge(int n);

int main(void)
{
	for (int n = -40; n < 300; n++) {
		judge(n);
		putchar('\n');
	}
}
