/* sysmisc.c: other functions that real programs link. */
#include <elf.h>
#include <execinfo.h>
#include <mcheck.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/swap.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/klog.h>
#include <unistd.h>
#include "sys.h"

/* The number of arguments of a call that programs make through syscall(); -1: unknown. */
static int argument_count(long nr)
{
	switch (nr) {
	case SYS_gettid:
	case SYS_getpid:
	case SYS_getppid:
	case SYS_getuid:
	case SYS_geteuid:
	case SYS_getgid:
	case SYS_getegid:
	case SYS_sched_yield:
	case SYS_sync: return 0;
	case SYS_close:
	case SYS_exit:
	case SYS_exit_group:
	case SYS_fsync:
	case SYS_umask: return 1;
	case SYS_memfd_create:
	case SYS_fstat:
	case SYS_clock_gettime:
	case SYS_gettimeofday:
	case SYS_kill:
	case SYS_tkill:
	case SYS_munmap: return 2;
	case SYS_read:
	case SYS_write:
	case SYS_getrandom:
	case SYS_getdents64:
	case SYS_lseek:
	case SYS_ioctl:
	case SYS_open:
	case SYS_tgkill:
	case SYS_close_range:
	case SYS_getcpu:
	case SYS_faccessat: return 3;
	case SYS_openat:
	case SYS_newfstatat:
	case SYS_readlinkat:
	case SYS_fallocate:
	case SYS_faccessat2: return 4;
	case SYS_statx:
	case SYS_renameat2:
	case SYS_prctl: return 5;
	case SYS_copy_file_range:
	case SYS_splice:
	case SYS_mmap:
	case SYS_futex: return 6;
	default: return -1;
	}
}

long syscall(long nr, ...)
{
	long arg[6] = {0};
	int n = argument_count(nr);
	va_list ap;

	if (n < 0)
		__drift_unsupported("syscall with this number");
	va_start(ap, nr);
	for (int i = 0; i < n; i++)
		arg[i] = va_arg(ap, long);
	va_end(ap);
	return SYS6(nr, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

unsigned long getauxval(unsigned long type)
{
	switch (type) {
	case AT_PAGESZ: return 4096;
	case AT_CLKTCK: return 100;
	case AT_UID: return getuid();
	case AT_EUID: return geteuid();
	case AT_GID: return getgid();
	case AT_EGID: return getegid();
	case AT_SECURE: __drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_SET_ID, 0, 0, 0, 0, 0); return 0;
	case AT_PHDR ... AT_PHNUM:
	case AT_BASE ... AT_ENTRY:
	case AT_PLATFORM ... AT_HWCAP:
	case AT_BASE_PLATFORM ... AT_HWCAP2:
	case AT_EXECFN:
	case AT_SYSINFO_EHDR:
	case AT_MINSIGSTKSZ: __drift_unsupported("getauxval of this type");
	default: errno = ENOENT; return 0; /* the kernel has none */
	}
}

/* ---- looking at oneself ---- */

int backtrace(void **buffer, int n)
{
	__drift_unsupported("backtrace");
}

char **backtrace_symbols(void *const *buffer, int n)
{
	__drift_unsupported("backtrace_symbols");
}

void backtrace_symbols_fd(void *const *buffer, int n, int fd)
{
	__drift_unsupported("backtrace_symbols_fd");
}

/* These do nothing in glibc either, unless its library for debugging malloc is loaded first. */

void mtrace(void)
{
}

void muntrace(void)
{
}

int mcheck(void (*fn)(enum mcheck_status))
{
	return -1;
}

int mcheck_pedantic(void (*fn)(enum mcheck_status))
{
	return -1;
}

enum mcheck_status mprobe(void *p)
{
	return MCHECK_DISABLED;
}

/* ---- running the computer ---- */

/* The kernel resolves the path before it checks privileges. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
		  const void *data)
{
	__drift_unsupported("mount");
}

int umount(const char *target)
{
	__drift_unsupported("umount");
}

int umount2(const char *target, int flags)
{
	__drift_unsupported("umount2");
}

int klogctl(int type, char *buf, int n)
{
	__drift_unsupported("klogctl");
}

/* The kernel checks the privilege first, and a subject has none. */
int swapon(const char *path, int flags)
{
	return fail(EPERM);
}

int swapoff(const char *path)
{
	return fail(EPERM);
}

int reboot(int command)
{
	return fail(EPERM);
}

int vhangup(void)
{
	return fail(EPERM);
}
