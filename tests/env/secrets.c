/* secrets.c: carries a secret through every channel that a recorder sees. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Returns the secret, which is not in this program as text. */
static const char *secret(void)
{
	static char text[] = "ivoufs3tfdsfu"; /* each letter is the one before */
	static int done;
	for (char *p = text; *p && !done; p++)
		--*p;
	done = 1;
	return text;
}

static int put(int fd, const char *text, size_t n)
{
	return write(fd, text, n) == (ssize_t)n;
}

int main(int argc, char **argv)
{
	char bytes[4096], name[4096];
	const char *s = secret();
	size_t n = strlen(s);
	int fd = open("conf", O_RDONLY), pair[2], ok = 1;
	/* A file in two reads that divide the secret, then backwards by position. */
	ok &= read(fd, bytes, 12) == 12 && read(fd, bytes, sizeof bytes) > 0;
	ok &= pread(fd, bytes, 6, 12) == 6 && pread(fd, bytes, 5, 7) == 5;
	char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	ok &= map != MAP_FAILED;
	/* Output in two writes, in a vector, and behind the bytes that a trace keeps. */
	ok &= put(1, s, 7) && put(1, s + 7, n - 7);
	struct iovec v[] = {{(void *)s, 3}, {(void *)(s + 3), n - 3}};
	ok &= writev(1, v, 2) == (ssize_t)n;
	memset(bytes, 'a', sizeof bytes);
	memcpy(bytes + 250, s, n);
	ok &= put(1, bytes, 600);
	/* A connection, and a name. */
	ok &= socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && put(pair[0], s, n) &&
		  read(pair[1], bytes, 4) == 4 && read(pair[1], bytes, 100) > 0;
	struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
	struct iovec half = {bytes, 5};
	ok &= sendmsg(pair[0], &m, 0) == (ssize_t)n;
	m.msg_iov = &half;
	m.msg_iovlen = 1;
	ok &= recvmsg(pair[1], &m, 0) == 5 && recvmsg(pair[1], &m, 0) == 5 &&
		  recvmsg(pair[1], &m, 0) == 3;
	snprintf(name, sizeof name, "no-such-%s-file", s);
	ok &= access(name, F_OK) != 0;
	/* A file whose contents are not to be stored, and a copy of them. */
	fd = open("link", O_RDONLY);
	ssize_t k = read(fd, bytes, sizeof bytes);
	ok &= k > 0 && put(1, bytes, (size_t)k);
	/* An argument of another program. */
	fflush(stdout);
	if (ok && argc > 1)
		execl("/bin/echo", "echo", s, argv[1], (char *)NULL);
	return !ok;
}
