/* drain.c: copies the output of a rerun from a pipe to a file. */
#include "env/replay/drain.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static void put(int fd, const char *bytes, size_t n)
{
	while (n) {
		ssize_t k = write(fd, bytes, n);
		if (k < 0 && errno != EINTR)
			return;
		bytes += k > 0 ? k : 0;
		n -= k > 0 ? (size_t)k : 0;
	}
}

static void *copy(void *drain)
{
	enum { PAUSE = 20 }; /* milliseconds between two looks at d->finish */
	Drain *d = drain;
	char bytes[4096];
	for (;;) {
		bool last = d->finish;
		struct pollfd p = {.fd = d->from, .events = POLLIN};
		int ready = poll(&p, 1, last ? 0 : PAUSE);
		ssize_t n = ready > 0 ? read(d->from, bytes, sizeof bytes) : -1;
		if (n > 0)
			put(d->to, bytes, (size_t)n);
		else if (n == 0 || (ready <= 0 && last))
			return NULL;
	}
}

int drain_begin(Drain *d, int file)
{
	int ends[2];
	sigset_t all, old;
	*d = (Drain){.from = -1, .to = file};
	if (pipe2(ends, O_CLOEXEC) != 0) {
		d->to = -1;
		return -1;
	}
	/* High numbers, so that the program's numbers stay the same. */
	d->from = fcntl(ends[0], F_DUPFD_CLOEXEC, 200);
	close(ends[0]);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	d->runs = d->from >= 0 && pthread_create(&d->thread, NULL, copy, d) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (d->runs)
		return ends[1];
	close(ends[1]);
	d->to = -1; /* the caller keeps it */
	drain_end(d);
	return -1;
}

void drain_end(Drain *d)
{
	d->finish = true;
	if (d->runs)
		pthread_join(d->thread, NULL);
	if (d->from >= 0)
		close(d->from);
	if (d->to >= 0)
		close(d->to);
	*d = (Drain){.from = -1, .to = -1};
}
