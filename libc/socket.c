/* socket.c: networks are not available; a function that would open a connection ends the run. */
#include <ifaddrs.h>
#include <netdb.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include "sys.h"

#define OUT_OF_REACH(type, name, ...) \
	type name(__VA_ARGS__)            \
	{                                 \
		__drift_unsupported(#name);   \
	}

OUT_OF_REACH(int, socket, int domain, int type, int protocol)
OUT_OF_REACH(int, socketpair, int domain, int type, int protocol, int ends[2])
OUT_OF_REACH(int, getaddrinfo, const char *restrict node, const char *restrict service,
			 const struct addrinfo *restrict hints, struct addrinfo **restrict result)
OUT_OF_REACH(void, freeaddrinfo, struct addrinfo *list)
OUT_OF_REACH(int, getnameinfo, const struct sockaddr *restrict addr, socklen_t n,
			 char *restrict host, socklen_t host_n, char *restrict service, socklen_t service_n,
			 int flags)
OUT_OF_REACH(struct hostent *, gethostbyname, const char *name)
OUT_OF_REACH(struct hostent *, gethostbyname2, const char *name, int family)
OUT_OF_REACH(struct hostent *, gethostbyaddr, const void *addr, socklen_t n, int family)
OUT_OF_REACH(struct servent *, getservbyname, const char *name, const char *protocol)
OUT_OF_REACH(struct servent *, getservbyport, int port, const char *protocol)
OUT_OF_REACH(struct protoent *, getprotobyname, const char *name)
OUT_OF_REACH(struct protoent *, getprotobynumber, int number)
OUT_OF_REACH(int, getifaddrs, struct ifaddrs **list)
OUT_OF_REACH(void, freeifaddrs, struct ifaddrs *list)
OUT_OF_REACH(void, openlog, const char *ident, int option, int facility)
OUT_OF_REACH(void, syslog, int priority, const char *format, ...)
OUT_OF_REACH(void, vsyslog, int priority, const char *format, va_list ap)
OUT_OF_REACH(void, __syslog_chk, int priority, int flag, const char *format, ...)
OUT_OF_REACH(void, closelog, void)

int setlogmask(int mask)
{
	static int current = 0xff;
	int old = current;
	if (mask)
		current = mask;
	return old;
}

/* Without sockets, no descriptor is one. These answer as the kernel does for such descriptors. */
#define NO_SOCKET(type, name, ...)                              \
	type name(__VA_ARGS__)                                      \
	{                                                           \
		long r = __drift_syscall(SYS_fcntl, fd, 1, 0, 0, 0, 0); \
		return fail(r < 0 ? EBADF : ENOTSOCK);                  \
	}

NO_SOCKET(int, bind, int fd, const struct sockaddr *addr, socklen_t n)
NO_SOCKET(int, connect, int fd, const struct sockaddr *addr, socklen_t n)
NO_SOCKET(int, listen, int fd, int backlog)
NO_SOCKET(int, accept, int fd, struct sockaddr *restrict addr, socklen_t *restrict n)
NO_SOCKET(int, accept4, int fd, struct sockaddr *restrict addr, socklen_t *restrict n, int flags)
NO_SOCKET(int, getsockname, int fd, struct sockaddr *restrict addr, socklen_t *restrict n)
NO_SOCKET(int, getpeername, int fd, struct sockaddr *restrict addr, socklen_t *restrict n)
NO_SOCKET(int, shutdown, int fd, int how)
NO_SOCKET(int, getsockopt, int fd, int level, int option, void *restrict value,
		  socklen_t *restrict n)
NO_SOCKET(int, setsockopt, int fd, int level, int option, const void *value, socklen_t n)
NO_SOCKET(ssize_t, send, int fd, const void *buf, size_t n, int flags)
NO_SOCKET(ssize_t, recv, int fd, void *buf, size_t n, int flags)
NO_SOCKET(ssize_t, sendto, int fd, const void *buf, size_t n, int flags,
		  const struct sockaddr *addr, socklen_t addr_n)
NO_SOCKET(ssize_t, recvfrom, int fd, void *restrict buf, size_t n, int flags,
		  struct sockaddr *restrict addr, socklen_t *restrict addr_n)
NO_SOCKET(ssize_t, sendmsg, int fd, const struct msghdr *message, int flags)
NO_SOCKET(ssize_t, recvmsg, int fd, struct msghdr *message, int flags)

const char *gai_strerror(int code)
{
	switch (code) {
	case 0: return "Success";
	case EAI_ADDRFAMILY: return "Address family for hostname not supported";
	case EAI_AGAIN: return "Temporary failure in name resolution";
	case EAI_BADFLAGS: return "Bad value for ai_flags";
	case EAI_FAIL: return "Non-recoverable failure in name resolution";
	case EAI_FAMILY: return "ai_family not supported";
	case EAI_MEMORY: return "Memory allocation failure";
	case EAI_NODATA: return "No address associated with hostname";
	case EAI_NONAME: return "Name or service not known";
	case EAI_SERVICE: return "Servname not supported for ai_socktype";
	case EAI_SOCKTYPE: return "ai_socktype not supported";
	case EAI_SYSTEM: return "System error";
	default: return "Unknown error";
	}
}

/* Macros in the header. */
#undef htonl
#undef htons
#undef ntohl
#undef ntohs

uint32_t htonl(uint32_t x)
{
	return __builtin_bswap32(x);
}

uint32_t ntohl(uint32_t x)
{
	return __builtin_bswap32(x);
}

uint16_t htons(uint16_t x)
{
	return __builtin_bswap16(x);
}

uint16_t ntohs(uint16_t x)
{
	return __builtin_bswap16(x);
}
