/* kernel.h: every system call the virtual OS knows, once. */
#ifndef DRIFT_LOAD_KERNEL_H
#define DRIFT_LOAD_KERNEL_H

#include <sys/syscall.h>

#ifndef SYS_fchmodat2 /* newer than Debian 12's headers */
#define SYS_fchmodat2 452
#endif

/* Lists, not code: */
/* clang-format off */

/* What an answer depends on besides arguments, memory, inputs and earlier calls of the run. A call
 * cannot be added without it. Two columns (docs/design/verdict.md, Answers of the world):
 *
 * The first says what a descriptor tells that the run did not open itself.
 *   FD_ALIKE   nothing, whatever kind of file it is
 *   FD_OUTPUT  nothing, if it is open for writing; what else it is, counts
 *   FD_KIND    what kind of file it is. os_syscall asks the question
 *   FD_SELF    it depends on the arguments; the function itself asks
 * os_fd_file notes every descriptor that a call looks up, missing ones included.
 *
 * The second has the kinds of questions that the call may ask (WORLD_KINDS of engine/os/os.h).
 * tests/unit/test_os_answers.c runs each call natively in several worlds: where the answers differ,
 * or are not that of the virtual OS, the call must have asked. */

/* Implemented by a function sys_NAME. */
#define OS_CALLS(X) \
	/* bytes */ \
	X(read, FD_SELF, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(write, FD_OUTPUT, ASKS_STDIN | ASKS_INHERITED) \
	X(pread64, FD_SELF, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(pwrite64, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(readv, FD_KIND, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(writev, FD_OUTPUT, ASKS_STDIN | ASKS_INHERITED) \
	X(preadv, FD_KIND, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(pwritev, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(preadv2, FD_KIND, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(pwritev2, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(sendfile, FD_KIND, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(copy_file_range, FD_KIND, ASKS_STDIN | ASKS_RANDOM | ASKS_INHERITED) \
	X(lseek, FD_SELF, ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(truncate, FD_KIND, ASKS_FILES | ASKS_INHERITED | ASKS_SYSTEM) \
	X(ftruncate, FD_KIND, ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(fallocate, FD_KIND, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(fsync, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(fdatasync, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(fadvise64, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(syncfs, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(readahead, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(sync_file_range, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	/* descriptors */ \
	X(open, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(openat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(creat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(close, FD_ALIKE, ASKS_INHERITED) \
	X(close_range, FD_ALIKE, ASKS_INHERITED) \
	X(dup, FD_ALIKE, ASKS_INHERITED | ASKS_SYSTEM) \
	X(dup2, FD_ALIKE, ASKS_INHERITED | ASKS_SYSTEM) \
	X(dup3, FD_ALIKE, ASKS_INHERITED | ASKS_SYSTEM) \
	X(fcntl, FD_SELF, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(flock, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(pipe, FD_ALIKE, ASKS_INHERITED | ASKS_SYSTEM) \
	X(pipe2, FD_ALIKE, ASKS_INHERITED | ASKS_SYSTEM) \
	X(ioctl, FD_SELF, ASKS_STDIN | ASKS_PID | ASKS_INHERITED) \
	X(poll, FD_KIND, ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(ppoll, FD_KIND, ASKS_STDIN | ASKS_INHERITED | ASKS_SYSTEM) \
	X(select, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	X(pselect6, FD_KIND, ASKS_STDIN | ASKS_INHERITED) \
	/* names */ \
	X(mkdir, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(mkdirat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(mknod, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(mknodat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(symlink, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(symlinkat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(link, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(linkat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(readlink, FD_KIND, ASKS_FILES | ASKS_CWD | ASKS_STDIN | ASKS_INHERITED) \
	X(readlinkat, FD_KIND, ASKS_FILES | ASKS_CWD | ASKS_STDIN | ASKS_INHERITED) \
	X(unlink, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(rmdir, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(unlinkat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(rename, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(renameat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(renameat2, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(getdents, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_SYSTEM | ASKS_STAMPS | ASKS_INHERITED) \
	X(getdents64, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_SYSTEM | ASKS_STAMPS | ASKS_INHERITED) \
	X(getcwd, FD_ALIKE, ASKS_CWD) \
	X(chdir, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(fchdir, FD_KIND, ASKS_UID | ASKS_STDIN | ASKS_INHERITED) \
	/* attributes */ \
	X(stat, FD_SELF, ASKS_FILES | ASKS_STAMPS | ASKS_SYSTEM | ASKS_STDIN | ASKS_INHERITED) \
	X(lstat, FD_SELF, ASKS_FILES | ASKS_STAMPS | ASKS_SYSTEM | ASKS_STDIN | ASKS_INHERITED) \
	X(fstat, FD_SELF, ASKS_FILES | ASKS_STAMPS | ASKS_SYSTEM | ASKS_STDIN | ASKS_INHERITED) \
	X(newfstatat, FD_SELF, ASKS_FILES | ASKS_STAMPS | ASKS_SYSTEM | ASKS_STDIN | ASKS_INHERITED) \
	X(statx, FD_SELF, ASKS_FILES | ASKS_STAMPS | ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(statfs, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(fstatfs, FD_KIND, ASKS_SYSTEM | ASKS_STDIN | ASKS_INHERITED) \
	X(access, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(faccessat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(faccessat2, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(chmod, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(fchmod, FD_KIND, ASKS_UID | ASKS_STDIN | ASKS_INHERITED) \
	X(fchmodat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(fchmodat2, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(chown, FD_KIND, ASKS_FILES | ASKS_GID | ASKS_INHERITED) \
	X(lchown, FD_KIND, ASKS_FILES | ASKS_GID | ASKS_INHERITED) \
	X(fchown, FD_KIND, ASKS_UID | ASKS_GID | ASKS_STDIN | ASKS_INHERITED) \
	X(fchownat, FD_KIND, ASKS_FILES | ASKS_GID | ASKS_STDIN | ASKS_INHERITED) \
	X(utimensat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(utimes, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(futimesat, FD_KIND, ASKS_FILES | ASKS_STDIN | ASKS_INHERITED) \
	X(utime, FD_KIND, ASKS_FILES | ASKS_INHERITED) \
	X(getxattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(lgetxattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(fgetxattr, FD_KIND, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(listxattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(llistxattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(flistxattr, FD_KIND, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(setxattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(lsetxattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(fsetxattr, FD_KIND, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(removexattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(lremovexattr, FD_KIND, ASKS_FILES | ASKS_SYSTEM | ASKS_INHERITED) \
	X(fremovexattr, FD_KIND, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	/* signals */ \
	X(rt_sigaction, FD_ALIKE, ASKS_INHERITED) \
	X(rt_sigprocmask, FD_ALIKE, ASKS_INHERITED) \
	X(rt_sigpending, FD_ALIKE, ASKS_INHERITED) \
	X(rt_sigsuspend, FD_ALIKE, ASKS_INHERITED) \
	X(rt_sigtimedwait, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(rt_sigqueueinfo, FD_ALIKE, ASKS_PID | ASKS_UID | ASKS_INHERITED) \
	X(sigaltstack, FD_ALIKE, ASKS_PROCESSOR) \
	X(pause, FD_ALIKE, ASKS_INHERITED) \
	X(kill, FD_ALIKE, ASKS_PID | ASKS_UID | ASKS_INHERITED) \
	X(tkill, FD_ALIKE, ASKS_PID | ASKS_UID | ASKS_INHERITED) \
	X(tgkill, FD_ALIKE, ASKS_PID | ASKS_UID | ASKS_INHERITED) \
	/* time */ \
	X(clock_gettime, FD_ALIKE, ASKS_CLOCK | ASKS_TIMER | ASKS_SYSTEM) \
	X(clock_getres, FD_ALIKE, ASKS_SYSTEM) \
	X(gettimeofday, FD_ALIKE, ASKS_CLOCK | ASKS_TIMER | ASKS_SYSTEM) \
	X(time, FD_ALIKE, ASKS_CLOCK | ASKS_TIMER) \
	X(times, FD_ALIKE, ASKS_TIMER) \
	X(getrusage, FD_ALIKE, ASKS_TIMER) \
	X(nanosleep, FD_ALIKE, ASKS_TIMER) \
	X(clock_nanosleep, FD_ALIKE, ASKS_CLOCK | ASKS_TIMER) \
	X(alarm, FD_ALIKE, ASKS_TIMER | ASKS_INHERITED) \
	X(getitimer, FD_ALIKE, ASKS_TIMER | ASKS_INHERITED) \
	X(setitimer, FD_ALIKE, ASKS_TIMER | ASKS_INHERITED) \
	/* the process */ \
	X(exit, FD_ALIKE, ASKS_NOTHING) \
	X(exit_group, FD_ALIKE, ASKS_NOTHING) \
	X(getpid, FD_ALIKE, ASKS_PID) \
	X(gettid, FD_ALIKE, ASKS_PID) \
	X(set_tid_address, FD_ALIKE, ASKS_PID) \
	X(getppid, FD_ALIKE, ASKS_PID) \
	X(getpgrp, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(getpgid, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(getsid, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(setsid, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(setpgid, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(getuid, FD_ALIKE, ASKS_UID | ASKS_INHERITED) \
	X(geteuid, FD_ALIKE, ASKS_UID | ASKS_INHERITED) \
	X(getgid, FD_ALIKE, ASKS_GID | ASKS_INHERITED) \
	X(getegid, FD_ALIKE, ASKS_GID | ASKS_INHERITED) \
	X(getresuid, FD_ALIKE, ASKS_UID | ASKS_INHERITED) \
	X(getresgid, FD_ALIKE, ASKS_GID | ASKS_INHERITED) \
	X(setuid, FD_ALIKE, ASKS_UID | ASKS_GID | ASKS_INHERITED) \
	X(setgid, FD_ALIKE, ASKS_UID | ASKS_GID | ASKS_INHERITED) \
	X(setreuid, FD_ALIKE, ASKS_UID | ASKS_GID | ASKS_INHERITED) \
	X(setregid, FD_ALIKE, ASKS_UID | ASKS_GID | ASKS_INHERITED) \
	X(setresuid, FD_ALIKE, ASKS_UID | ASKS_GID | ASKS_INHERITED) \
	X(setresgid, FD_ALIKE, ASKS_UID | ASKS_GID | ASKS_INHERITED) \
	X(getgroups, FD_ALIKE, ASKS_GID) \
	X(umask, FD_ALIKE, ASKS_INHERITED) \
	X(wait4, FD_ALIKE, ASKS_PID | ASKS_TIMER | ASKS_INHERITED) \
	X(waitid, FD_ALIKE, ASKS_PID | ASKS_TIMER | ASKS_INHERITED) \
	X(prlimit64, FD_ALIKE, ASKS_PID | ASKS_UID | ASKS_SYSTEM | ASKS_INHERITED) \
	X(getrlimit, FD_ALIKE, ASKS_SYSTEM) \
	X(setrlimit, FD_ALIKE, ASKS_UID | ASKS_SYSTEM) \
	X(prctl, FD_ALIKE, ASKS_INHERITED) \
	X(getpriority, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(setpriority, FD_ALIKE, ASKS_PID | ASKS_UID | ASKS_INHERITED) \
	X(personality, FD_ALIKE, ASKS_INHERITED) \
	/* the system */ \
	X(uname, FD_ALIKE, ASKS_HOSTNAME | ASKS_SYSTEM) \
	X(sysinfo, FD_ALIKE, ASKS_SYSTEM) \
	X(getrandom, FD_ALIKE, ASKS_RANDOM) \
	X(sched_yield, FD_ALIKE, ASKS_NOTHING) \
	X(sched_getaffinity, FD_ALIKE, ASKS_PID | ASKS_SYSTEM | ASKS_INHERITED) \
	X(sched_setaffinity, FD_ALIKE, ASKS_PID | ASKS_SYSTEM | ASKS_INHERITED) \
	X(sched_getscheduler, FD_ALIKE, ASKS_PID | ASKS_INHERITED) \
	X(getcpu, FD_ALIKE, ASKS_SYSTEM) \
	/* memory */ \
	X(mmap, FD_KIND, ASKS_STDIN | ASKS_SYSTEM | ASKS_INHERITED) \
	X(munmap, FD_ALIKE, ASKS_NOTHING) \
	X(mremap, FD_ALIKE, ASKS_SYSTEM | ASKS_ADDRESSES) \
	X(mprotect, FD_ALIKE, ASKS_NOTHING) \
	X(madvise, FD_ALIKE, ASKS_NOTHING) \
	X(mincore, FD_ALIKE, ASKS_SYSTEM) \
	X(mlock, FD_ALIKE, ASKS_SYSTEM) \
	X(mlockall, FD_ALIKE, ASKS_SYSTEM) \
	X(msync, FD_ALIKE, ASKS_NOTHING) \
	X(futex, FD_ALIKE, ASKS_CLOCK | ASKS_TIMER)

/* One answer fits all, and it is the kernel's: nothing is to be done where no page leaves memory
 * and no file is mapped for others. Missing privileges are reported before other errors. */
#define OS_SIMPLE(X) \
	X(munlock, os_nothing, FD_ALIKE, ASKS_NOTHING) \
	X(munlockall, os_nothing, FD_ALIKE, ASKS_NOTHING) \
	X(sync, os_nothing, FD_ALIKE, ASKS_NOTHING) \
	X(set_robust_list, os_nothing, FD_ALIKE, ASKS_NOTHING) \
	X(settimeofday, os_forbidden, FD_ALIKE, ASKS_UID) \
	X(clock_settime, os_forbidden, FD_ALIKE, ASKS_UID) \
	X(sethostname, os_forbidden, FD_ALIKE, ASKS_UID) \
	X(reboot, os_forbidden, FD_ALIKE, ASKS_UID)

/* Known, and the end of the run. */
#define OS_REFUSED(X) \
	X(fork) X(vfork) X(clone) X(clone3) X(execve) X(execveat) X(ptrace) X(socket) X(socketpair) \
	X(connect) X(accept) X(accept4) X(bind) X(listen) X(sendto) X(recvfrom) X(sendmsg) X(recvmsg) \
	X(sendmmsg) X(recvmmsg) X(shutdown) X(getsockname) X(getpeername) X(setsockopt) X(getsockopt) \
	X(epoll_create) X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(epoll_pwait) X(eventfd) X(eventfd2) \
	X(timerfd_create) X(timerfd_settime) X(timerfd_gettime) X(timer_create) X(timer_settime) \
	X(timer_gettime) X(timer_delete) X(signalfd) X(signalfd4) X(inotify_init) X(inotify_init1) \
	X(inotify_add_watch) X(fanotify_init) X(memfd_create) X(shmget) X(shmat) X(shmctl) X(shmdt) \
	X(semget) X(semop) X(semctl) X(msgget) X(msgsnd) X(msgrcv) X(msgctl) X(mq_open) X(unshare) \
	X(setns) X(pidfd_open) X(pidfd_send_signal) X(process_vm_readv) X(process_vm_writev) X(bpf) \
	X(perf_event_open) X(seccomp) X(userfaultfd) X(setgroups) X(setfsuid) X(setfsgid) X(capget) \
	X(capset) X(tee) X(vmsplice) X(rt_sigreturn) X(init_module) X(finit_module) X(kexec_load) \
	X(name_to_handle_at) X(open_by_handle_at) X(add_key) X(keyctl) X(quotactl) X(swapon) X(acct) X(brk) \
	X(arch_prctl) X(splice) X(membarrier) X(chroot) X(mount) X(umount2) X(openat2) X(rseq) \
	X(io_uring_setup)

/* clang-format on */

/* As in libc/drift.h. */
#define DRIFT_SYS_UNSET 0x64726966
#define DRIFT_SYS_ADDRESS 0x64726967
#define DRIFT_SYS_ASK 0x64726969
enum {
	DRIFT_ASK_VARIABLES,
	DRIFT_ASK_PROCESSOR,
	DRIFT_ASK_DESCRIPTORS,
	DRIFT_ASK_STREAMS,
	DRIFT_ASK_NAME,
	DRIFT_ASK_SET_ID,
	DRIFT_ASK_CHILD,
	N_DRIFT_ASKS
};

#endif
