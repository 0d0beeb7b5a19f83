/* resource.c: limits, usage and priorities. */
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <ulimit.h>
#include <unistd.h>
#include "sys.h"

int prlimit(pid_t pid, enum __rlimit_resource what, const struct rlimit *to, struct rlimit *old)
{
	return (int)SYS4(SYS_prlimit64, pid, what, to, old);
}

int getrlimit(enum __rlimit_resource what, struct rlimit *limit)
{
	return prlimit(0, what, NULL, limit);
}

int setrlimit(enum __rlimit_resource what, const struct rlimit *limit)
{
	return prlimit(0, what, limit, NULL);
}

int ALIAS_AS(getrlimit, getrlimit64)(enum __rlimit_resource, struct rlimit64 *);
int ALIAS_AS(setrlimit, setrlimit64)(enum __rlimit_resource, const struct rlimit64 *);
int ALIAS_AS(prlimit, prlimit64)(pid_t, enum __rlimit_resource, const struct rlimit64 *,
								 struct rlimit64 *);

int getrusage(enum __rusage_who who, struct rusage *usage)
{
	return (int)SYS2(SYS_getrusage, who, usage);
}

/* The kernel answers 20 - nice, so that no valid answer looks like an error. */
int getpriority(enum __priority_which which, id_t who)
{
	long r = SYS2(SYS_getpriority, which, who);
	return r < 0 ? -1 : (int)(20 - r);
}

int setpriority(enum __priority_which which, id_t who, int priority)
{
	return (int)SYS3(SYS_setpriority, which, who, priority);
}

int nice(int by)
{
	int saved = errno;
	errno = 0;
	int now = getpriority(PRIO_PROCESS, 0);
	if (now == -1 && errno)
		return -1;
	if (setpriority(PRIO_PROCESS, 0, now + by) < 0) {
		if (errno == EACCES)
			errno = EPERM;
		return -1;
	}
	errno = saved;
	return getpriority(PRIO_PROCESS, 0);
}

/* Counted in blocks of 512 bytes, as ever. */
long ulimit(int command, ...)
{
	struct rlimit limit;
	va_list ap;
	long blocks;

	switch (command) {
	case UL_GETFSIZE:
		if (getrlimit(RLIMIT_FSIZE, &limit) < 0)
			return -1;
		return limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : (long)(limit.rlim_cur / 512);
	case UL_SETFSIZE:
		va_start(ap, command);
		blocks = va_arg(ap, long);
		va_end(ap);
		limit.rlim_cur = limit.rlim_max =
			blocks > INT64_MAX / 512 ? RLIM_INFINITY : (rlim_t)blocks * 512;
		return setrlimit(RLIMIT_FSIZE, &limit) < 0 ? -1 : blocks;
	case 4: return sysconf(_SC_OPEN_MAX);
	default: return fail(EINVAL);
	}
}

int sysinfo(struct sysinfo *info)
{
	return (int)SYS1(SYS_sysinfo, info);
}

int getloadavg(double load[], int n)
{
	struct sysinfo info;
	if (sysinfo(&info) < 0)
		return -1;
	if (n > 3)
		n = 3;
	for (int i = 0; i < n; i++)
		load[i] = (double)info.loads[i] / 65536;
	return n;
}

int sched_yield(void)
{
	return (int)SYS0(SYS_sched_yield);
}

int sched_getaffinity(pid_t pid, size_t n, cpu_set_t *set)
{
	long r = SYS3(SYS_sched_getaffinity, pid, n, set);
	if (r < 0)
		return -1;
	for (size_t i = (size_t)r; i < n; i++)
		((char *)set)[i] = 0;
	return 0;
}

int sched_setaffinity(pid_t pid, size_t n, const cpu_set_t *set)
{
	return (int)SYS3(SYS_sched_setaffinity, pid, n, set);
}

int sched_getcpu(void)
{
	unsigned cpu;
	return SYS3(SYS_getcpu, &cpu, NULL, NULL) < 0 ? -1 : (int)cpu;
}

int __sched_cpucount(size_t n, const cpu_set_t *set)
{
	const unsigned char *bytes = (const unsigned char *)set;
	int count = 0;
	for (size_t i = 0; i < n; i++)
		for (int bit = 0; bit < 8; bit++)
			count += bytes[i] >> bit & 1;
	return count;
}

cpu_set_t *__sched_cpualloc(size_t cpus)
{
	return malloc((cpus + 63) / 64 * 8);
}

void __sched_cpufree(cpu_set_t *set)
{
	free(set);
}

int get_nprocs(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) < 0)
		return 1;
	return __sched_cpucount(sizeof set, &set);
}

int get_nprocs_conf(void)
{
	return get_nprocs();
}

long get_phys_pages(void)
{
	struct sysinfo info;
	return sysinfo(&info) < 0 ? -1 : (long)(info.totalram / 4096 * info.mem_unit);
}

long get_avphys_pages(void)
{
	struct sysinfo info;
	return sysinfo(&info) < 0 ? -1 : (long)(info.freeram / 4096 * info.mem_unit);
}
