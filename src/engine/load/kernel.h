/* kernel.h: every system call the virtual OS knows, once. */
#ifndef DRIFT_LOAD_KERNEL_H
#define DRIFT_LOAD_KERNEL_H

#include <sys/syscall.h>

#ifndef SYS_fchmodat2 /* newer than Debian 12's headers */
#define SYS_fchmodat2 452
#endif

/* Lists, not code: */
/* clang-format off */

/* Implemented by a function sys_NAME. */
#define OS_CALLS(X) \
	X(read) X(write) X(pread64) X(pwrite64) X(readv) X(writev) X(preadv) X(pwritev) X(preadv2) \
	X(pwritev2) X(sendfile) X(copy_file_range) X(open) X(openat) X(creat) X(lseek) X(truncate) \
	X(ftruncate) X(fallocate) X(fsync) X(fdatasync) X(fadvise64) X(close) X(close_range) X(dup) \
	X(dup2) X(dup3) X(fcntl) X(flock) X(pipe) X(pipe2) X(mkdir) X(mkdirat) X(mknod) X(mknodat) \
	X(symlink) X(symlinkat) X(link) X(linkat) X(readlink) X(readlinkat) X(unlink) X(rmdir) \
	X(unlinkat) X(rename) X(renameat) X(renameat2) X(stat) X(lstat) X(fstat) X(newfstatat) X(statx) \
	X(statfs) X(fstatfs) X(access) X(faccessat) X(faccessat2) X(chmod) X(fchmod) X(fchmodat) \
	X(fchmodat2) X(chown) X(lchown) X(fchown) X(fchownat) X(utimensat) X(utimes) X(futimesat) \
	X(utime) X(getxattr) X(lgetxattr) X(fgetxattr) X(listxattr) X(llistxattr) X(flistxattr) \
	X(setxattr) X(lsetxattr) X(fsetxattr) X(removexattr) X(lremovexattr) X(fremovexattr) \
	X(getdents) X(getdents64) X(getcwd) X(chdir) X(fchdir) X(rt_sigaction) X(rt_sigprocmask) \
	X(rt_sigpending) X(rt_sigsuspend) X(rt_sigtimedwait) X(rt_sigqueueinfo) X(sigaltstack) X(pause) \
	X(kill) X(tkill) X(tgkill) X(clock_gettime) X(clock_getres) X(gettimeofday) X(time) X(times) \
	X(getrusage) X(nanosleep) X(clock_nanosleep) X(alarm) X(getitimer) X(setitimer) X(exit) \
	X(exit_group) X(getpid) X(gettid) X(set_tid_address) X(getppid) X(getpgrp) X(getpgid) X(getsid) \
	X(setsid) X(setpgid) X(getuid) X(geteuid) X(getgid) X(getegid) X(getresuid) X(getresgid) \
	X(setuid) X(setgid) X(setreuid) X(setregid) X(setresuid) X(setresgid) X(getgroups) X(umask) \
	X(wait4) X(waitid) X(prlimit64) X(getrlimit) X(setrlimit) X(uname) X(sysinfo) X(getrandom) \
	X(prctl) X(sched_yield) X(sched_getaffinity) X(sched_setaffinity) X(sched_getscheduler) \
	X(getcpu) X(getpriority) X(setpriority) X(mmap) X(munmap) X(mremap) X(mprotect) X(madvise) \
	X(mincore) X(personality) X(ioctl) X(futex) X(poll) \
	X(ppoll) X(select) X(pselect6)

/* One answer fits all, and it is the kernel's: nothing is to be done where no page leaves memory
 * and no file is mapped for others. Missing privileges are reported before other errors. */
#define OS_SIMPLE(X) \
	X(msync, os_nothing) X(mlock, os_nothing) X(munlock, os_nothing) X(mlockall, os_nothing) \
	X(munlockall, os_nothing) X(sync, os_nothing) X(syncfs, os_nothing) X(readahead, os_nothing) \
	X(sync_file_range, os_nothing) X(set_robust_list, os_nothing) X(settimeofday, os_forbidden) \
	X(clock_settime, os_forbidden) X(sethostname, os_forbidden) X(reboot, os_forbidden)

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
	N_DRIFT_ASKS
};

#endif
