/* budget.c: limits on time and memory, and the request to stop. */
#include "base/budget.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static const double LOOK = 0.02; /* seconds between memory checks */

/* Resident bytes of this process. */
static u64 memory_used(void)
{
	char text[128];
	unsigned long long all, resident = 0;
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	if (sscanf(text, "%llu %llu", &all, &resident) != 2)
		return 0;
	return resident * (u64)sysconf(_SC_PAGESIZE);
}

u64 memory_default(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	u64 half = pages > 0 ? (u64)pages / 2 * (u64)size : 1ull << 32;
	return half < 1ull << 32 ? half : 1ull << 32;
}

double budget_default(double seconds)
{
	const char *text = getenv("DRIFT_PATIENCE");
	double times = text ? strtod(text, NULL) : 1;
	return times > 0 && times < 1e6 ? seconds * times : seconds;
}

Budget budget_after(const Budget *b, double seconds)
{
	double now = now_seconds();
	if ((b->stop && *b->stop) || (b->end > 0 && now >= b->end))
		return (Budget){.end = now + seconds};
	return (Budget){.stop = b->stop, .end = b->end > 0 ? b->end + seconds : 0};
}

/* The same clock as now_seconds, up to some milliseconds late, but cheap: loops read it all the
 * time. */
static double now_about(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void budget_share(Budget *b, atomic_ullong *bytes, u32 n, u32 own)
{
	b->share = (BudgetShare){bytes, n, own, own ? memory_used() : 0};
	atomic_store(&bytes[own], 0);
}

/* Bytes that count for the limit. */
static u64 memory_of_all(const BudgetShare *s)
{
	u64 sum = 0, used = memory_used();
	if (!s->bytes)
		return used;
	atomic_store(&s->bytes[s->own], used > s->common ? used - s->common : 0);
	for (u32 i = 0; i < s->n; i++)
		sum += atomic_load(&s->bytes[i]);
	return sum;
}

bool budget_over(Budget *b)
{
	if (b->full || b->enough || (b->stop && *b->stop))
		return true;
	if (!b->memory && b->end <= 0)
		return false;
	double now = now_about();
	if (b->end > 0 && now >= b->end)
		return true;
	if (b->memory && now - b->looked >= LOOK) {
		b->looked = now;
		b->full = memory_of_all(&b->share) > b->memory;
	}
	return b->full;
}
