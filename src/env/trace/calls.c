/* calls.c: the table of system calls. */
#include "env/trace/calls.h"

#include <sys/syscall.h>
#include <seccomp.h>

#define P(kind, param) (ARG_##kind | (param) << 8)
#define IN(n) P(IN, n)
#define OUT(n) P(OUT, n)
#define OUT_RET(n) P(OUT_RET, n)
#define SIN(s) P(INSTRUCT, ST_##s)
#define SOUT(s) P(OUTSTRUCT, ST_##s)
#define SIO(s) P(IOSTRUCT, ST_##s)
#define FLAGS(s) P(FLAGS, FL_##s)
#define INT ARG_INT
#define SIZE ARG_SIZE
#define OFF ARG_OFFSET
#define HEX ARG_HEX
#define PTR ARG_PTR
#define FD ARG_FD
#define DIRFD ARG_DIRFD
#define PID ARG_PID
#define ID ARG_ID
#define SIG ARG_SIGNAL
#define MODE ARG_MODE
#define PATH ARG_PATH
#define STR ARG_STRING
#define STRV ARG_STRINGS

#define CALL(name, class, ...) [SYS_##name] = {CLASS_##class, {__VA_ARGS__}},

static const CallSpec table[] = {
	/* ---- descriptors ---- */
	CALL(read, FDOP, FD, OUT_RET(2), SIZE) CALL(write, FDOP, FD, IN(2), SIZE) CALL(
		pread64, FDOP, FD, OUT_RET(2), SIZE, OFF) CALL(pwrite64, FDOP, FD, IN(2), SIZE,
													   OFF) CALL(readv, FDOP, FD, P(IOV_OUT, 2),
																 INT) CALL(writev, FDOP, FD,
																		   P(IOV_IN, 2), INT)
		CALL(preadv, FDOP, FD, P(IOV_OUT, 2), INT, OFF,
			 INT) CALL(pwritev, FDOP, FD, P(IOV_IN, 2), INT, OFF,
					   INT) CALL(preadv2, FDOP, FD, P(IOV_OUT, 2), INT, OFF, INT, HEX)
			CALL(pwritev2, FDOP, FD, P(IOV_IN, 2), INT, OFF, INT, HEX) CALL(
				lseek,
				FDOP, FD, OFF,
				FLAGS(
					WHENCE)) CALL(close, CLOSE, FD) CALL(close_range, CLOSE, INT, INT, HEX) CALL(dup, CLOSE, FD)
				CALL(dup2, CLOSE, FD,
					 INT) CALL(dup3, CLOSE, FD, INT,
							   FLAGS(OPEN)) CALL(fcntl, CLOSE, FD, FLAGS(FCNTL), ARG_FCNTL)
					CALL(ioctl, FDOP, FD, FLAGS(IOCTL), ARG_IOCTL) CALL(pipe, FDNEW, SOUT(FDPAIR)) CALL(
						pipe2, FDNEW, SOUT(FDPAIR),
						FLAGS(
							OPEN)) CALL(flock, FDOP, FD, INT) CALL(fsync, FDOP, FD)
						CALL(fdatasync, FDOP, FD) CALL(syncfs, FDOP, FD) CALL(sync, QUERY, ARG_NONE) CALL(
							sync_file_range,
							FDOP, FD, OFF,
							OFF,
							HEX) CALL(fallocate, FDOP, FD, HEX, OFF, OFF)
							CALL(ftruncate, FDOP, FD, OFF) CALL(fadvise64, QUERY, FD, OFF, OFF, INT) CALL(
								readahead,
								QUERY, FD, OFF,
								SIZE) CALL(getdents, FDOP, FD, OUT_RET(2),
										   SIZE) CALL(getdents64, FDOP, FD, OUT_RET(2), SIZE)
								CALL(sendfile, FDOP, FD, FD, SIO(LONG), SIZE) CALL(
									splice,
									FDOP, FD, SIO(LONG),
									FD,
									SIO(LONG),
									SIZE, HEX) CALL(tee, FDOP, FD, FD, SIZE, HEX)
									CALL(vmsplice, FDOP, FD, P(IOV_IN, 2), INT, HEX) CALL(
										copy_file_range,
										FDOP, FD, SIO(LONG),
										FD,
										SIO(LONG),
										SIZE,
										HEX) CALL(eventfd, FDNEW,
												  INT) CALL(eventfd2, FDNEW, INT, HEX)
										CALL(signalfd, FDNEW, INT, SIN(SIGSET), SIZE) CALL(
											signalfd4, FDNEW, INT,
											SIN(SIGSET),
											SIZE, HEX)
											CALL(timerfd_create, FDNEW, FLAGS(CLOCK), HEX) CALL(
												timerfd_settime,
												FDOP, FD, HEX,
												SIN(ITIMERSPEC),
												SOUT(
													ITIMERSPEC)) CALL(timerfd_gettime, QUERY, FD,
																	  SOUT(ITIMERSPEC))
												CALL(
													memfd_create, FDNEW,
													STR,
													HEX) CALL(inotify_init, FDNEW,
															  ARG_NONE) CALL(inotify_init1, FDNEW, HEX)
													CALL(inotify_add_watch, FDOP, FD, PATH,
														 HEX) CALL(inotify_rm_watch, FDOP, FD, ID)
														CALL(fanotify_init, FDNEW, HEX,
															 HEX) CALL(fanotify_mark, FDOP, FD, HEX,
																	   HEX,
																	   DIRFD, PATH)
															CALL(epoll_create, FDNEW, INT) CALL(
																epoll_create1,
																FDNEW,
																HEX) CALL(epoll_ctl, FDOP, FD,
																		  FLAGS(EPOLL_OP), FD,
																		  SIN(EPOLL_EVENT))
																CALL(epoll_wait, QUERY, FD,
																	 ARG_EVENTS,
																	 INT,
																	 ID) CALL(epoll_pwait, QUERY,
																			  FD,
																			  ARG_EVENTS,
																			  INT, ID, PTR, SIZE)
																	CALL(
																		epoll_pwait2, QUERY,
																		FD,
																		ARG_EVENTS,
																		INT,
																		SIN(TIMESPEC),
																		PTR,
																		SIZE) CALL(poll,
																				   QUERY, P(POLL, 1),
																				   ID,
																				   ID)
																		CALL(
																			ppoll,
																			QUERY, P(POLL, 1), ID,
																			SIO(TIMESPEC), PTR,
																			SIZE) CALL(select,
																					   QUERY, ID,
																					   ARG_FDSET,
																					   ARG_FDSET,
																					   ARG_FDSET,
																					   SIO(TIMEVAL))
																			CALL(
																				pselect6, QUERY,
																				ID,
																				ARG_FDSET,
																				ARG_FDSET,
																				ARG_FDSET,
																				SIO(TIMESPEC),
																				PTR) CALL(userfaultfd,
																						  FDNEW,
																						  HEX)
																				CALL(
																					pidfd_open,
																					FDNEW, PID,
																					HEX) CALL(pidfd_getfd,
																							  FDNEW,
																							  FD,
																							  INT, HEX)
																					CALL(
																						pidfd_send_signal,
																						ALWAYS, FD,
																						SIG,
																						PTR,
																						HEX)
																						CALL(
																							perf_event_open,
																							FDNEW,
																							PTR,
																							PID,
																							INT,
																							INT,
																							HEX)
																							CALL(
																								bpf,
																								FDNEW,
																								INT,
																								PTR,
																								SIZE)

	/* ---- opening and looking at files ---- */
	CALL(open, FDNEW, PATH, FLAGS(OPEN), MODE) CALL(openat, FDNEW, DIRFD, PATH, FLAGS(OPEN), MODE)
		CALL(openat2, FDNEW, DIRFD, PATH, SIN(OPEN_HOW), SIZE) CALL(creat, FDNEW, PATH, MODE)
			CALL(open_by_handle_at, FDNEW, DIRFD, PTR,
				 FLAGS(OPEN)) CALL(name_to_handle_at, QUERY, DIRFD, PATH, PTR, SOUT(INT), HEX)
				CALL(stat, QUERY, PATH, SOUT(STAT)) CALL(lstat, QUERY, PATH, SOUT(STAT)) CALL(
					fstat, QUERY, FD, SOUT(STAT)) CALL(newfstatat, QUERY, DIRFD, PATH, SOUT(STAT),
													   FLAGS(AT)) CALL(statx, QUERY, DIRFD, PATH,
																	   FLAGS(AT), HEX, SOUT(STATX))
					CALL(statfs, QUERY, PATH, SOUT(STATFS)) CALL(fstatfs, QUERY, FD, SOUT(STATFS))
						CALL(access, QUERY, PATH, FLAGS(ACCESS)) CALL(faccessat, QUERY, DIRFD,
																	  PATH, FLAGS(ACCESS))
							CALL(faccessat2, QUERY, DIRFD, PATH, FLAGS(ACCESS),
								 FLAGS(AT)) CALL(readlink, QUERY, PATH, OUT_RET(2), SIZE)
								CALL(readlinkat, QUERY, DIRFD, PATH, OUT_RET(3),
									 SIZE) CALL(getxattr, QUERY, PATH, STR, OUT_RET(3), SIZE)
									CALL(lgetxattr, QUERY, PATH, STR, OUT_RET(3), SIZE)
										CALL(fgetxattr, QUERY, FD, STR, OUT_RET(3), SIZE)
											CALL(listxattr, QUERY, PATH, OUT_RET(2), SIZE)
												CALL(llistxattr, QUERY, PATH, OUT_RET(2), SIZE)
													CALL(flistxattr, QUERY, FD, OUT_RET(2), SIZE)
														CALL(getcwd, QUERY, OUT_RET(1), SIZE)

	/* ---- changing the file system by name ---- */
	CALL(mkdir, PATH, PATH, MODE) CALL(mkdirat, PATH, DIRFD, PATH, MODE) CALL(rmdir, PATH, PATH)
		CALL(unlink, PATH, PATH) CALL(unlinkat, PATH, DIRFD, PATH, FLAGS(AT)) CALL(
			rename, PATH, PATH, PATH) CALL(renameat, PATH, DIRFD, PATH, DIRFD, PATH)
			CALL(renameat2, PATH, DIRFD, PATH, DIRFD, PATH, HEX) CALL(link, PATH, PATH, PATH) CALL(
				linkat, PATH, DIRFD, PATH, DIRFD, PATH, FLAGS(AT)) CALL(symlink, PATH, STR, PATH)
				CALL(symlinkat, PATH, STR, DIRFD, PATH) CALL(mknod, PATH, PATH, MODE, HEX)
					CALL(mknodat, PATH, DIRFD, PATH, MODE, HEX) CALL(chmod, PATH, PATH, MODE) CALL(
						fchmod, FDOP, FD, MODE) CALL(fchmodat, PATH, DIRFD, PATH, MODE)
						CALL(chown, PATH, PATH, INT, INT) CALL(lchown, PATH, PATH, INT,
															   INT) CALL(fchown, FDOP, FD, INT, INT)
							CALL(fchownat, PATH, DIRFD, PATH, INT, INT,
								 FLAGS(AT)) CALL(truncate, PATH, PATH, OFF)
								CALL(utime, PATH, PATH, PTR) CALL(utimes, PATH, PATH, SIN(TIMES2))
									CALL(futimesat, PATH, DIRFD, PATH, SIN(TIMES2))
										CALL(utimensat, PATH, DIRFD, PATH, SIN(TIMES2), FLAGS(AT))
											CALL(setxattr, PATH, PATH, STR, IN(3), SIZE, HEX)
												CALL(lsetxattr, PATH, PATH, STR, IN(3), SIZE, HEX)
													CALL(fsetxattr, FDOP, FD, STR, IN(3), SIZE,
														 HEX) CALL(removexattr, PATH, PATH, STR)
														CALL(lremovexattr, PATH, PATH, STR)
															CALL(fremovexattr, FDOP, FD, STR)
																CALL(mount, STATE, STR, PATH, STR,
																	 HEX, PTR)
																	CALL(umount2, STATE, PATH, HEX)

	/* ---- sockets ---- */
	CALL(socket, FDNEW, FLAGS(FAMILY), FLAGS(SOCKTYPE),
		 INT) CALL(socketpair, FDNEW, FLAGS(FAMILY), FLAGS(SOCKTYPE), INT, SOUT(FDPAIR))
		CALL(connect, FDOP, FD, P(ADDR_IN, 2), SIZE) CALL(bind, FDOP, FD, P(ADDR_IN, 2), SIZE)
			CALL(listen, FDOP, FD, INT) CALL(accept, FDNEW, FD, P(ADDR_OUT, 2), SIO(INT))
				CALL(accept4, FDNEW, FD, P(ADDR_OUT, 2), SIO(INT), FLAGS(SOCKTYPE))
					CALL(sendto, FDOP, FD, IN(2), SIZE, FLAGS(MSG), P(ADDR_IN, 5), SIZE)
						CALL(recvfrom, FDOP, FD, OUT_RET(2), SIZE, FLAGS(MSG), P(ADDR_OUT, 5),
							 SIO(INT)) CALL(sendmsg, FDOP, FD, ARG_MSG_IN, FLAGS(MSG))
							CALL(recvmsg, FDOP, FD, ARG_MSG_OUT, FLAGS(MSG))
								CALL(sendmmsg, FDOP, FD, ARG_MMSG_OUT, INT, FLAGS(MSG))
									CALL(recvmmsg, FDOP, FD, ARG_MMSG_OUT, INT, FLAGS(MSG),
										 SIO(TIMESPEC)) CALL(shutdown, FDOP, FD, FLAGS(SHUT))
										CALL(getsockname, QUERY, FD, P(ADDR_OUT, 2), SIO(INT))
											CALL(getpeername, QUERY, FD, P(ADDR_OUT, 2), SIO(INT))
												CALL(setsockopt, FDOP, FD, FLAGS(SOL),
													 FLAGS(SOCKOPT), IN(4), SIZE)
													CALL(getsockopt, QUERY, FD, FLAGS(SOL),
														 FLAGS(SOCKOPT), P(OUT_LENP, 4), SIO(INT))

	/* ---- memory ---- */
	CALL(mmap, MAP, PTR, SIZE, FLAGS(PROT), FLAGS(MAP), FD,
		 OFF) CALL(munmap, ALWAYS, PTR, SIZE) CALL(mprotect, ALWAYS, PTR, SIZE, FLAGS(PROT))
		CALL(pkey_mprotect, ALWAYS, PTR, SIZE, FLAGS(PROT), INT) CALL(pkey_alloc, ALWAYS, HEX, HEX)
			CALL(pkey_free, ALWAYS, INT) CALL(mremap, ALWAYS, PTR, SIZE, SIZE, HEX,
											  PTR) CALL(madvise, ALWAYS, PTR, SIZE, FLAGS(MADVISE))
				CALL(process_madvise, ALWAYS, FD, PTR, SIZE, INT,
					 HEX) CALL(msync, ALWAYS, PTR, SIZE, HEX) CALL(mincore, ALWAYS, PTR, SIZE, PTR)
					CALL(mlock, STATE, PTR, SIZE) CALL(mlock2, STATE, PTR, SIZE, HEX)
						CALL(munlock, STATE, PTR, SIZE) CALL(mlockall, STATE, HEX) CALL(
							munlockall, STATE, ARG_NONE) CALL(brk, ALWAYS, PTR)
							CALL(remap_file_pages, ALWAYS, PTR, SIZE, HEX, SIZE, HEX) CALL(
								mbind, ALWAYS, PTR, SIZE, INT, PTR, SIZE,
								HEX) CALL(set_mempolicy, ALWAYS, INT, PTR, SIZE)
								CALL(get_mempolicy, ALWAYS, PTR, PTR, SIZE, PTR,
									 HEX) CALL(membarrier, ALWAYS, INT, HEX,
											   INT) CALL(shmget, STATE, HEX, SIZE, HEX)
									CALL(shmat, ALWAYS, ID, PTR, HEX) CALL(shmdt, ALWAYS, PTR)
										CALL(shmctl, STATE, ID, INT,
											 PTR) CALL(semget, STATE, HEX, INT,
													   HEX) CALL(semop, ALWAYS, ID, PTR, SIZE)
											CALL(semtimedop, ALWAYS, ID, PTR, SIZE, SIN(TIMESPEC))
												CALL(semctl, ALWAYS, ID, INT, INT,
													 HEX) CALL(msgget, STATE, HEX, HEX)
													CALL(msgsnd, ALWAYS, ID, PTR, SIZE, HEX)
														CALL(msgrcv, ALWAYS, ID, PTR, SIZE, INT,
															 HEX) CALL(msgctl, ALWAYS, ID, INT, PTR)
															CALL(process_vm_readv, ALWAYS, PID, PTR,
																 SIZE, PTR, SIZE, HEX)
																CALL(process_vm_writev, ALWAYS, PID,
																	 PTR, SIZE, PTR, SIZE, HEX)

	/* ---- tasks ---- */
	CALL(clone, ALWAYS, FLAGS(CLONE), PTR, PTR, PTR, PTR) CALL(
		clone3, ALWAYS, SIN(CLONE_ARGS),
		SIZE) CALL(fork, ALWAYS, ARG_NONE) CALL(vfork, ALWAYS, ARG_NONE) CALL(execve,
																			  EXEC, PATH, STRV, PTR)
		CALL(execveat, EXEC, DIRFD, PATH, STRV, PTR, FLAGS(AT)) CALL(exit, ALWAYS, INT) CALL(
			exit_group,
			ALWAYS,
			INT) CALL(wait4, ALWAYS, PID, SOUT(INT), FLAGS(WAIT), SOUT(RUSAGE))
			CALL(waitid, ALWAYS, INT, PID, SOUT(SIGINFO), FLAGS(WAIT), SOUT(RUSAGE)) CALL(
				getpid,
				ALWAYS,
				ARG_NONE) CALL(gettid, ALWAYS,
							   ARG_NONE) CALL(getppid, ALWAYS, ARG_NONE)
				CALL(getpgid, ALWAYS,
					 PID) CALL(getpgrp, ALWAYS,
							   ARG_NONE) CALL(getsid, ALWAYS,
											  PID) CALL(setpgid, ALWAYS, PID, PID)
					CALL(setsid, ALWAYS, ARG_NONE) CALL(set_tid_address, ALWAYS, PTR) CALL(
						set_robust_list,
						ALWAYS,
						PTR,
						SIZE) CALL(get_robust_list, ALWAYS, PID, PTR,
								   PTR) CALL(rseq, ALWAYS, PTR, SIZE, HEX, HEX)
						CALL(futex, ALWAYS, PTR, FLAGS(FUTEX), INT, PTR, PTR, INT) CALL(
							futex_waitv,
							ALWAYS,
							PTR,
							INT,
							HEX,
							PTR,
							FLAGS(CLOCK)) CALL(arch_prctl, ALWAYS, FLAGS(ARCH),
											   PTR) CALL(set_thread_area, ALWAYS, PTR)
							CALL(get_thread_area, ALWAYS, PTR) CALL(
								modify_ldt,
								ALWAYS,
								INT,
								PTR,
								SIZE) CALL(sched_yield, ALWAYS,
										   ARG_NONE) CALL(sched_setaffinity, STATE, PID, SIZE, IN(1))
								CALL(sched_getaffinity, QUERY, PID, SIZE, OUT_RET(1)) CALL(
									sched_setparam,
									STATE, PID,
									SIN(INT)) CALL(sched_getparam, QUERY, PID, SOUT(INT))
									CALL(sched_setscheduler, STATE, PID, INT, SIN(INT)) CALL(
										sched_getscheduler,
										QUERY,
										PID) CALL(sched_setattr, STATE, PID, SIN(SCHED_ATTR), HEX)
										CALL(sched_getattr, QUERY, PID, OUT(2), SIZE, HEX) CALL(
											sched_get_priority_max,
											QUERY, INT) CALL(sched_get_priority_min, QUERY, INT)
											CALL(sched_rr_get_interval, QUERY, PID,
												 SOUT(TIMESPEC)) CALL(getpriority, QUERY, INT, PID)
												CALL(setpriority, STATE, INT, PID, INT) CALL(
													ioprio_get,
													QUERY, INT,
													PID) CALL(ioprio_set, STATE, INT, PID, INT)
													CALL(getcpu, QUERY, SOUT(INT), SOUT(INT),
														 PTR) CALL(prctl, STATE, FLAGS(PRCTL),
																   ARG_PRCTL,
																   HEX,
																   HEX,
																   HEX)
														CALL(seccomp, STATE, INT, HEX,
															 PTR) CALL(ptrace, ALWAYS, INT, PID,
																	   PTR,
																	   PTR)
															CALL(kcmp, ALWAYS, PID, PID, INT, HEX,
																 HEX) CALL(unshare, STATE,
																		   FLAGS(CLONE))
																CALL(
																	setns, STATE, FD,
																	FLAGS(CLONE)) CALL(personality,
																					   ALWAYS, HEX)
																	CALL(
																		landlock_create_ruleset,
																		FDNEW, PTR, SIZE,
																		HEX) CALL(landlock_add_rule,
																				  FDOP, FD,
																				  INT, PTR, HEX)
																		CALL(landlock_restrict_self,
																			 STATE, FD, HEX)

	/* ---- state of the process ---- */
	CALL(chdir, STATE, PATH) CALL(fchdir, STATE, FD) CALL(chroot, STATE,
														  PATH) CALL(pivot_root, STATE, PATH, PATH)
		CALL(umask, STATE, MODE) CALL(setrlimit, STATE, FLAGS(RESOURCE), SIN(RLIMIT))
			CALL(getrlimit, QUERY, FLAGS(RESOURCE),
				 SOUT(RLIMIT)) CALL(prlimit64, STATE, PID, FLAGS(RESOURCE), SIN(RLIMIT),
									SOUT(RLIMIT)) CALL(setuid, STATE, INT) CALL(setgid, STATE, INT)
				CALL(setreuid, STATE, INT, INT) CALL(setregid, STATE, INT, INT)
					CALL(setresuid, STATE, INT, INT, INT) CALL(setresgid, STATE, INT, INT, INT)
						CALL(setfsuid, STATE, INT) CALL(setfsgid, STATE, INT) CALL(
							setgroups, STATE, SIZE, PTR) CALL(capget, QUERY, SIO(INT), SOUT(CAPS))
							CALL(capset, STATE, SIN(INT), SIN(CAPS)) CALL(getuid, QUERY, ARG_NONE)
								CALL(getgid, QUERY, ARG_NONE) CALL(geteuid, QUERY, ARG_NONE)
									CALL(getegid, QUERY, ARG_NONE) CALL(getresuid, QUERY, SOUT(INT),
																		SOUT(INT), SOUT(INT))
										CALL(getresgid, QUERY, SOUT(INT), SOUT(INT), SOUT(INT))
											CALL(getgroups, QUERY, SIZE, ARG_OUT_INTS)
												CALL(keyctl, STATE, INT, HEX, HEX, HEX, HEX)
													CALL(add_key, STATE, STR, STR, IN(3), SIZE, INT)
														CALL(request_key, QUERY, STR, STR, STR, INT)

	/* ---- signals and timers of the process ---- */
	CALL(rt_sigaction, ALWAYS, SIG, SIN(SIGACTION), SOUT(SIGACTION),
		 SIZE) CALL(rt_sigprocmask, ALWAYS, FLAGS(SIGHOW), SIN(SIGSET), SOUT(SIGSET), SIZE)
		CALL(rt_sigreturn, ALWAYS, ARG_NONE) CALL(rt_sigpending, ALWAYS, SOUT(SIGSET), SIZE)
			CALL(rt_sigsuspend, ALWAYS, SIN(SIGSET),
				 SIZE) CALL(rt_sigtimedwait, ALWAYS, SIN(SIGSET), SOUT(SIGINFO), SIN(TIMESPEC),
							SIZE) CALL(rt_sigqueueinfo, ALWAYS, PID, SIG, PTR)
				CALL(rt_tgsigqueueinfo, ALWAYS, PID, PID, SIG, PTR)
					CALL(sigaltstack, ALWAYS, SIN(STACK), SOUT(STACK)) CALL(pause, ALWAYS, ARG_NONE)
						CALL(kill, ALWAYS, PID, SIG) CALL(tkill, ALWAYS, PID, SIG)
							CALL(tgkill, ALWAYS, PID, PID, SIG)
								CALL(restart_syscall, ALWAYS, ARG_NONE) CALL(alarm, STATE, INT)
									CALL(setitimer, STATE, INT, SIN(ITIMERVAL), SOUT(ITIMERVAL))
										CALL(getitimer, QUERY, INT, SOUT(ITIMERVAL))
											CALL(timer_create, STATE, FLAGS(CLOCK), PTR, SOUT(INT))
												CALL(timer_settime, STATE, ID, HEX, SIN(ITIMERSPEC),
													 SOUT(ITIMERSPEC))
													CALL(timer_gettime, QUERY, ID, SOUT(ITIMERSPEC))
														CALL(timer_getoverrun, QUERY, ID)
															CALL(timer_delete, STATE, ID)

	/* ---- time and the system ---- */
	CALL(time, QUERY, SOUT(LONG)) CALL(gettimeofday, QUERY, SOUT(TIMEVAL), SOUT(TIMEZONE))
		CALL(clock_gettime, QUERY, FLAGS(CLOCK), SOUT(TIMESPEC)) CALL(clock_getres, QUERY,
																	  FLAGS(CLOCK), SOUT(TIMESPEC))
			CALL(clock_settime, STATE, FLAGS(CLOCK),
				 SIN(TIMESPEC)) CALL(settimeofday, STATE, SIN(TIMEVAL), SIN(TIMEZONE))
				CALL(nanosleep, QUERY, SIN(TIMESPEC), SOUT(TIMESPEC))
					CALL(clock_nanosleep, QUERY, FLAGS(CLOCK), HEX, SIN(TIMESPEC), SOUT(TIMESPEC))
						CALL(times, QUERY, SOUT(TMS)) CALL(getrusage, QUERY, INT, SOUT(RUSAGE))
							CALL(uname, QUERY, SOUT(UTSNAME)) CALL(sysinfo, QUERY, SOUT(SYSINFO))
								CALL(sethostname, STATE, IN(1), SIZE)
									CALL(setdomainname, STATE, IN(1), SIZE)
										CALL(getrandom, QUERY, OUT_RET(1), SIZE, FLAGS(RANDOM))
											CALL(syslog, QUERY, INT, OUT_RET(2), SIZE)

	/* ---- message queues and asynchronous input: executed, never injected ---- */
	CALL(mq_open, FDNEW, STR, FLAGS(OPEN), MODE, PTR) CALL(mq_unlink, STATE, STR)
		CALL(mq_timedsend, FDOP, FD, IN(2), SIZE, INT, SIN(TIMESPEC))
			CALL(mq_timedreceive, FDOP, FD, OUT_RET(2), SIZE, SOUT(INT), SIN(TIMESPEC))
				CALL(mq_notify, ALWAYS, FD, PTR) CALL(mq_getsetattr, ALWAYS, FD, PTR, PTR)
					CALL(io_setup, ALWAYS, INT, PTR) CALL(io_destroy, ALWAYS, HEX) CALL(
						io_submit, ALWAYS, HEX, INT, PTR) CALL(io_cancel, ALWAYS, HEX, PTR, PTR)
						CALL(io_getevents, ALWAYS, HEX, INT, INT, PTR, SIN(TIMESPEC))
							CALL(io_pgetevents, ALWAYS, HEX, INT, INT, PTR, SIN(TIMESPEC), PTR)
								CALL(io_uring_setup, FDNEW, INT, PTR)
									CALL(io_uring_enter, ALWAYS, INT, INT, INT, HEX, PTR, SIZE)
										CALL(io_uring_register, ALWAYS, INT, INT, PTR, INT)};

