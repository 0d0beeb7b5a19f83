/* names.c: names for flag bits and small numbers, from the system's headers. */
#include "env/trace/calls.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <asm/prctl.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

typedef struct Name {
	u64 value;
	const char *text;
} Name;

/* A set of names: first a number that is one of several (the bits of mask), then single bits. */
typedef struct NameSet {
	u64 mask;        /* bits that together are one number; ~0: all bits */
	const Name *one; /* names of that number */
	size_t n_one;
	const Name *bits; /* names of single bits */
	size_t n_bits;
} NameSet;

#define N(x)         \
	{                \
		(u64)(x), #x \
	}

static const Name open_mode[] = {N(O_RDONLY), N(O_WRONLY), N(O_RDWR)};
static const Name open_bits[] = {
	N(O_CREAT),    N(O_EXCL),      N(O_NOCTTY),   N(O_TRUNC),   N(O_APPEND),
	N(O_NONBLOCK), N(O_SYNC),      N(O_DSYNC),    N(O_DIRECT),  {0100000, "O_LARGEFILE"},
	N(O_TMPFILE),  N(O_DIRECTORY), N(O_NOFOLLOW), N(O_NOATIME), N(O_CLOEXEC),
	N(O_PATH)};
static const Name prot_none[] = {N(PROT_NONE)};
static const Name prot_bits[] = {N(PROT_READ), N(PROT_WRITE), N(PROT_EXEC)};
static const Name map_type[] = {N(MAP_SHARED), N(MAP_PRIVATE), {3, "MAP_SHARED_VALIDATE"}};
static const Name map_bits[] = {N(MAP_FIXED),     N(MAP_ANONYMOUS),      N(MAP_GROWSDOWN),
								N(MAP_DENYWRITE), N(MAP_LOCKED),         N(MAP_NORESERVE),
								N(MAP_POPULATE),  N(MAP_NONBLOCK),       N(MAP_STACK),
								N(MAP_HUGETLB),   N(MAP_FIXED_NOREPLACE)};
static const Name at_bits[] = {N(AT_SYMLINK_NOFOLLOW), N(AT_REMOVEDIR), N(AT_SYMLINK_FOLLOW),
							   N(AT_NO_AUTOMOUNT), N(AT_EMPTY_PATH)};
static const Name access_none[] = {N(F_OK)};
static const Name access_bits[] = {N(R_OK), N(W_OK), N(X_OK)};
static const Name whence[] = {N(SEEK_SET), N(SEEK_CUR), N(SEEK_END), N(SEEK_DATA), N(SEEK_HOLE)};
static const Name family[] = {N(AF_UNSPEC),  N(AF_UNIX),   N(AF_INET), N(AF_INET6),
							  N(AF_NETLINK), N(AF_PACKET), N(AF_VSOCK)};
static const Name sock_type[] = {N(SOCK_STREAM), N(SOCK_DGRAM), N(SOCK_RAW), N(SOCK_SEQPACKET)};
static const Name sock_bits[] = {N(SOCK_CLOEXEC), N(SOCK_NONBLOCK)};
static const Name msg_none[] = {{0, "0"}};
static const Name msg_bits[] = {N(MSG_OOB),          N(MSG_PEEK),    N(MSG_DONTROUTE), N(MSG_TRUNC),
								N(MSG_DONTWAIT),     N(MSG_WAITALL), N(MSG_NOSIGNAL),  N(MSG_MORE),
								N(MSG_CMSG_CLOEXEC), N(MSG_FASTOPEN)};
static const Name shut[] = {N(SHUT_RD), N(SHUT_WR), N(SHUT_RDWR)};
static const Name sol[] = {N(SOL_SOCKET),   {0, "SOL_IP"},    {6, "SOL_TCP"},
						   {17, "SOL_UDP"}, {41, "SOL_IPV6"}, {270, "SOL_NETLINK"}};
static const Name sockopt[] = {N(SO_REUSEADDR), N(SO_TYPE),      N(SO_ERROR),     N(SO_DONTROUTE),
							   N(SO_BROADCAST), N(SO_SNDBUF),    N(SO_RCVBUF),    N(SO_KEEPALIVE),
							   N(SO_LINGER),    N(SO_REUSEPORT), N(SO_PASSCRED),  N(SO_PEERCRED),
							   N(SO_RCVTIMEO),  N(SO_SNDTIMEO),  N(SO_ACCEPTCONN)};
static const Name tcpopt[] = {N(TCP_NODELAY),      N(TCP_MAXSEG),       N(TCP_CORK),
							  N(TCP_KEEPIDLE),     N(TCP_KEEPINTVL),    N(TCP_KEEPCNT),
							  N(TCP_DEFER_ACCEPT), N(TCP_INFO),         N(TCP_QUICKACK),
							  N(TCP_CONGESTION),   N(TCP_USER_TIMEOUT), N(TCP_FASTOPEN)};
