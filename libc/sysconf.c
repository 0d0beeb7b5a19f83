/* sysconf.c: limits and options of the system, by number. */
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <linux/limits.h>
#include "sys.h"

#define POSIX_YEAR 200809L

int getpagesize(void)
{
	return 4096;
}

ALIAS(getpagesize, __getpagesize);

static long limit_of(enum __rlimit_resource what, long otherwise)
{
	struct rlimit limit;
	if (getrlimit(what, &limit) < 0)
		return otherwise;
	return limit.rlim_cur == RLIM_INFINITY ? -1 : (long)limit.rlim_cur;
}

int getdtablesize(void)
{
	long n = limit_of(RLIMIT_NOFILE, 256);
	return n < 0 ? INT32_MAX : (int)n;
}

/* Space for exec's arguments: a quarter of the stack, but never less than Linux promises. */
static long arg_max(void)
{
	long stack = limit_of(RLIMIT_STACK, -1);
	return stack / 4 > ARG_MAX ? stack / 4 : ARG_MAX;
}

struct answer {
	int name;   /* _SC_* */
	long value; /* result of sysconf */
};

static const struct answer constants[] = {
	{_SC_CLK_TCK, 100},
	{_SC_NGROUPS_MAX, 65536},
	{_SC_STREAM_MAX, 16},
	{_SC_TZNAME_MAX, -1},
	{_SC_JOB_CONTROL, 1},
	{_SC_SAVED_IDS, 1},
	{_SC_REALTIME_SIGNALS, POSIX_YEAR},
	{_SC_PRIORITY_SCHEDULING, POSIX_YEAR},
	{_SC_TIMERS, POSIX_YEAR},
	{_SC_ASYNCHRONOUS_IO, POSIX_YEAR},
	{_SC_PRIORITIZED_IO, POSIX_YEAR},
	{_SC_SYNCHRONIZED_IO, POSIX_YEAR},
	{_SC_FSYNC, POSIX_YEAR},
	{_SC_MAPPED_FILES, POSIX_YEAR},
	{_SC_MEMLOCK, POSIX_YEAR},
	{_SC_MEMLOCK_RANGE, POSIX_YEAR},
	{_SC_MEMORY_PROTECTION, POSIX_YEAR},
	{_SC_MESSAGE_PASSING, POSIX_YEAR},
	{_SC_SEMAPHORES, POSIX_YEAR},
	{_SC_SHARED_MEMORY_OBJECTS, POSIX_YEAR},
	{_SC_AIO_LISTIO_MAX, -1},
	{_SC_AIO_MAX, -1},
	{_SC_AIO_PRIO_DELTA_MAX, 20},
	{_SC_DELAYTIMER_MAX, INT32_MAX},
	{_SC_MQ_OPEN_MAX, -1},
	{_SC_MQ_PRIO_MAX, 32768},
	{_SC_VERSION, POSIX_YEAR},
	{_SC_PAGESIZE, 4096},
	{_SC_RTSIG_MAX, 32},
	{_SC_SEM_NSEMS_MAX, -1},
	{_SC_SEM_VALUE_MAX, INT32_MAX},
	{_SC_TIMER_MAX, -1},
	{_SC_BC_BASE_MAX, 99},
	{_SC_BC_DIM_MAX, 2048},
	{_SC_BC_SCALE_MAX, 99},
	{_SC_BC_STRING_MAX, 1000},
	{_SC_COLL_WEIGHTS_MAX, 255},
	{_SC_EXPR_NEST_MAX, 32},
	{_SC_LINE_MAX, 2048},
	{_SC_RE_DUP_MAX, 32767},
	{_SC_2_VERSION, POSIX_YEAR},
	{_SC_2_C_BIND, POSIX_YEAR},
	{_SC_2_C_DEV, POSIX_YEAR},
	{_SC_2_FORT_DEV, -1},
	{_SC_2_FORT_RUN, -1},
	{_SC_2_SW_DEV, POSIX_YEAR},
	{_SC_2_LOCALEDEF, POSIX_YEAR},
	{_SC_2_CHAR_TERM, POSIX_YEAR},
	{_SC_2_UPE, -1},
	{_SC_IOV_MAX, 1024},
	{_SC_THREADS, POSIX_YEAR},
	{_SC_THREAD_SAFE_FUNCTIONS, POSIX_YEAR},
	{_SC_GETGR_R_SIZE_MAX, 1024},
	{_SC_GETPW_R_SIZE_MAX, 1024},
	{_SC_LOGIN_NAME_MAX, 256},
	{_SC_TTY_NAME_MAX, 32},
	{_SC_HOST_NAME_MAX, 64},
	{_SC_THREAD_DESTRUCTOR_ITERATIONS, 4},
	{_SC_THREAD_KEYS_MAX, 1024},
	{_SC_THREAD_THREADS_MAX, -1},
	{_SC_ATEXIT_MAX, INT32_MAX},
	{_SC_PASS_MAX, 8192},
	{_SC_XOPEN_VERSION, 700},
	{_SC_XOPEN_UNIX, 1},
	{_SC_XOPEN_CRYPT, -1},
	{_SC_XOPEN_ENH_I18N, 1},
	{_SC_XOPEN_SHM, 1},
	{_SC_CHAR_BIT, 8},
	{_SC_CHAR_MAX, 127},
	{_SC_CHAR_MIN, -128},
	{_SC_INT_MAX, INT32_MAX},
	{_SC_INT_MIN, INT32_MIN},
	{_SC_LONG_BIT, 64},
	{_SC_WORD_BIT, 32},
	{_SC_MB_LEN_MAX, 16},
	{_SC_NZERO, 20},
	{_SC_SSIZE_MAX, 32767},
	{_SC_SCHAR_MAX, 127},
	{_SC_SCHAR_MIN, -128},
	{_SC_SHRT_MAX, 32767},
	{_SC_SHRT_MIN, -32768},
	{_SC_UCHAR_MAX, 255},
	{_SC_UINT_MAX, UINT32_MAX},
	{_SC_ULONG_MAX, -1},
	{_SC_USHRT_MAX, 65535},
	{_SC_NL_ARGMAX, 4096},
	{_SC_NL_LANGMAX, 2048},
	{_SC_NL_MSGMAX, INT32_MAX},
	{_SC_NL_SETMAX, INT32_MAX},
	{_SC_NL_TEXTMAX, INT32_MAX},
	{_SC_V6_LP64_OFF64, 1},
	{_SC_V7_LP64_OFF64, 1},
	{_SC_ADVISORY_INFO, POSIX_YEAR},
	{_SC_BARRIERS, POSIX_YEAR},
	{_SC_CLOCK_SELECTION, POSIX_YEAR},
	{_SC_CPUTIME, POSIX_YEAR},
	{_SC_THREAD_CPUTIME, POSIX_YEAR},
	{_SC_MONOTONIC_CLOCK, POSIX_YEAR},
	{_SC_READER_WRITER_LOCKS, POSIX_YEAR},
	{_SC_SPIN_LOCKS, POSIX_YEAR},
	{_SC_REGEXP, 1},
	{_SC_SHELL, 1},
	{_SC_SPAWN, POSIX_YEAR},
	{_SC_TIMEOUTS, POSIX_YEAR},
	{_SC_SYMLOOP_MAX, -1},
	{_SC_2_PBS, -1},
	{_SC_IPV6, POSIX_YEAR},
	{_SC_RAW_SOCKETS, POSIX_YEAR},
};