const CallSpec *call_spec(i32 nr)
{
	static const CallSpec raw = {CLASS_UNKNOWN, {HEX, HEX, HEX, HEX, HEX, HEX}};
	/* The data of pseudo-calls is not memory of the process, so there are no argument kinds. */
	static const CallSpec pseudo = {CLASS_QUERY, {ARG_NONE}};
	if (nr >= PSEUDO && nr <= PSEUDO_LAST)
		return &pseudo;
	if (nr < 0 || (size_t)nr >= countof(table) || table[nr].class == CLASS_UNKNOWN)
		return &raw;
	return &table[nr];
}

/* A call that libseccomp does not know is named by its number. */
static const char *number_name(i32 nr)
{
	static char names[16][24]; /* a ring: a text is valid until 16 others were made */
	static unsigned next;
	char *name = names[next++ % countof(names)];
	snprintf(name, sizeof names[0], "syscall_%d", nr);
	return name;
}

const char *call_name(i32 nr)
{
	static const char *const pseudo[] = {"program",  "cwd",     "variable", "limit",
										 "identity", "umask",   "uname",    "descriptor",
										 "auxv",     "signals", "timers"};
	static char *known[1024]; /* cache of names that libseccomp allocated */
	if (nr >= PSEUDO && nr <= PSEUDO_LAST)
		return pseudo[nr - PSEUDO];
	if (nr < 0 || (size_t)nr >= countof(known))
		return number_name(nr);
	if (!known[nr])
		known[nr] = seccomp_syscall_resolve_num_arch(SCMP_ARCH_X86_64, nr);
	return known[nr] ? known[nr] : number_name(nr);
}