static const Name clocks[] = {N(CLOCK_REALTIME),           N(CLOCK_MONOTONIC),
							  N(CLOCK_PROCESS_CPUTIME_ID), N(CLOCK_THREAD_CPUTIME_ID),
							  N(CLOCK_MONOTONIC_RAW),      N(CLOCK_REALTIME_COARSE),
							  N(CLOCK_MONOTONIC_COARSE),   N(CLOCK_BOOTTIME)};
static const Name resources[] = {
	N(RLIMIT_CPU),      N(RLIMIT_FSIZE), N(RLIMIT_DATA),   N(RLIMIT_STACK),
	N(RLIMIT_CORE),     N(RLIMIT_RSS),   N(RLIMIT_NPROC),  N(RLIMIT_NOFILE),
	N(RLIMIT_MEMLOCK),  N(RLIMIT_AS),    N(RLIMIT_LOCKS),  N(RLIMIT_SIGPENDING),
	N(RLIMIT_MSGQUEUE), N(RLIMIT_NICE),  N(RLIMIT_RTPRIO), N(RLIMIT_RTTIME)};
static const Name fcntls[] = {N(F_DUPFD),      N(F_GETFD),     N(F_SETFD),         N(F_GETFL),
							  N(F_SETFL),      N(F_GETLK),     N(F_SETLK),         N(F_SETLKW),
							  N(F_SETOWN),     N(F_GETOWN),    N(F_DUPFD_CLOEXEC), N(F_SETPIPE_SZ),
							  N(F_GETPIPE_SZ), N(F_ADD_SEALS), N(F_GET_SEALS),     N(F_OFD_GETLK),
							  N(F_OFD_SETLK),  N(F_OFD_SETLKW)};
static const Name ioctls[] = {N(TCGETS),     N(TCSETS),     N(TCSETSW),   N(TCSETSF),
							  N(TIOCGWINSZ), N(TIOCSWINSZ), N(TIOCGPGRP), N(TIOCSPGRP),
							  N(TIOCNOTTY),  N(TIOCSCTTY),  N(FIONREAD),  N(FIONBIO),
							  N(FIOCLEX),    N(FIONCLEX),   N(TIOCGPTN),  N(TIOCSPTLCK)};
static const Name clone_bits[] = {
	N(CLONE_VM),           N(CLONE_FS),     N(CLONE_FILES),         N(CLONE_SIGHAND),
	N(CLONE_VFORK),        N(CLONE_PARENT), N(CLONE_THREAD),        N(CLONE_NEWNS),
	N(CLONE_SYSVSEM),      N(CLONE_SETTLS), N(CLONE_PARENT_SETTID), N(CLONE_CHILD_CLEARTID),
	N(CLONE_CHILD_SETTID), N(CLONE_NEWUTS), N(CLONE_NEWIPC),        N(CLONE_NEWUSER),
	N(CLONE_NEWPID),       N(CLONE_NEWNET)};
static const Name wait_bits[] = {N(WNOHANG), N(WUNTRACED), N(WEXITED), N(WCONTINUED), N(WNOWAIT)};
static const Name epoll_ops[] = {N(EPOLL_CTL_ADD), N(EPOLL_CTL_DEL), N(EPOLL_CTL_MOD)};
static const Name futex_ops[] = {N(FUTEX_WAIT),        N(FUTEX_WAKE),        N(FUTEX_REQUEUE),
								 N(FUTEX_CMP_REQUEUE), N(FUTEX_WAKE_OP),     N(FUTEX_LOCK_PI),
								 N(FUTEX_UNLOCK_PI),   N(FUTEX_WAIT_BITSET), N(FUTEX_WAKE_BITSET)};
static const Name futex_bits[] = {N(FUTEX_PRIVATE_FLAG), N(FUTEX_CLOCK_REALTIME)};
static const Name madvices[] = {N(MADV_NORMAL),   N(MADV_RANDOM),     N(MADV_SEQUENTIAL),
								N(MADV_WILLNEED), N(MADV_DONTNEED),   N(MADV_FREE),
								N(MADV_HUGEPAGE), N(MADV_NOHUGEPAGE), N(MADV_DONTFORK)};
static const Name prctls[] = {N(PR_SET_PDEATHSIG), N(PR_GET_DUMPABLE),   N(PR_SET_DUMPABLE),
							  N(PR_SET_NAME),      N(PR_GET_NAME),       N(PR_SET_SECCOMP),
							  N(PR_CAPBSET_READ),  N(PR_CAPBSET_DROP),   N(PR_SET_NO_NEW_PRIVS),
							  N(PR_SET_KEEPCAPS),  N(PR_SET_TIMERSLACK), N(PR_SET_CHILD_SUBREAPER)};
static const Name arches[] = {N(ARCH_SET_GS), N(ARCH_SET_FS), N(ARCH_GET_FS), N(ARCH_GET_GS)};
static const Name sig_how[] = {N(SIG_BLOCK), N(SIG_UNBLOCK), N(SIG_SETMASK)};
static const Name random_bits[] = {N(GRND_NONBLOCK), N(GRND_RANDOM)};

