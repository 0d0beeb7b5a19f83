/* calls.c: the system calls that a confined process may make.
 *
 * The list of allowed calls is grouped by purpose: reading, writing where Landlock or the mounts
 * permit it, its own memory, time, signals and children. All other calls are refused, including
 * calls that are newer than this file. Names come from libseccomp's table; an unknown name does not
 * compile.
 *
 * Some calls are allowed for some values of one argument only. To the kernel this argument is
 * always a 32-bit number, so only its lower half has to be checked.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "evidence/sandbox/sandbox.h"

enum {
	NUMBERS = 1024,       /* larger than every call table */
	X32_BIT = 0x40000000, /* marks the x32 calls on x86-64 */
};

/* clang-format off */
#define TO_READ(X) \
	X(read) X(pread64) X(readv) X(preadv) X(preadv2) X(open) X(openat) X(openat2) X(close) X(close_range) \
	X(lseek) X(stat) X(lstat) X(fstat) X(newfstatat) X(statx) X(statfs) X(fstatfs) X(access) X(faccessat) \
	X(faccessat2) X(readlink) X(readlinkat) X(getdents) X(getdents64) X(getcwd) X(chdir) X(fchdir) \
	X(getxattr) X(lgetxattr) X(fgetxattr) X(listxattr) X(llistxattr) X(flistxattr) X(readahead) \
	X(fadvise64) X(inotify_init) X(inotify_init1) X(inotify_add_watch) X(inotify_rm_watch)
/* Landlock or read-only mounts restrict where. Landlock does not control modes, owners, times and
 * attributes, so no call that changes them is in the list. */
#define TO_WRITE(X) \
	X(write) X(pwrite64) X(writev) X(pwritev) X(pwritev2) X(creat) X(truncate) X(ftruncate) X(fallocate) \
	X(fsync) X(fdatasync) X(sync) X(syncfs) X(sync_file_range) X(copy_file_range) X(sendfile) X(splice) \
	X(tee) X(vmsplice) X(mkdir) X(mkdirat) X(rmdir) X(unlink) X(unlinkat) X(rename) X(renameat) \
	X(renameat2) X(link) X(linkat) X(symlink) X(symlinkat) X(flock) X(umask)
#define OF_ITSELF(X) \
	X(dup) X(dup2) X(dup3) X(pipe) X(pipe2) X(eventfd) X(eventfd2) X(memfd_create) X(poll) X(ppoll) \
	X(select) X(pselect6) X(epoll_create) X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(epoll_pwait) \
	X(epoll_pwait2) X(mmap) X(munmap) X(mprotect) X(mremap) X(madvise) X(mincore) X(msync) X(brk) \
	X(mlock) X(mlock2) X(munlock) X(mlockall) X(munlockall) X(membarrier) X(remap_file_pages) \
	X(pkey_alloc) X(pkey_free) X(pkey_mprotect) X(get_mempolicy) X(set_mempolicy) X(mbind) X(futex) \
	X(set_robust_list) X(rseq) X(set_tid_address) X(arch_prctl) X(personality) X(getrandom) \
	X(getpid) X(gettid) X(getppid) X(getpgrp) X(getpgid) X(getsid) X(getuid) X(geteuid) X(getgid) \
	X(getegid) X(getresuid) X(getresgid) X(getgroups) X(setuid) X(setgid) X(setreuid) X(setregid) \
	X(setresuid) X(setresgid) X(setfsuid) X(setfsgid) X(capget) X(uname) X(sysinfo) X(getcpu) \
	X(getrusage) X(getrlimit) X(setrlimit) X(getpriority) X(sched_yield) X(sched_getaffinity) \
	X(sched_getparam) X(sched_getscheduler) X(sched_getattr) X(sched_get_priority_max) \
	X(sched_get_priority_min) X(sched_rr_get_interval)