size_t struct_size(StructKind kind)
{
	static const u16 sizes[ST_COUNT] = {
		[ST_INT] = 4,         [ST_LONG] = 8,         [ST_FDPAIR] = 8,      [ST_STAT] = 144,
		[ST_STATX] = 256,     [ST_STATFS] = 120,     [ST_TIMESPEC] = 16,   [ST_TIMEVAL] = 16,
		[ST_TIMEZONE] = 8,    [ST_ITIMERVAL] = 32,   [ST_ITIMERSPEC] = 32, [ST_RLIMIT] = 16,
		[ST_RUSAGE] = 144,    [ST_UTSNAME] = 390,    [ST_SYSINFO] = 112,   [ST_TMS] = 32,
		[ST_SIGINFO] = 128,   [ST_SIGSET] = 8,       [ST_SIGACTION] = 32,  [ST_STACK] = 24,
		[ST_FLOCK] = 32,      [ST_EPOLL_EVENT] = 12, [ST_CAPS] = 24,       [ST_OPEN_HOW] = 24,
		[ST_CLONE_ARGS] = 64, [ST_TIMES2] = 32,      [ST_SCHED_ATTR] = 48,
	};
	return kind < ST_COUNT ? sizes[kind] : 0;
}

int call_arg_count(const CallSpec *spec)
{
	int n = 0;
	while (n < 6 && ARG_KIND(spec->args[n]) != ARG_NONE)
		n++;
	return n;
}

int call_find_arg(const CallSpec *spec, ArgKind kind)
{
	for (int i = 0; i < 6; i++)
		if (ARG_KIND(spec->args[i]) == kind)
			return i;
	return -1;
}