#define ONE(a) a, countof(a)
#define NONE NULL, 0
#define ALL (~(u64)0)

static const NameSet sets[FL_COUNT] = {
	[FL_OPEN] = {O_ACCMODE, ONE(open_mode), ONE(open_bits)},
	[FL_PROT] = {0, ONE(prot_none), ONE(prot_bits)},
	[FL_MAP] = {3, ONE(map_type), ONE(map_bits)},
	[FL_AT] = {0, ONE(msg_none), ONE(at_bits)},
	[FL_ACCESS] = {0, ONE(access_none), ONE(access_bits)},
	[FL_WHENCE] = {ALL, ONE(whence), NONE},
	[FL_FAMILY] = {ALL, ONE(family), NONE},
	[FL_SOCKTYPE] = {15, ONE(sock_type), ONE(sock_bits)},
	[FL_MSG] = {0, ONE(msg_none), ONE(msg_bits)},
	[FL_SHUT] = {ALL, ONE(shut), NONE},
	[FL_SOL] = {ALL, ONE(sol), NONE},
	[FL_SOCKOPT] = {ALL, ONE(sockopt), NONE},
	[FL_TCPOPT] = {ALL, ONE(tcpopt), NONE},
	[FL_OTHEROPT] = {ALL, NONE, NONE},
	[FL_CLOCK] = {ALL, ONE(clocks), NONE},
	[FL_RESOURCE] = {ALL, ONE(resources), NONE},
	[FL_FCNTL] = {ALL, ONE(fcntls), NONE},
	[FL_IOCTL] = {ALL, ONE(ioctls), NONE},
	[FL_CLONE] = {0, ONE(msg_none), ONE(clone_bits)},
	[FL_WAIT] = {0, ONE(msg_none), ONE(wait_bits)},
	[FL_EPOLL_OP] = {ALL, ONE(epoll_ops), NONE},
	[FL_FUTEX] = {127, ONE(futex_ops), ONE(futex_bits)},
	[FL_MADVISE] = {ALL, ONE(madvices), NONE},
	[FL_PRCTL] = {ALL, ONE(prctls), NONE},
	[FL_ARCH] = {ALL, ONE(arches), NONE},
	[FL_SIGHOW] = {ALL, ONE(sig_how), NONE},
	[FL_RANDOM] = {0, ONE(msg_none), ONE(random_bits)},
};

void flags_format(Buf *b, FlagSet set, u64 value)
{
	const NameSet *s = &sets[set];
	value &= UINT32_MAX; /* these arguments are C ints: the upper half is undefined */
	u64 number = value & s->mask, rest = value & ~s->mask;
	const char *sep = "";
	/* With an empty mask, the name is that of zero. */
	if (s->mask || !rest) {
		size_t i = 0;
		while (i < s->n_one && s->one[i].value != number)
			i++;
		if (i < s->n_one)
			buf_adds(b, s->one[i].text);
		else
			buf_addf(b, s->mask == ALL ? "%#llx" : "%llu", (unsigned long long)number);
		sep = "|";
	}
	for (size_t i = 0; i < s->n_bits; i++) {
		u64 bit = s->bits[i].value;
		if ((rest & bit) != bit)
			continue;
		buf_addf(b, "%s%s", sep, s->bits[i].text);
		rest &= ~bit;
		sep = "|";
	}
	if (rest)
		buf_addf(b, "%s%#llx", sep, (unsigned long long)rest);
}

const char *signal_name(int signo)
{
	static const Name names[] = {
		N(SIGHUP),  N(SIGINT),    N(SIGQUIT), N(SIGILL),  N(SIGTRAP),   N(SIGABRT), N(SIGBUS),
		N(SIGFPE),  N(SIGKILL),   N(SIGUSR1), N(SIGSEGV), N(SIGUSR2),   N(SIGPIPE), N(SIGALRM),
		N(SIGTERM), N(SIGSTKFLT), N(SIGCHLD), N(SIGCONT), N(SIGSTOP),   N(SIGTSTP), N(SIGTTIN),
		N(SIGTTOU), N(SIGURG),    N(SIGXCPU), N(SIGXFSZ), N(SIGVTALRM), N(SIGPROF), N(SIGWINCH),
		N(SIGIO),   N(SIGPWR),    N(SIGSYS)};
	static const char *const numbers[65] = {"0",
											[32] = "32",
											[33] = "33",
											[34] = "SIGRTMIN",
											[35] = "SIGRT_1",
											[36] = "SIGRT_2",
											[64] = "SIGRTMAX"};
	for (size_t i = 0; i < countof(names); i++)
		if ((int)names[i].value == signo)
			return names[i].text;
	return signo >= 0 && signo <= 64 && numbers[signo] ? numbers[signo] : "SIGRT";
}
