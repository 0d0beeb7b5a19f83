/* watch.c: the page that the engine shares with its supervisor. */
#include "base/watch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static int page_file = -1; /* of a page that a supervisor reads */

Watch *watch_take(void)
{
	const char *given = getenv(WATCH_NAME);
	int fd = given ? atoi(given) : -1;
	void *page = MAP_FAILED;
	if (fd > 2) {
		page = mmap(NULL, sizeof(Watch), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		page_file = fd;
	}
	unsetenv(WATCH_NAME); /* programs that this process starts must not get it */
	if (page != MAP_FAILED)
		return page;
	Watch *own = xcalloc(1, sizeof *own);
	own->begin = now_seconds();
	return own;
}

/* Writes all of it, or returns false. */
static bool put(const char *text, size_t n, u64 at)
{
	while (n) {
		ssize_t done = pwrite(page_file, text, n, (off_t)at);
		if (done <= 0)
			return false;
		text += done;
		at += (u64)done;
		n -= (size_t)done;
	}
	return true;
}

/* Where n bytes have room that are not those of the report that is left. */
static u64 room_for(const Watch *w, u64 n)
{
	const WatchReport *live = w->left ? &w->report[w->left - 1] : NULL;
	u64 first = sizeof *w;
	if (!live || first + n <= live->at[0])
		return first;
	return live->at[WATCH_WHYS - 1] + live->len[WATCH_WHYS - 1];
}

void watch_leave(Watch *w, const char *const text[WATCH_WHYS], int verdict)
{
	int next = w->left == 1 ? 1 : 0;
	WatchReport *r = &w->report[next];
	u64 n = 0;
	bool good = page_file >= 0;
	for (int why = 0; why < WATCH_WHYS; why++)
		n += r->len[why] = strlen(text[why]);
	u64 at = room_for(w, n);
	r->verdict = verdict;
	void (*before)(int) = signal(SIGXFSZ, SIG_IGN); /* then it is not left */
	for (int why = 0; why < WATCH_WHYS; why++) {
		r->at[why] = at;
		good = good && put(text[why], r->len[why], at);
		at += r->len[why];
	}
	signal(SIGXFSZ, before);
	if (good)
		__atomic_store_n(&w->left, next + 1, __ATOMIC_SEQ_CST);
}

bool watch_claim(Watch *w, int as)
{
	int unreported = WATCH_UNREPORTED;
	return __atomic_compare_exchange_n(&w->reported, &unreported, as, false, __ATOMIC_SEQ_CST,
									   __ATOMIC_SEQ_CST);
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