#define OF_TIME_AND_SIGNALS(X) \
	X(time) X(gettimeofday) X(clock_gettime) X(clock_getres) X(times) X(nanosleep) X(clock_nanosleep) \
	X(alarm) X(getitimer) X(setitimer) X(timer_create) X(timer_settime) X(timer_gettime) \
	X(timer_getoverrun) X(timer_delete) X(timerfd_create) X(timerfd_settime) X(timerfd_gettime) \
	X(rt_sigaction) X(rt_sigprocmask) X(rt_sigpending) X(rt_sigsuspend) X(rt_sigtimedwait) \
	X(rt_sigreturn) X(sigaltstack) X(pause) X(signalfd) X(signalfd4) X(restart_syscall)
/* Its process group, which it cannot leave, ends with it. */
#define OF_CHILDREN(X) \
	X(fork) X(vfork) X(execve) X(execveat) X(wait4) X(waitid) X(exit) X(exit_group)
/* clang-format on */

static const int allowed[] = {
#define NUMBER(name) SCMP_SYS(name),
	TO_READ(NUMBER) TO_WRITE(NUMBER) OF_ITSELF(NUMBER) OF_TIME_AND_SIGNALS(NUMBER)
		OF_CHILDREN(NUMBER)
#undef NUMBER
};

/* The parent checks these where it can (listener.c), because Landlock reports to nobody what it
 * refused: calls that open files with these bits of an argument, and all calls that change
 * names. */
static const struct {
	int call;
	int arg; /* -1: always */
	u32 bits;
} looked_at[] = {
#define TO_WRITE_BITS (O_ACCMODE | O_CREAT | O_TRUNC)
	{SCMP_SYS(open), 1, TO_WRITE_BITS},
	{SCMP_SYS(openat), 2, TO_WRITE_BITS},
	{SCMP_SYS(creat), -1, 0},
	{SCMP_SYS(truncate), -1, 0},
	{SCMP_SYS(mkdir), -1, 0},
	{SCMP_SYS(mkdirat), -1, 0},
	{SCMP_SYS(rmdir), -1, 0},
	{SCMP_SYS(unlink), -1, 0},
	{SCMP_SYS(unlinkat), -1, 0},
	{SCMP_SYS(rename), -1, 0},
	{SCMP_SYS(renameat), -1, 0},
	{SCMP_SYS(renameat2), -1, 0},
	{SCMP_SYS(link), -1, 0},
	{SCMP_SYS(linkat), -1, 0},
	{SCMP_SYS(symlink), -1, 0},
	{SCMP_SYS(symlinkat), -1, 0},
};

/* Calls that are allowed if the argument, masked, has one of these values. */
typedef struct ArgumentRule {
	int call;
	u32 arg;
	u32 mask;
	u32 values[24]; /* OWN: its process number; a zero counts only as the first value */
	u32 n;
	int error; /* errno for other values */
} ArgumentRule;

#define OWN 0xfffffff0u
#define VALUES(...) {__VA_ARGS__}, sizeof((u32[]){__VA_ARGS__}) / sizeof(u32)
#define NEW_SPACES                                                                                \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
	 CLONE_NEWNET | CLONE_PARENT)

