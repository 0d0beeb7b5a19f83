/* watch.c: the page that the engine shares with who watches over it. */
#include "base/watch.h"

#include <sys/mman.h>
#include <sys/stat.h>
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
	unsetenv(WATCH_NAME); /* it is not for the programs that this one starts */
	if (page != MAP_FAILED)
		return page;
	Watch *own = xcalloc(1, sizeof *own);
	own->begin = now_seconds();
	return own;
}

void watch_stamp(const char *dir, u64 stamp[2])
{
	struct stat st;
	char *path = xasprintf("%s/result.json", dir);
	bool there = !stat(path, &st);
	stamp[0] = there ? (u64)st.st_ino : 0;
	stamp[1] = there ? (u64)st.st_mtim.tv_sec * 1000000000 + (u64)st.st_mtim.tv_nsec : 0;
	free(path);
}

void stall(const char *place)
{
	static const char *named = "?"; /* asked once: this is called in every query */
	if (unlikely(named && *named == '?'))
		named = getenv("DRIFT_STALL");
	while (unlikely(named && !strcmp(named, place)))
		usleep(10000); /* as good as work for who waits, and cheaper */
}