static long of_processor(long value)
{
	__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_PROCESSOR, 0, 0, 0, 0, 0);
	return value;
}

long sysconf(int name)
{
	switch (name) {
	case _SC_ARG_MAX: return arg_max();
	case _SC_CHILD_MAX: return limit_of(RLIMIT_NPROC, -1);
	case _SC_OPEN_MAX: return limit_of(RLIMIT_NOFILE, 256);
	case _SC_SIGQUEUE_MAX: return limit_of(RLIMIT_SIGPENDING, -1);
	case _SC_NPROCESSORS_CONF: return get_nprocs_conf();
	case _SC_NPROCESSORS_ONLN: return get_nprocs();
	case _SC_PHYS_PAGES: return get_phys_pages();
	case _SC_AVPHYS_PAGES: return get_avphys_pages();
	case _SC_LEVEL1_ICACHE_SIZE ... _SC_LEVEL4_CACHE_LINESIZE: return of_processor(-1);
	case _SC_THREAD_STACK_MIN: return of_processor(16384);
	case _SC_MINSIGSTKSZ: return of_processor(2048);
	case _SC_SIGSTKSZ: return of_processor(8192);
	default: break;
	}
	for (size_t i = 0; i < LENGTH(constants); i++)
		if (constants[i].name == name)
			return constants[i].value;
	if (name >= 0 && name <= _SC_V7_LPBIG_OFFBIG)
		return -1;
	return fail(EINVAL);
}