static const ArgumentRule conditions[] = {
	/* Signals only to itself: abort and raise need them. */
	{SCMP_SYS(kill), 0, ~0u, VALUES(OWN), EPERM},
	{SCMP_SYS(tkill), 0, ~0u, VALUES(OWN), EPERM},
	{SCMP_SYS(tgkill), 0, ~0u, VALUES(OWN), EPERM},
	{SCMP_SYS(rt_sigqueueinfo), 0, ~0u, VALUES(OWN), EPERM},
	{SCMP_SYS(rt_tgsigqueueinfo), 0, ~0u, VALUES(OWN), EPERM},
	/* No limits and priorities of other processes. */
	{SCMP_SYS(prlimit64), 0, ~0u, VALUES(0, OWN), EPERM},
	{SCMP_SYS(setpriority), 1, ~0u, VALUES(0, OWN), EPERM},
	{SCMP_SYS(sched_setaffinity), 0, ~0u, VALUES(0, OWN), EPERM},
	{SCMP_SYS(sched_setscheduler), 0, ~0u, VALUES(0, OWN), EPERM},
	{SCMP_SYS(sched_setparam), 0, ~0u, VALUES(0, OWN), EPERM},
	{SCMP_SYS(sched_setattr), 0, ~0u, VALUES(0, OWN), EPERM},
	/* Threads and children in the same namespaces. The flags of clone3 are in memory, where a
	 * filter cannot read them; the C library falls back to clone. */
	{SCMP_SYS(clone), 0, NEW_SPACES, VALUES(0), EPERM},
	{SCMP_SYS(clone3), 0, 0, VALUES(1), ENOSYS},
	{SCMP_SYS(mknod), 1, S_IFMT, VALUES(0, S_IFREG, S_IFIFO), EPERM},
	{SCMP_SYS(mknodat), 2, S_IFMT, VALUES(0, S_IFREG, S_IFIFO), EPERM},
	/* Not F_SETOWN and related commands, which send signals. */
	{SCMP_SYS(fcntl), 1, ~0u,
	 VALUES(F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK,
			F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_GETOWN, F_GETSIG, F_GETLEASE,
			F_GETPIPE_SZ, F_SETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS),
	 EPERM},
	/* Only queries; none that changes a terminal or types into it. */
	{SCMP_SYS(ioctl), 1, ~0u,
	 VALUES(TCGETS, TCGETA, 0x802c542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP, TIOCGSID, TIOCOUTQ,
			FIONREAD, FIONBIO, FIOASYNC, FIOCLEX, FIONCLEX, FIOQSIZE, 2 /* FIGETBSZ */,
			0x80086601 /* FS_IOC_GETFLAGS */),
	 ENOTTY},
	{SCMP_SYS(prctl), 0, ~0u,
	 VALUES(PR_SET_NAME, PR_GET_NAME, PR_SET_DUMPABLE, PR_GET_DUMPABLE, PR_GET_PDEATHSIG,
			PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS, PR_CAPBSET_READ, PR_GET_KEEPCAPS,
			PR_GET_SECCOMP, PR_GET_TIMERSLACK, PR_SET_TIMERSLACK, PR_GET_TIMING, PR_GET_TSC,
			0x53564d41 /* PR_SET_VMA */),
	 EPERM},
};

SandboxAnswer sandbox_answer(int call)
{
	for (size_t i = 0; i < countof(allowed); i++)
		if (allowed[i] == call)
			return SANDBOX_ALLOWS;
	for (size_t i = 0; i < countof(conditions); i++)
		if (conditions[i].call == call)
			return SANDBOX_LOOKS;
	return SANDBOX_REFUSES;
}

/* True if the rule refuses these arguments. */
static bool rule_refuses(const ArgumentRule *c, const u64 *args)
{
	for (u32 k = 0; k < c->n; k++)
		if (c->values[k] == ((u32)args[c->arg] & c->mask))
			return false;
	return true;
}

int sandbox_error(int call, const u64 *args)
{
	for (size_t i = 0; i < countof(conditions); i++)
		if (conditions[i].call == call && rule_refuses(&conditions[i], args))
			return conditions[i].error;
	return call < 0 || call > sandbox_last_call() ? ENOSYS : EPERM;
}

int sandbox_last_call(void)
{
	int last = NUMBERS - 1;
	for (; last > 0; last--) {
		char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, last);
		free(name);
		if (name)
			break;
	}
	return last;
}

/* ---- the filter, as a program for the kernel ---- */

typedef VEC(struct sock_filter) Bpf;

static void load(Bpf *f, size_t offset)
{
	vec_push(f, ((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (u32)offset)));
}

static void answer(Bpf *f, u32 what)
{
	vec_push(f, ((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what)));
}

/* The next `skip` instructions run only if the comparison is true. */
static void unless(Bpf *f, u16 how, u32 value, u8 skip)
{
	vec_push(f, ((struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, 0, skip)));
}

