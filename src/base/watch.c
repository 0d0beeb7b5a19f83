/* watch.c: the page that the engine shares with its supervisor. */
#include "base/watch.h"

#include <sys/mman.h>
#include <unistd.h>

Watch *watch_take(void)
{
	const char *given = getenv(WATCH_NAME);
	int fd = given ? atoi(given) : -1;
	void *page = MAP_FAILED;
	if (fd > 2) {
		page = mmap(NULL, sizeof(Watch), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		close(fd);
	}
	unsetenv(WATCH_NAME); /* programs that this process starts must not get it */
	if (page != MAP_FAILED)
		return page;
	Watch *own = xcalloc(1, sizeof *own);
	own->begin = now_seconds();
	return own;
}

void stall(const char *location)
{
#ifdef DRIFT_TEST_ENGINE
	static const char *named = "?"; /* read once: every query calls this function */
	if (unlikely(named && *named == '?'))
		named = getenv("DRIFT_STALL");
	if (likely(!named || strcmp(named, location)))
		return;
	fprintf(stderr, "drift: DRIFT_STALL: held in %s\n", location);
	for (;;)
		usleep(10000); /* looks like work to the supervisor, and costs less */
#else
	(void)location;
#endif
}