ALIAS(sysconf, __sysconf);

/* The result of pathconf; st is of the file, fs of its file system. */
static long path_limit(int name, const struct stat *st, const struct statfs *fs)
{
	switch (name) {
	case _PC_LINK_MAX: return fs->f_type == 0xef53 ? 65000 : 127;
	case _PC_MAX_CANON:
	case _PC_MAX_INPUT: return 255;
	case _PC_NAME_MAX: return fs->f_namelen;
	case _PC_PATH_MAX: return PATH_MAX;
	case _PC_PIPE_BUF: return PIPE_BUF;
	case _PC_CHOWN_RESTRICTED: return 1;
	case _PC_NO_TRUNC: return 1;
	case _PC_VDISABLE: return 0;
	case _PC_FILESIZEBITS: return 64;
	case _PC_ASYNC_IO: return S_ISREG(st->st_mode) || S_ISBLK(st->st_mode) ? 1 : -1;
	case _PC_REC_INCR_XFER_SIZE: return -1;
	case _PC_REC_MIN_XFER_SIZE: return fs->f_bsize;
	case _PC_REC_XFER_ALIGN: return fs->f_frsize;
	case _PC_ALLOC_SIZE_MIN: return fs->f_frsize;
	case _PC_2_SYMLINKS: return 1;
	case _PC_SYNC_IO:
	case _PC_PRIO_IO:
	case _PC_SOCK_MAXBUF:
	case _PC_REC_MAX_XFER_SIZE:
	case _PC_SYMLINK_MAX: return -1;
	default: return fail(EINVAL);
	}
}

long pathconf(const char *path, int name)
{
	struct stat st;
	struct statfs fs;
	if (!path[0])
		return fail(ENOENT);
	if (stat(path, &st) < 0 || statfs(path, &fs) < 0)
		return -1;
	return path_limit(name, &st, &fs);
}

long fpathconf(int fd, int name)
{
	struct stat st;
	struct statfs fs;
	if (fstat(fd, &st) < 0 || fstatfs(fd, &fs) < 0)
		return -1;
	return path_limit(name, &st, &fs);
}

size_t confstr(int name, char *buf, size_t n)
{
	const char *text;

	switch (name) {
	case _CS_PATH: text = "/bin:/usr/bin"; break;
	case _CS_GNU_LIBC_VERSION: text = "glibc 2.36"; break;
	case _CS_GNU_LIBPTHREAD_VERSION: text = "NPTL 2.36"; break;
	case _CS_V6_WIDTH_RESTRICTED_ENVS:
	case _CS_V7_WIDTH_RESTRICTED_ENVS:
	case _CS_V5_WIDTH_RESTRICTED_ENVS: text = "POSIX_V7_LP64_OFF64"; break;
	default: errno = EINVAL; return 0;
	}
	size_t len = strlen(text) + 1;
	if (n) {
		size_t m = len < n ? len : n;
		memcpy(buf, text, m);
		buf[m - 1] = 0;
	}
	return len;
}

size_t __confstr_chk(int name, char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return confstr(name, buf, n);
}

const char *gnu_get_libc_version(void)
{
	return "2.36";
}

const char *gnu_get_libc_release(void)
{
	return "stable";
}