static u32 error(int number)
{
	return SECCOMP_RET_ERRNO | ((u32)number & SECCOMP_RET_DATA);
}

/* The filter's action for a refused call: if the parent listens, it answers the call and notes
 * it. */
static u32 refusal(bool listener, int number)
{
	return listener ? SECCOMP_RET_USER_NOTIF : error(number);
}

/* Adds all numbers from first to last. */
static void add_range(Bpf *f, u32 first, u32 last)
{
	unless(f, BPF_JGE, first, 2);
	vec_push(f, ((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 1, 0)));
	answer(f, SECCOMP_RET_ALLOW);
}

static void add_condition(Bpf *f, const ArgumentRule *c, bool listener)
{
	unless(f, BPF_JEQ, (u32)c->call, (u8)(3 + 2 * c->n));
	load(f, offsetof(struct seccomp_data, args) + 8 * c->arg);
	vec_push(f, ((struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, c->mask)));
	for (u32 k = 0; k < c->n; k++) {
		unless(f, BPF_JEQ, c->values[k] == OWN ? (u32)getpid() : c->values[k], 1);
		answer(f, SECCOMP_RET_ALLOW);
	}
	answer(f, refusal(listener, c->error));
}

static void add_looked_at(Bpf *f, size_t i)
{
	bool always = looked_at[i].arg < 0;
	unless(f, BPF_JEQ, (u32)looked_at[i].call, always ? 1 : 4);
	if (!always) {
		load(f, offsetof(struct seccomp_data, args) + 8 * (size_t)looked_at[i].arg);
		vec_push(
			f, ((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, looked_at[i].bits, 1, 0)));
		answer(f, SECCOMP_RET_ALLOW);
	}
	answer(f, SECCOMP_RET_USER_NOTIF);
}

/* socket: connection to the parent that listens; -1: nobody does. */
static void make_filter(Bpf *f, int socket)
{
	bool plain[NUMBERS + 1] = {0}, listener = socket >= 0;
	/* Sockets that may exist later are streams without a peer (instead.c). */
	const ArgumentRule handing = {SCMP_SYS(sendmsg), 0, ~0u, {(u32)socket}, 1, EPERM};
	load(f, offsetof(struct seccomp_data, arch));
	vec_push(
		f, ((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, seccomp_arch_native(), 1, 0)));
	answer(f, SECCOMP_RET_KILL_PROCESS);
	load(f, offsetof(struct seccomp_data, nr));
	unless(f, BPF_JGE, X32_BIT, 1);
	answer(f, refusal(listener, ENOSYS));
	if (listener)
		add_condition(f, &handing, true);
	for (size_t i = 0; i < countof(conditions); i++)
		if (conditions[i].call >= 0)
			add_condition(f, &conditions[i], listener);
	for (size_t i = 0; listener && i < countof(looked_at); i++)
		add_looked_at(f, i);
	for (size_t i = 0; i < countof(allowed); i++)
		if (allowed[i] >= 0 && allowed[i] < NUMBERS)
			plain[allowed[i]] = true;
	for (u32 i = 0, end; i < NUMBERS; i = end + 1) {
		for (end = i; plain[end]; end++)
			;
		if (end > i)
			add_range(f, i, end - 1);
	}
	/* Calls newer than the table get ENOSYS, so that programs do without them. */
	vec_push(f, ((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (u32)sandbox_last_call(),
											  0, 1)));
	answer(f, refusal(listener, ENOSYS));
	answer(f, refusal(listener, EPERM));
}

int sandbox_filter(int socket)
{
	Bpf f = {0};
	make_filter(&f, socket);
	struct sock_fprog program = {.len = (unsigned short)f.len, .filter = f.at};
	unsigned flags = socket >= 0 ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
	long got =
		f.len > BPF_MAXINSNS ? -1 : syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
	vec_free(&f);
	return (int)got;
}
